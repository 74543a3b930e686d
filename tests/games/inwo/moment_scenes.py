"""Scenes in which something has just happened, a turn begins, or a card lets its player choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Help
from companion.games.inwo.board import leaves_play
from companion.games.inwo.effects import Event, Role
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Destroyed, Happened, Order, Phase, Resource, State
from tests.games.inwo.play_scenes import with_group
from tests.games.inwo.scenes import MINE, NOBODY, ROWS, THEIRS, attacked, scene

Scene = tuple[State, str | None]


def holding(card: str, *mine: str, theirs: tuple[str, ...] = (), **more: Any) -> State:
    """Ann holds a Plot, or has a Group or a Resource in play, beside other Groups."""
    state = scene(((card,) if ROWS[card]["kind"] in {"organization", "place", "personality"} else ()) + mine, theirs)
    ann = state.player("A")
    if ROWS[card]["kind"] == "plot":
        ann = replace(ann, unseen_plots=(*ann.unseen_plots, card))
    if ROWS[card]["kind"] == "resource":
        ann = replace(ann, resources=(Resource(card),))
    return replace(state.with_player("A", replace(ann, **more)), phase=Phase.MAIN)


def after(state: State, what: str, card: str | None, *, by: str | None, owner: str | None) -> State:
    return replace(state, latest=(Happened(Event(what), by, card, owner),))


def lost(state: State, card: str, *, by: str, owner: str, killed: bool = False) -> State:
    """A Group of somebody's was just destroyed."""
    return leaves_play(with_group(state, owner, card), card, "destroyed", by, killed=killed)


def rivals_turn(state: State) -> State:
    return replace(state, on_turn="B", phase=Phase.PLOTS)


def struck(state: State, place: str) -> State:
    return attacked(with_group(state, "A", place), "disaster", place, player="B", card="tornado")


def taken_over(card: str, *mine: str) -> Scene:
    """Bob took the Hackers over in this turn."""
    bob = {"unseen_groups": ("hackers",), "groups": 1}
    state = holding(card, *mine)
    state = state.with_player("B", replace(state.player("B"), **bob))  # type: ignore[arg-type]
    return apply(rivals_turn(state), act.TakeOver("B", "hackers", THEIRS, "left")), "hackers"  # type: ignore[arg-type]


def rolled_eleven() -> State:
    state = scene(("finland",), ("hackers",))
    state = state.with_player("A", replace(state.player("A"), resources=(Resource("eliza", to="finland"),)))
    return attacked(state, "control", "hackers", "finland", roll=(5, 6), total=11)


def duplicate() -> State:
    state = holding("faction_fight", NOBODY, theirs=("hackers",))
    return attacked(state, "control", "hackers", NOBODY, agents="A", agents_aid=True)


def germany(index: int) -> State:
    if index == 0:
        return attacked(scene(("germany",), ("hackers",)), "control", "hackers", "germany")
    state = attacked(scene((NOBODY,), ("germany", "hackers")), "control", "hackers", "ufos", player="C")
    state = state.with_player("A", scene(("germany",)).player("A"))
    state = state.with_player("B", scene((), ("hackers",)).player("B"))
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, helps=(Help("A", "germany", Role.OPPOSE),)))


def exchanged(card: str) -> State:
    """Bob has the Shroud of Turin, and Ann a copy in her hand."""
    state = holding(card, unseen_groups=("shroud_of_turin",), groups=1)
    return state.with_player("B", replace(state.player("B"), resources=(Resource("shroud_of_turin"),)))


def ruin(card: str, kind: str) -> State:
    return after(holding(card, theirs=("hackers",)), kind, "hawaii", by="C", owner="B")


def empty(state: State) -> State:
    """No Group has a token."""
    for seat in ("A", "B"):
        structure = tuple(replace(each, tokens=0) for each in state.player(seat).structure)
        state = state.with_player(seat, replace(state.player(seat), structure=structure))
    return state


def relieved(state: State) -> State:
    """Cid has just relieved Hawaii, which is Bob's."""
    state = with_group(state, "B", "hawaii")
    bob = state.player("B")
    wounded = tuple(replace(each, devastated=each.card == "hawaii") for each in bob.structure)
    state = state.with_player("B", replace(bob, structure=wounded))
    return apply(state, act.Relieve("C", "hawaii", ("ufos",)))


def media_attack(state: State) -> State:
    """Cid's Recording Industry attacks the Hackers, and Empty Vee of Bob helps him."""
    state = with_group(with_group(state, "C", "recording_industry"), "B", "empty_vee")
    state = attacked(state, "control", "hackers", "recording_industry", player="C")
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, helps=(Help("B", "empty_vee", Role.OPPOSE),)))


def many_plots(state: State) -> State:
    return state.with_player("B", replace(state.player("B"), plots=5))


def hung_below(state: State, card: str, master: str) -> State:
    """With the card as a puppet of another Group."""
    state = with_group(state, "A", master)
    ann = state.player("A")
    moved = tuple(replace(each, master=master) if each.card == card else each for each in ann.structure)
    return state.with_player("A", replace(ann, structure=moved))


def with_hand(state: State) -> State:
    return state.with_player("B", replace(state.player("B"), unseen_groups=("eff",), groups=1))


def buried(state: State) -> State:
    """The Democrats were destroyed as Conservative Group."""
    gone = (Destroyed("democrats", ("Conservative", "Fanatic")),)
    return state.with_player("B", replace(state.player("B"), destroyed=gone))


def helped(card: str) -> State:
    """Ann's Group aids against the Federal Reserve."""
    state = attacked(scene((card, NOBODY), ("federal_reserve",)), "destroy", "federal_reserve", NOBODY)
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, helps=(Help("A", card, Role.AID),)))


def scrapped(card: str) -> State:
    """Bob's Eliza and the Group that she was linked to are destroyed."""
    state = with_group(holding(card), "B", "hackers")
    state = state.with_player("B", replace(state.player("B"), resources=(Resource("eliza", to="hackers"),)))
    return leaves_play(state, "hackers", "destroyed", "C")


def killed(card: str) -> Scene:
    return lost(holding(card), "al_gore", by="C", owner="A", killed=True), "al_gore"


def organizing(card: str, *, hung_left: bool) -> Scene:
    """All Groups that ship have their incoming arrow at the upper edge; an owner's copy may say otherwise."""
    state = holding("lets_get_organized", card)
    copy = f'[cards.{card}]\nincoming = "left"\noutgoing = ["right"]\n'
    return (replace(state, evening=GAME.with_profile(copy).evening) if hung_left else state), card


PLACES = [card for card, row in ROWS.items() if row["kind"] == "place" and int(row["power"] or 0) < 5]
SCENES: dict[str, Callable[[int], Scene]] = {
    "air_magic": lambda _: (struck(holding("air_magic", "ninjas"), "hawaii"), None),
    "and_stay_dead": lambda i: (
        (lost(holding("and_stay_dead", "templars"), "hackers", by="C", owner="B"), "hackers")
        if i == 0
        else (
            leaves_play(with_group(holding("and_stay_dead", "templars"), "B", "hackers"), "hackers", "discard"),
            "hackers",
        )
    ),
    "annual_convention": lambda i: (ruin("annual_convention", ("destroyed", "devastated")[i]), "hackers"),
    "botched_contact": lambda _: taken_over("botched_contact", NOBODY),
    "sabotage": lambda _: taken_over("sabotage", NOBODY),
    "c_i_a": lambda _: (holding("c_i_a", theirs=("gordo_remora",)), "gordo_remora"),
    "clone_arrangers": lambda _: (
        lost(holding("clone_arrangers"), "al_gore", by="C", owner="B", killed=True),
        "al_gore",
    ),
    "cover_of_darkness": lambda _: (scrapped("cover_of_darkness"), "eliza"),
    "druids": lambda _: (holding("druids", theirs=("hawaii",)), "hawaii"),
    "eliza": lambda _: (rolled_eleven(), "A"),
    "embezzlement": lambda _: (apply(rivals_turn(holding("embezzlement")), act.DrawPlot("B")), "B"),
    "evil_geniuses_for_a_better_tomorrow": lambda _: (
        holding("evil_geniuses_for_a_better_tomorrow", unseen_groups=("eliza",), groups=1),
        "eliza",
    ),
    "faction_fight": lambda _: (duplicate(), None),
    "feminists": lambda i: (
        holding("feminists", theirs=()) if i else with_hand(holding("feminists")),
        "B" if i else "eff",
    ),
    "flat_earthers": lambda i: (holding("flat_earthers", *PLACES[: i + 2], unseen_plots=("tornado",) * 20), None),
    "forgery": lambda _: (exchanged("forgery"), "shroud_of_turin"),
    "full_moon": lambda _: (empty(holding("full_moon", "ninjas", "kkk", theirs=("trekkies",))), None),
    "germany": lambda i: (germany(i), None),
    "head_in_a_jar": lambda _: killed("head_in_a_jar"),
    "hitlers_brain": lambda _: (
        lost(holding("hitlers_brain", exposed=("tornado",)), "hackers", by="A", owner="B"),
        None,
    ),
    "george_bush": lambda _: (holding("george_bush"), "george_bush"),
    "i_r_s": lambda i: (
        replace(holding("i_r_s"), phase=Phase.PLOTS, orders=(Order("tax_reform", "A"),)),
        "B" if i == 0 else None,
    ),
    "imelda_marcos": lambda i: (helped("imelda_marcos"), None if i else "imelda_marcos"),
    "las_vegas": lambda _: (holding("las_vegas"), "B"),
    "lets_get_organized": lambda i: organizing(("hackers", "hackers", "democrats", "hackers")[i], hung_left=i == 0),
    "lets_get_really_organized": lambda _: (holding("lets_get_really_organized", "democrats"), "democrats"),
    "liquor_companies": lambda _: (rivals_turn(holding("liquor_companies")), "B"),
    "manuel_noriega": lambda _: (
        attacked(scene(("manuel_noriega",), ("hackers",)), "control", "hackers", MINE),
        "manuel_noriega",
    ),
    "market_manipulation": lambda _: (holding("market_manipulation", theirs=("federal_reserve", "empty_vee")), None),
    "corruption": lambda _: (relieved(holding("corruption")), "hawaii"),
    "mass_murder": lambda _: (media_attack(holding("mass_murder", theirs=("hackers",))), None),
    "seize_the_time": lambda _: (rivals_turn(holding("seize_the_time", plots=2)), None),
    "mutual_betrayal": lambda _: (many_plots(holding("mutual_betrayal", NOBODY, plots=5)), "B"),
    "multinational_oil_companies": lambda _: (
        attacked(
            scene(("multinational_oil_companies",), ("hackers",)), "control", "hackers", "multinational_oil_companies"
        ),
        "C",
    ),
    "opec": lambda _: (replace(holding("opec"), phase=Phase.PLOTS), "opec"),
    "power_grab": lambda _: (
        apply(
            replace(holding("power_grab", unseen_groups=("hackers", "kkk"), groups=2), phase=Phase.PLOTS),
            act.TakeOver("A", "hackers", MINE, "left"),  # type: ignore[arg-type]
        ),
        None,
    ),
    "professional_sports": lambda _: (holding("professional_sports", "al_gore"), "al_gore"),
    "reach_out": lambda _: (holding("reach_out", NOBODY, theirs=("hackers",)), "B"),
    "resistance_is_useless": lambda _: (holding("resistance_is_useless", "tabloids", theirs=("hackers",)), "hackers"),
    "rewriting_history": lambda _: (buried(holding("rewriting_history")), "democrats"),
    "senate_investigating_committee": lambda _: (
        rivals_turn(holding("senate_investigating_committee", "pentagon")),
        "B",
    ),
    "soulburner": lambda i: (
        after(holding("soulburner"), "captured" if i < 2 else "destroyed", "hackers", by="B", owner="A"),
        "B",
    ),
    "sweeping_reforms": lambda _: (
        replace(
            holding("sweeping_reforms", "tabloids", theirs=("big_media",)),
            orders=(Order("solidarity", "C"), Order("tax_reform", "C")),
        ),
        None,
    ),
    "unlucky_13": lambda _: (rivals_turn(holding("unlucky_13", "templars")), "B"),
    "unmasked": lambda _: (
        holding("unmasked", NOBODY, unseen_plots=("unmasked", "shangri_la", "tornado"), agents=("shangri_la",)),
        "shangri_la",
    ),
    "upheaval": lambda _: (holding("upheaval", NOBODY, theirs=("hackers",)), None),
    "voodoo_economics": lambda _: (
        apply(replace(holding("voodoo_economics", "trekkies", "kkk"), phase=Phase.TAKEOVER), act.Proceed("A")),
        None,
    ),
    "wall_street": lambda i: (
        attacked(
            scene(("wall_street",), (("fast_food_chains", "federal_reserve")[i],)),
            "control",
            ("fast_food_chains", "federal_reserve")[i],
            "wall_street",
        ),
        None,
    ),
}

"""Where nobody has told a card's arrows the table does: what is left at an edge settles it (INWO-83, INWO-84)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from random import Random
from typing import Any

import pytest

from benchmarks.clumsy.frames import RenderedFrames
from benchmarks.clumsy.people import People
from companion.conformance.playouts import playout
from companion.core.copy_form import is_open
from companion.core.facts import Provenance
from companion.core.fast_dataclasses import replace
from companion.core.game import may_be_legal, violation
from companion.core.screen import Answer, Button, Do, Select
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.value_pages import CopyEntryPage
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.games.inwo.candidates import arrivals, moves, untold_arrows
from companion.games.inwo.catalog import Correction, Side
from companion.games.inwo.geometry import shown_arrows
from companion.games.inwo.rules_turn import arrow_refusal
from companion.games.inwo.state import LinkedPlot, Phase, State, with_group
from companion.owners_copy.house_copies import Copies
from companion.pages.copies import copy_in_words
from companion.session.replies import Allow
from tests.games.inwo.evenings import begun
from tests.pages.conftest import Visitor

GAME = GAMES["inwo"]
MASTER = "society_for_creative_anarchism"
LAID = act.TakeOver("A", "bill_clinton", MASTER, Side.BOTTOM)
"""At an edge where we assume no arrow, as no published list tells."""
SHOWN = {f"{MASTER}.laid_bottom": "yes"}


def beginning() -> People:
    """The first turn, in which a Group comes into play without a roll."""
    people = People(GAME, 2, 1, done=begun("a_fan_of_resources")[:5])
    people.wait(3)
    return people


@pytest.fixture
def people() -> People:
    """It lies there, and that was refused."""
    people = beginning()
    people.do(LAID)
    people.wait(4)
    return people


def believed(people: People) -> list[str]:
    return [GAME.write_action(played.action) for played in people.history.played[5:]]


def test_what_lies_at_an_untold_edge_is_refused_with_what_is_assumed(people: People) -> None:
    prompt = people.session.prompt
    assert prompt is not None
    assert "INWO-84" == prompt.broken.id if prompt.broken is not None else ""
    assert "We assume them here: the left edge, the right edge." in str(prompt.notice.lines[0])
    assert [] == believed(people)


def test_people_who_say_that_it_is_right_so_settle_the_edge(people: People) -> None:
    prompt = people.session.prompt
    assert prompt is not None
    number, label = next((i, said) for i, (said, each) in enumerate(prompt.replies) if isinstance(each, Allow))
    assert "It is right as it lies" == str(label)
    people.tap(Answer(number, people.session.screen.notice.answers[number].intent.asked))  # type: ignore[union-attr]
    people.wait(4)

    assert people.history.state == people.state
    assert people.session.prompt is None
    assert SHOWN == GAME.shown_by_use(people.history.state)


def test_play_that_goes_on_by_touch_settles_it(people: People) -> None:
    """It stands in the journal without a rule that was set aside, and is read from there again."""
    people.touch(act.Proceed("A"))
    people.wait(2)
    assert [GAME.write_action(LAID), "A: proceed"] == believed(people)
    people.restart()

    assert people.history.fault is None
    assert SHOWN == GAME.shown_by_use(people.history.state)


def test_play_that_goes_on_at_the_table_settles_it(people: People) -> None:
    following = next(each for each in people.legal() if isinstance(each, act.Discard) and each.player == "A")
    people.do(following)
    people.wait(6)

    assert [GAME.write_action(LAID), GAME.write_action(following)] == believed(people)


def test_what_is_taken_back_settles_nothing(people: People) -> None:
    people.becomes(people.history.state)
    people.put_right()
    people.wait(2)
    people.touch(act.Proceed("A"))

    assert ["A: proceed"] == believed(people)
    assert {} == GAME.shown_by_use(people.history.state)


def test_what_was_undone_tells_nothing_of_the_copy(people: People) -> None:
    people.touch(act.Proceed("A"))
    people.history.undo("touch")
    assert SHOWN == GAME.shown_by_use(people.history.state)
    people.history.undo("touch")
    assert {} == GAME.shown_by_use(people.history.state)


def test_the_next_evening_knows_the_edge_and_asks_for_the_others_still() -> None:
    copies = Copies({"inwo": GAME})
    state = beginning().history.state
    copies.learn("inwo", GAME.shown_by_use(GAME.apply(state, LAID)))
    known = copies.game("inwo")
    card, before = known.evening.catalog[MASTER], GAME.evening.catalog[MASTER]

    assert {*before.outgoing, Side.BOTTOM} == {*card.outgoing}
    assert Provenance.PROVISIONAL is card.arrows
    assert violation(GAME, state, LAID) is not None
    assert violation(known, replace(state, evening=known.evening), LAID) is None
    assert not copies.is_told("inwo")
    capturing = copies.capturing("inwo")
    sheet = next(each for each in capturing.sheets if each.piece == MASTER)
    assert all(is_open(each, capturing.answers) for each in sheet.questions if each.name.endswith("going"))


def test_what_the_owner_tells_counts_for_more_than_what_was_laid() -> None:
    """INWO-83: he has the card."""
    told = {**SHOWN, f"{MASTER}.outgoing": "left"}
    card = GAME.with_profile(GAME.copy_form.profile(told)).evening.catalog[MASTER]  # type: ignore[attr-defined]
    assert (Side.LEFT,) == card.outgoing


def test_an_arrow_that_a_plot_made_is_none_of_the_copy() -> None:
    state = with_group(beginning().history.state, "A", MASTER, extra=(Side.BOTTOM,))
    linked = replace(state, links=(LinkedPlot("lets_get_organized", MASTER, "A"),))

    assert (SHOWN, {}) == (GAME.shown_by_use(state), GAME.shown_by_use(linked))


def test_nothing_else_that_is_forbidden_may_be_legal() -> None:
    state = beginning().history.state
    assert may_be_legal(GAME, state, LAID)
    assert not may_be_legal(GAME, state, replace(LAID, player="B"))
    assert not may_be_legal(GAME, state, replace(LAID, side=GAME.evening.catalog[MASTER].incoming))


# --- by touch, and what the owner sees of it ---


def test_fingers_find_the_edges_that_nobody_has_told() -> None:
    """INWO-83: beside the known arrows of a takeover, and of a move."""
    early = beginning().history.state
    seat, card = "A", LAID.card
    ways = Pick("take", "", seat), Pick("card", card, seat), Pick("edges", card, seat)
    chosen = NO_SELECTION
    for way in ways:
        assert any(button.intent == Select(way) for button in buttons(early, chosen)), way
        chosen = chosen.picking(way)
    offered = {button.intent for button in buttons(early, chosen) if button.enabled}

    assert Do(LAID) in offered
    assert all(may_be_legal(GAME, early, each.action) for each in offered if isinstance(each, Do))
    moving = replace(GAME.apply(early, replace(LAID, side=Side.LEFT)), phase=Phase.MAIN)
    moving = with_group(moving, seat, MASTER, tokens=1)
    picks = (Pick("group", card, seat), Pick("subject", "move", seat), Pick("edges", "move", seat))
    chosen = reduce(Selection.picking, picks, NO_SELECTION)
    assert Do(act.Move(seat, card, MASTER, Side.BOTTOM)) in {button.intent for button in buttons(moving, chosen)}


def buttons(state: State, selection: Selection) -> list[Button]:
    """All that can be touched."""
    screen = GAME.present(state, selection)
    return [*screen.buttons, *(screen.notice.answers if screen.notice is not None else ())]


def test_a_finger_on_such_an_edge_is_asked_and_may_say_that_it_is_right() -> None:
    people = beginning()
    people.do(LAID)
    people.session.handle(Do(LAID))
    prompt = people.session.prompt
    assert prompt is not None
    number, label = next((i, said) for i, (said, each) in enumerate(prompt.replies) if isinstance(each, Allow))
    assert "It is right as it lies" == str(label)
    people.tap(Answer(number, people.session.screen.notice.answers[number].intent.asked))  # type: ignore[union-attr]

    assert SHOWN == GAME.shown_by_use(people.history.state)


def test_an_assumed_edge_is_settled_by_use_too() -> None:
    """INWO-83: what is said of the others from then on tells the one from the other."""
    state = GAME.apply(beginning().history.state, replace(LAID, side=Side.LEFT))
    assert {f"{MASTER}.laid_left": "yes"} == GAME.shown_by_use(state)
    refused = arrow_refusal(state, "A", MASTER, LAID)

    assert refused is not None
    assert "here: the left edge. We assume more here: the right edge." in str(refused.reason)


def test_the_owner_sees_what_use_has_shown_and_corrects_it() -> None:
    """INWO-83: in Your copies, beside the question that stays open; what he tells there is what counts."""
    visitor = Visitor()
    copies = visitor.context.copies
    copies.learn("inwo", SHOWN)
    assert "of 1 the table has shown a part" in str(copy_in_words(visitor.context, "inwo"))
    visitor.opens("copy", "inwo").touches("go to", MASTER).touches("slot", f"{MASTER}.outgoing")
    page = visitor.page
    assert isinstance(page, CopyEntryPage)
    assert "bottom, by use" in [str(value.value) for value in page.slots]
    assert "Cards have lain here: the lower edge." in str(page.asks)
    assert ["bottom", "right, bottom and left"] == [str(button.label) for button in page.likely]
    visitor.touches("choice", "left").touches("enter")

    assert (Side.LEFT,) == copies.game("inwo").evening.catalog[MASTER].outgoing
    assert "the table has shown" not in str(copy_in_words(visitor.context, "inwo"))


# --- the arrow into a card ---

HANGS = {"bill_clinton.hung_top": "yes"}
"""By the edge at which we assume the arrow into him, and he is read only where he lies so."""


def test_what_a_look_reads_below_a_master_settles_the_edge_by_which_it_hangs() -> None:
    """INWO-85: and of the other edges nothing is known by that."""
    people = beginning()
    people.do(replace(LAID, side=Side.LEFT))
    people.wait(4)

    assert {**HANGS, f"{MASTER}.laid_left": "yes"} == people.history.shown_by_use()


def test_what_only_a_finger_has_told_shows_no_edge_by_which_it_hangs() -> None:
    people = beginning()
    people.touch(replace(LAID, side=Side.LEFT))

    assert {f"{MASTER}.laid_left": "yes"} == people.history.shown_by_use()


def test_what_was_undone_shows_no_edge_by_which_it_hangs() -> None:
    people = beginning()
    people.do(replace(LAID, side=Side.LEFT))
    people.wait(4)
    people.history.undo("touch")

    assert {} == people.history.shown_by_use()


def test_the_next_evening_knows_by_which_edge_it_hangs_and_asks_for_it_still() -> None:
    """INWO-83: what the owner tells counts for more."""
    visitor = Visitor()
    copies = visitor.context.copies
    copies.learn("inwo", HANGS)
    known = copies.game("inwo").evening.catalog["bill_clinton"]
    told = GAME.with_profile(GAME.copy_form.profile({**HANGS, "bill_clinton.incoming": "left"})).evening  # type: ignore[attr-defined]
    visitor.opens("copy", "inwo").touches("go to", "bill_clinton").touches("slot", "bill_clinton.incoming")
    page = visitor.page

    assert (Side.TOP, Side.TOP, Provenance.PROVISIONAL) == (known.hung, known.incoming, known.arrows)
    assert (None, Side.LEFT) == (told.catalog["bill_clinton"].hung, told.catalog["bill_clinton"].incoming)
    assert isinstance(page, CopyEntryPage)
    assert "top, by use" in [str(value.value) for value in page.slots]
    assert ["top"] == [str(button.label) for button in page.likely]


BLOCKED = """
[[players]]
name = "Ann"
illuminati = "Gnomes of Zurich"
turns = 2
groups = 1
unseen_groups = ["KKK"]
structure = [
    { card = "Gnomes of Zurich" },
    { card = "Rosicrucians", master = "Gnomes of Zurich", side = "bottom" },
    { card = "Cattle Mutilators", master = "Gnomes of Zurich", side = "top" },
    { card = "Ollie North", master = "Cattle Mutilators", side = "bottom" },
    { card = "Russia", master = "Rosicrucians", side = "bottom", tokens = 1 },
]
[[players]]
name = "Bob"
illuminati = "The Network"
turns = 2
structure = [{ card = "The Network", tokens = 1 }, { card = "The Mafia", master = "The Network", side = "left" }]
"""
"""At the only arrow of Russia there is room for the short edge of a card and not for the long one."""
HUNG = {"rosicrucians": Side.RIGHT, "cattle_mutilators": Side.LEFT, "ollie_north": Side.BOTTOM, "russia": Side.TOP}
ROLLED = """
[attack]
player = "A"
mode = "control"
target = "KKK"
attacker = "Russia"
from_hand = true
spent = true
committed = true
roll = [1, 1]
total = 2
silent = ["A", "B"]
"""
CONTROL, CAPTURE = GAME.read_action("A: attack to control Russia -> KKK"), GAME.read_action("A: capture at right")


def blocked(kkk: Correction | None = None, *, arrows: Provenance = Provenance.OWNER, attack: str = "") -> State:
    """Where the arrows of those are that lie there, and how sure that is."""
    known = {card: Correction(incoming=side, arrows=arrows) for card, side in HUNG.items()}
    known["rosicrucians"] = replace(known["rosicrucians"], outgoing=(Side.BOTTOM,))
    known["cattle_mutilators"] = replace(known["cattle_mutilators"], outgoing=(Side.BOTTOM,))
    known["russia"] = Correction(incoming=Side.TOP, outgoing=(Side.RIGHT,), arrows=Provenance.OWNER)
    catalog = GAME.evening.catalog.corrected(known | ({} if kkk is None else {"kkk": kkk}))
    with_these = replace(GAME, evening=replace(GAME.evening, catalog=catalog))  # type: ignore[type-var]
    return with_these.read_position(attack + BLOCKED)


def test_a_refusal_that_rests_on_the_arrow_into_a_card_says_so() -> None:
    """INWO-87, INWO-130."""
    arriving, most = (
        violation(GAME, blocked(), CONTROL),
        violation(GAME, blocked(arrows=Provenance.PROVISIONAL), CONTROL),
    )
    certain = violation(GAME, blocked(Correction(hung=Side.TOP)), CONTROL)
    assert arriving is not None
    assert most is not None
    assert certain is not None

    assert "Nobody has told where the arrow points into KKK. We assume it here: the upper edge." in str(arriving.reason)
    assert "That is so if all arrows are where we assume." in str(most.reason)
    assert "Russia has no open control arrow." == str(certain.reason)
    assert (True, True, False) == (arriving.provisional, most.provisional, certain.provisional)


def test_so_does_one_of_a_capture_for_which_there_is_no_room() -> None:
    """INWO-83, INWO-87."""
    captured = violation(GAME, blocked(attack=ROLLED), CAPTURE)
    certain = violation(GAME, blocked(Correction(hung=Side.TOP), attack=ROLLED), CAPTURE)
    assert captured is not None
    assert certain is not None

    assert "Nobody has told where the arrow points into KKK." in str(captured.reason)
    assert (True, False) == (captured.provisional, certain.provisional)


def test_it_is_legal_where_the_arrow_into_the_card_is_elsewhere() -> None:
    """So the refusal rests on that, and on nothing else."""
    told = blocked(Correction(incoming=Side.LEFT, arrows=Provenance.OWNER))
    assert violation(GAME, told, CONTROL) is None


# --- no refusal rests on such an edge without saying so ---


def test_no_refusal_rests_on_an_untold_arrow_without_saying_so() -> None:
    """INWO-83: what is refused outright is refused however the arrows turn out that nobody has told."""
    random, asked, saved = Random(30), 0, 0
    for seed in range(6):
        for before, _, _ in islice(playout(GAME, 2 + seed % 3, seed), 20, 220, 9):
            owners = [told_by_chance(before, random) for _ in range(2)]
            known, untold = list(GAME.candidates(before)), list(at_untold_edges(before))
            for action in random.sample(known, min(12, len(known))) + random.sample(untold, min(8, len(untold))):
                said = violation(GAME, before, action)
                if said is None:
                    continue
                asked += 1
                saved += said.provisional
                assert said.provisional <= ("assume" in str(said.reason)), said
                assert "assume" not in str(violation(GAME, owners[0], action) or "")
                if not may_be_legal(GAME, before, action):
                    assert all(violation(GAME, other, action) is not None for other in owners), (said, action)
    assert asked > 400
    assert saved > 10


def at_untold_edges(state: State) -> Iterator[act.Action]:
    for seat in () if state.is_setup else state.alive:
        yield from arrivals(state, seat, edges=untold_arrows)
        yield from moves(state, seat, edges=untold_arrows)


def told_by_chance(state: State, random: Random) -> State:
    """The same table with cards of which an owner has told all arrows: those that are used, and any others.

    What lies nowhere yet may have its incoming arrow at any edge.
    """
    told, lying = {}, {placed.card: placed for player in state.players for placed in player.structure}
    for card in state.evening.catalog.cards.values():
        if card.is_group:
            used = shown_arrows(state, lying[card.id]) if card.id in lying else frozenset()
            incoming = card.incoming if card.id in lying else random.choice(list(Side))
            free = [side for side in Side if side not in {*used, incoming}]
            others = random.sample(free, random.randint(0, 3 - len(used)))
            told[card.id] = Correction(incoming=incoming, outgoing=(*used, *others), arrows=Provenance.OWNER)
    return replace(state, evening=replace(state.evening, catalog=state.evening.catalog.corrected(told)))


# --- the whole way ---


def test_a_camera_reads_it_and_the_next_evening_knows_it() -> None:
    """INWO-83: rendered pictures, the real reader; laid, refused, said to be right, and never asked about again."""
    copies = Copies({"inwo": GAME})
    first = watched(GAME)
    first.do(LAID)
    first.wait(6)
    prompt = first.session.prompt
    assert prompt is not None
    assert "We assume them here: the left edge, the right edge." in str(prompt.notice.lines[0])
    number = next(i for i, (_, each) in enumerate(prompt.replies) if isinstance(each, Allow))
    first.tap(Answer(number, first.session.screen.notice.answers[number].intent.asked))  # type: ignore[union-attr]
    copies.learn("inwo", first.history.shown_by_use())

    next_time = watched(copies.game("inwo"))
    next_time.do(LAID)
    next_time.wait(6)
    assert next_time.session.prompt is None
    assert [GAME.write_action(LAID)] == believed(next_time)


def watched(game: Any) -> People:
    people = People(game, 2, 1, done=begun("a_fan_of_resources")[:5])
    people.watched_by(lambda eye, start: RenderedFrames(game, people.reality.scenery, eye, start), from_the_start=True)
    people.wait(3)
    return people

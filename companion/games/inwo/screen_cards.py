"""Cards as they are played and brought into play by touch: which, in which way, and what mostly follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.core.screen import Button, Do, Notice, Select, question
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import Piece
from companion.core.text import NOTHING, Text, as_people_sort, say, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.button_texts import asked_by_hand, button
from companion.games.inwo.candidates_cards import card_plays
from companion.games.inwo.copy_form import ICONS, TINTS
from companion.games.inwo.resolve import is_asked
from companion.games.inwo.rules import apply, broken, rests_on_untold
from companion.games.inwo.screen_boards import subject_of
from companion.games.inwo.state import Phase, State

# --- what has come of a card that people carry out: first what kind of thing has changed, then which ---


CHANGED, MOVED = "changed", "moved"
"""What is picked on the way: the kind of thing that has changed, and a card that has gone."""


@dataclass(frozen=True, slots=True)
class Group:
    """What can be told under one head."""

    name: str
    title: Text
    icon: str
    asks: Text
    kinds: tuple[type[act.Action], ...]


GROUPS = (
    Group("cards", say("Cards"), "cards", say("Which card has left its place?"), (act.Remove,)),
    Group("tokens", say("Tokens"), "bolt", say("Which tokens have changed?"), (act.SetTokens,)),
    Group("hands", say("Hands"), "hand-grab", say("Whose hand has changed?"), (act.SetPlots, act.SetGroups)),
    Group("strength", say("Strength"), "swords", say("How has the strength changed?"), (act.AdjustStrength,)),
)


def by_hand_question(state: State, card: Piece, selection: Selection, lines: tuple[Text, ...]) -> Notice:
    """The kinds of things that may have changed, unless a card leaves only a few choices of one kind."""
    legal = [action for action in candidates.candidates(state) if broken(state, action) is None]
    there = [group for group in GROUPS if _of(group, legal)]
    group = next((group for group in there if _is_picked(group, selection)), None)
    if len(there) <= 1:
        return question(asked_by_hand(state, card), (button(state, way) for way in legal), NO_SELECTION, lines)
    if group is None:
        grouped = tuple(kind for each in there for kind in each.kinds)
        plain = [button(state, way) for way in legal if not isinstance(way, grouped)]
        heads = [Button(g.title, Select(Pick(CHANGED, g.name)), icon=g.icon) for g in there]
        return question(asked_by_hand(state, card), [*heads, *plain], NO_SELECTION, lines)
    return _told(state, group, _of(group, legal), selection)


def _of(group: Group, legal: Iterable[act.Action]) -> list[act.Action]:
    return [action for action in legal if isinstance(action, group.kinds)]


def _is_picked(group: Group, selection: Selection) -> bool:
    pick = selection.of(CHANGED)
    return pick is not None and pick.what == group.name


def _told(state: State, group: Group, ways: Sequence[act.Action], selection: Selection) -> Notice:
    """Of cards first which, then where it has gone."""
    removals = [way for way in ways if isinstance(way, act.Remove)]
    if not removals:
        return question(group.asks, (button(state, way) for way in ways), selection)
    moved = selection.of(MOVED)
    fates = [way for way in removals if moved is not None and way.card == moved.what]
    if fates:
        heading = say("{card}: where has it gone?", card=state.card(fates[0].card).title)
        return question(heading, (button(state, way) for way in fates), selection)
    cards = sorted({way.card for way in removals}, key=lambda card: as_people_sort(str(state.card(card).title)))
    answers = [_card(state, each) for each in cards]
    return question(group.asks, answers, selection)


def _card(state: State, card: Piece) -> Button:
    """With its icon, and under whose cards it is found."""
    kind, owner = state.card(card).kind, state.controller(card)
    whose = NOTHING if owner is None else verbatim(state.player(owner).name)
    icon, pick = ICONS.get(kind, "building"), Select(Pick(MOVED, card))
    return Button(state.card(card).title, pick, icon=icon, tint=TINTS[kind], group=whose)


# --- the cards ---


CARDS, TAKE, EDGES, GROUP, SUBJECT = "cards", "take", "edges", "group", "subject"
ALONE = "alone"
"""What is picked where what mostly follows a card does not: somebody cancels it, or no tokens are laid yet."""


def allowed(state: State, actions: Iterable[act.Action]) -> list[act.Action]:
    return [action for action in actions if broken(state, action) is None]


def asked_of(
    state: State,
    heading: Text,
    actions: Iterable[act.Action],
    selection: Selection = NO_SELECTION,
    wording: Callable[[State, act.Action], Button] = button,
) -> Notice | None:
    answers = [wording(state, action) for action in allowed(state, actions)]
    return question(heading, answers, selection) if answers else None


def latest(selection: Selection) -> Pick | None:
    return next((pick for pick in reversed(selection.path) if pick.kind != ALONE), None)


def by_card(state: State, selection: Selection, heading: Text, actions: Iterable[act.Action]) -> Notice | None:
    """First the card, then the way; a card that can be played in one way only is played."""
    pick = latest(selection)
    assert pick is not None
    ways: dict[Piece, list[act.Action]] = {}
    for action in allowed(state, actions):
        if (card := getattr(action, "card", None)) is not None:
            ways.setdefault(card, []).append(action)
    answers = []
    for card, of_card in ways.items():
        title, chosen = state.card(card).title, Pick("card", card, pick.seat)
        alone = len(of_card) == 1 and not _at_untold_edges(state, selection.picking(chosen))
        intent = _with_what_follows(state, of_card[0], selection) if alone else Select(chosen)
        kind = state.card(card).kind
        answers.append(Button(title, intent, icon=ICONS.get(kind, "building"), tint=TINTS[kind]))
    every = [action for of_card in ways.values() for action in of_card]
    return question(heading, [*answers, *_alone(state, every, selection)], selection) if answers else None


def _following(state: State, way: act.Action) -> act.Decision | None:
    """What mostly comes after a card: it takes effect, or the tokens are laid."""
    after = apply(state, way)
    follows: act.Decision = act.LetStand(after.stack[-1].player) if after.stack else act.Proceed(state.on_turn)
    is_next = bool(after.stack) or (isinstance(way, act.TakeOver | act.Acquire) and state.phase is not Phase.MAIN)
    return follows if is_next and broken(after, follows) is None else None


def _with_what_follows(state: State, way: act.Action, selection: Selection) -> Do:
    follows = _following(state, way)
    is_alone = follows is None or (selection.of(ALONE) is not None and _is_a_choice(state, way))
    return Do(way) if is_alone or follows is None else Do(way, (follows,))


def _is_a_choice(state: State, way: act.Action) -> bool:
    """Whether what follows may be something else: only what could be cancelled can be."""
    after = apply(state, way)
    return is_asked(after) if after.stack else True


def _alone(state: State, ways: Iterable[act.Action], selection: Selection) -> Iterator[Button]:
    """For whoever does not want what mostly follows."""
    pick = latest(selection)
    following = [_following(state, way) for way in ways if _is_a_choice(state, way)]
    found = next((each for each in following if each is not None), None)
    if found is None or pick is None or selection.of(ALONE) is not None:
        return
    words, icon = (say("Somebody cancels it"), "ban") if isinstance(found, act.LetStand) else (say("No tokens yet"), "")
    yield Button(words, Select(Pick(ALONE, "", pick.seat)), icon=icon)


def _plays(state: State, ways: Iterable[act.Action], selection: Selection) -> Iterator[Button]:
    for way in ways:
        target = str(getattr(way, "target", ""))
        group = state.card(target).title if target in state.evening.catalog.cards else NOTHING
        yield replace(button(state, way), intent=_with_what_follows(state, way, selection), group=group)


def card_ways(state: State, selection: Selection, pick: Pick) -> Notice | None:
    assert pick.seat is not None
    if pick.what not in state.evening.catalog.cards:
        return None
    if selection.of(TAKE) is not None:
        ways: Iterable[act.Action] = candidates.arrivals(state, pick.seat)
    elif selection.of(CARDS) is not None:
        ways = (a for a in card_plays(state) if a.player == pick.seat)
    else:
        return None
    mine = allowed(state, (a for a in ways if getattr(a, "card", None) == pick.what))
    heading = say("{card}: how?", card=state.card(pick.what).title)
    answers = [*_plays(state, mine, selection), *_alone(state, mine, selection)]
    asked = question(heading, answers, selection) if mine else None
    return asked if selection.of(TAKE) is None else at_other_edges(state, selection, asked)


def at_other_edges(state: State, selection: Selection, asked: Notice | None) -> Notice | None:
    """Beside the arrows that are known the way to edges that may have one, for all that anybody has told (INWO-83)."""
    pick = latest(selection)
    if asked is None or pick is None or not _at_untold_edges(state, selection):
        return asked
    way = Button(say("At another edge"), Select(Pick(EDGES, pick.what, pick.seat)), icon="help")
    *others, back = asked.answers
    return replace(asked, answers=(*others, way, back))


def edges_question(state: State, selection: Selection) -> Notice | None:
    if selection.of(EDGES) is None or not (ways := _at_untold_edges(state, selection)):
        return None
    return question(say("At which edge?"), [button(state, way) for way in ways], selection)


def _at_untold_edges(state: State, selection: Selection) -> list[act.Action]:
    group, subject, taken = (selection.of(kind) for kind in (GROUP, SUBJECT, "card"))
    pick = group or taken
    if pick is None or pick.seat is None:
        return []
    ways_of = candidates.arrivals if subject is None else candidates.moves
    ways = ways_of(state, pick.seat, {pick.what}, candidates.untold_arrows)
    asked = (way for way in ways if subject is None or subject_of(way) == subject.what)
    return [way for way in asked if rests_on_untold(state, way)]

"""Structures as they lie on the table, the middle with the New World Orders, and what is counted of each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from companion.core.game import Seat
from companion.core.screen import Arrangement, Board, Cell, Intent, Tone
from companion.core.screen_parts import BoardLink, KeyFigure, LinkKind
from companion.core.table import Piece
from companion.core.text import Text, comma_list, say, say_plural, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.card_values import alignments, is_devastated, power
from companion.games.inwo.continuous_effects import links_beside, may_be_linked_to
from companion.games.inwo.geometry import Spot, arrows, half_extent, outward, places
from companion.games.inwo.goals import standings
from companion.games.inwo.names import ALIGNMENT_NAME
from companion.games.inwo.rules import broken
from companion.games.inwo.state import Phase, Placed, Player, State
from companion.games.inwo.table import arrow_zone

# --- what a player can do with one of his Groups when he touches it, by what it does it to ---


def subject_of(action: act.Action) -> str | None:
    match action:
        case act.DeclareAttack():
            return f"attack {action.target}"
        case act.Move():
            return "move"
        case act.HandOver():
            return f"give {action.to}"
        case _:
            return None


def subject_name(state: State, subject: str) -> Text:
    kind, _, what = subject.partition(" ")
    match kind:
        case "attack":
            return say("Attack {target}", target=state.card(what).title)
        case "give":
            return say("Hand over to {who}", who=state.player(what).name)
        case _:
            return say("Move")


def _helps_of(state: State, seat: str, card: str) -> Iterator[act.Action]:
    """What a Group can do in an attack, also what it may not; with Plots only what it may."""
    for way in candidates.helps(state, seat):
        if isinstance(way, act.GiveHelp) and way.card == card and not (way.plots and broken(state, way)):
            yield way


@lru_cache(maxsize=64)
def about(state: State, seat: str, card: str) -> tuple[act.Action, ...]:
    """Everything that a player can do with one of his Groups."""
    return tuple(_ways_of(state, seat, card))


def _ways_of(state: State, seat: str, card: str) -> Iterator[act.Action]:
    if state.stack or state.owed or state.by_hand is not None:
        return
    if state.attack is not None and state.attack.roll is None:
        yield from _helps_of(state, seat, card)
    removal = act.RemoveToken(seat, card)
    if broken(state, removal) is None:
        yield removal
    if state.attack is not None:
        return
    if state.phase is Phase.MAIN and seat == state.on_turn and not state.claims:
        for action in candidates.declarations(state, seat):
            if isinstance(action, act.DeclareAttack) and action.attacker == card:
                yield action
        for way in candidates.moves(state, seat):
            if isinstance(way, act.Move | act.HandOver) and way.card == card:
                yield way


# --- the boards ---


UNIT = 63.0
"""Millimetres of the table for one unit of the board: a card's short edge."""
LEAST_WIDTH, LEAST_HEIGHT = 3.0, 3.0
GAP = 6.0
"""Millimetres by which a drawn card is smaller than the real one at each edge: room for the arrows."""
BESIDE = (1.6, 0.42)
"""Width and height in units of a card that lies beside the structure."""

ORDER_TINT = "#D8A878"

Touch = Callable[[Piece], Intent | None]


def structure_board(state: State, seat: Seat, player: Player, touch: Touch | None) -> Board:
    """A structure from above, moved so that it begins at the board's corner; beside it what lies open."""
    lying = places(state.evening.catalog, player.structure)
    extents = {card: half_extent(state.card(card), spot) for card, spot in lying.items()}
    left = min((spot.x - extents[card][0] for card, spot in lying.items()), default=0.0)
    top = min((spot.y - extents[card][1] for card, spot in lying.items()), default=0.0)
    right = max((spot.x + extents[card][0] for card, spot in lying.items()), default=0.0)
    bottom = max((spot.y + extents[card][1] for card, spot in lying.items()), default=0.0)
    beside = tuple(_beside(state, player, max((right - left) / UNIT, 0.0) + 0.1, seat))
    width = max((right - left) / UNIT + (BESIDE[0] + 0.1 if beside else 0.0), LEAST_WIDTH)
    height = max((bottom - top) / UNIT, LEAST_HEIGHT, BESIDE[1] * len(beside))
    # A structure that is narrower than its board stands in the middle of it.
    left -= 0.0 if beside else max(0.0, width * UNIT - (right - left)) / 2
    top -= max(0.0, height * UNIT - (bottom - top)) / 2
    cells = tuple(
        Cell(
            title=state.card(placed.card).title,
            x=(lying[placed.card].x - extents[placed.card][0] - left + GAP) / UNIT,
            y=(lying[placed.card].y - extents[placed.card][1] - top + GAP) / UNIT,
            width=2 * (extents[placed.card][0] - GAP) / UNIT,
            height=2 * (extents[placed.card][1] - GAP) / UNIT,
            value=str(power(state, placed.card)),
            detail=_alignments(state, placed),
            icon="bolt" if placed.tokens else "circle-dashed",
            lit=placed.master is None,
            payers=(seat,) if placed.master is None else (),
            tone=_tone(state, seat, placed),
            zone=_zone(seat, placed),
            intent=touch(placed.card) if touch is not None else None,
            pieces=(placed.card,),
        )
        for placed in player.structure
    )
    return Board(
        f"structure {seat}",
        say("{name}’s power structure", name=player.name),
        width,
        height,
        (*cells, *beside),
        arrangement=Arrangement.TREE,
        links=tuple(_arrows(state, seat, lying, (left, top))),
    )


def _arrows(state: State, seat: Seat, lying: Mapping[Piece, Spot], corner: tuple[float, float]) -> Iterator[BoardLink]:
    """The arrows with a puppet, and those at which one could still be laid."""
    player = state.player(seat)
    used = [(each.master, each.side) for each in player.structure if each.master and each.side]
    free = list(arrows(state.evening.catalog, player.structure))
    for kind, ends in ((LinkKind.ARROW, used), (LinkKind.FREE_ARROW, free)):
        for card, side in ends:
            spot = lying[card]
            x, y = outward(state.card(card), side, spot.quarters)
            edge = ((spot.x + x - corner[0]) / UNIT, (spot.y + y - corner[1]) / UNIT)
            length = max(abs(x), abs(y))
            step = x / length * GAP / UNIT, y / length * GAP / UNIT
            zone = arrow_zone(seat, card, side) if kind is LinkKind.FREE_ARROW else ""
            yield BoardLink(kind, (edge[0] - step[0], edge[1] - step[1]), (edge[0] + step[0], edge[1] + step[1]), zone)


def _alignments(state: State, placed: Placed) -> Text | None:
    found = sorted(alignments(state, placed.card))
    return comma_list(ALIGNMENT_NAME[each] for each in found) if found else None


def _tone(state: State, seat: Seat, placed: Placed) -> Tone:
    if is_devastated(state, seat, placed.card):
        return Tone.BAD
    attack = state.attack
    return Tone.ATTENTION if attack is not None and attack.target == placed.card else Tone.NORMAL


def _zone(seat: Seat, placed: Placed) -> str:
    if placed.master is None or placed.side is None:
        return f"{seat}.illuminati"
    return arrow_zone(seat, placed.master, placed.side)


def _beside(state: State, player: Player, x: float, seat: Seat) -> Iterator[Cell]:
    """Resources, linked Plots, exposed Plots."""
    links = [(link.card, link.to) for link in links_beside(state, seat)]
    lines = [(each.card, each.to, str(each.tokens or ""), f"{seat}.resources") for each in player.resources]
    lines += [(card, to, "", f"{seat}.links") for card, to in links]
    lines += [(card, None, "", f"{seat}.exposed") for card in player.exposed]
    wide, high = BESIDE
    for number, (card, to, value, zone) in enumerate(lines):
        detail = _link(state, player, card, to)
        named = state.card(card).title
        yield Cell(named, x, number * high, wide, high - 0.03, value, detail, zone=zone, pieces=(card,))


def _link(state: State, player: Player, card: Piece, to: Piece | None) -> Text | None:
    """What a card is linked to; one that Groups may have is the Illuminati's until one has it (INWO-106-R)."""
    if to is not None:
        return say("linked to {card}", card=state.card(to).title)
    if player.illuminati is None or may_be_linked_to(state, card) is None:
        return None
    linked = state.rule("unlinked_resources") == "linked"
    return (say("linked to {card}") if linked else say("belongs to {card}")).fill(
        card=state.card(player.illuminati).title
    )


def middle_board(state: State) -> Board:
    cells = tuple(
        Cell(
            state.card(order.card).title,
            0.0,
            number,
            zone="orders",
            icon="world",
            tints=(ORDER_TINT,),
            pieces=(order.card,),
        )
        for number, order in enumerate(state.orders)
    )
    return Board("middle", say("New World Orders"), 1, max(1, len(cells)), cells, 0.3, arrangement=Arrangement.ROWS)


# --- what is counted of each player at a glance ---


def illuminati(state: State, player: Player) -> Text | None:
    return state.card(player.illuminati).title if player.illuminati is not None else None


def facts(player: Player) -> Iterator[KeyFigure]:
    plots = player.plots + len(player.exposed)
    yield KeyFigure(say_plural("Plot", "Plots", plots), str(plots), "cards")
    yield KeyFigure(say_plural("Group card", "Group cards", player.groups), str(player.groups), "users")
    if player.destroyed:
        yield KeyFigure(say("destroyed"), str(len(player.destroyed)), "skull")


def score(state: State, seat: str, player: Player) -> KeyFigure | None:
    """What he has of the goal that he is nearest to."""
    if player.illuminati is None or player.out or state.is_setup:
        return None
    nearest = min(standings(state, seat), key=lambda standing: standing.missing)
    return KeyFigure(say("of {needed} to win", needed=nearest.needed), str(nearest.has))


FEW_PLAYERS = 3


def whose(state: State, seat: str) -> Text:
    """Under whose name ways stand together: of many players whoever is on turn has his own."""
    if seat == state.on_turn or len(state.seats) <= FEW_PLAYERS:
        return verbatim(state.player(seat).name)
    return say("The other players")

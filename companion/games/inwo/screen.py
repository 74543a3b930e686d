"""What the players see: structures as they lie, the attack with its running strength, and what can be touched now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from companion.core.facts import provisional
from companion.core.screen import Button, Do, Notice, Screen, SeatView, Select, Tone, question
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import Piece
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.board import next_seat
from companion.games.inwo.button_texts import button, edge_button, label
from companion.games.inwo.candidates_cards import card_plays
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.goals import outcome
from companion.games.inwo.resolve import is_asked
from companion.games.inwo.rules import broken
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.screen_attack import announcements, attack_button, attack_question, declaring, done_with
from companion.games.inwo.screen_boards import (
    about,
    facts,
    illuminati,
    middle_board,
    score,
    structure_board,
    subject_name,
    subject_of,
    whose,
)
from companion.games.inwo.screen_cards import (
    CARDS,
    GROUP,
    SUBJECT,
    TAKE,
    allowed,
    asked_of,
    at_other_edges,
    by_card,
    by_hand_question,
    card_ways,
    edges_question,
    latest,
)
from companion.games.inwo.screen_drawing import DRAWN, drawing, drawn_at_once, until_drawn
from companion.games.inwo.settings import TITLE
from companion.games.inwo.state import Phase, Player, State
from companion.games.inwo.turn import to_move

HAND, BUY, LEADS, BESIDES = "hand", "buy", "leads", "besides"
LIKELY, _NEXT_TURN = 3, say("Knock; what comes next")
PHASE_NAME = {
    Phase.ILLUMINATI: say("turn over the Illuminati"),
    Phase.LEADS: say("pick a lead"),
    Phase.START: say("roll who begins"),
    Phase.PLOTS: say("draw a Plot"),
    Phase.GROUPS: say("draw a Group card"),
    Phase.TAKEOVER: say("automatic takeover"),
    Phase.MAIN: say("main phase"),
    Phase.KNOCKED: say("after the knock"),
}


def present(state: State, selection: Selection = NO_SELECTION) -> Screen:
    """The whole screen of a state, with what fingers have picked on the way to an action."""
    over = outcome(state) is not None
    return Screen(
        title=TITLE,
        status=_status(state),
        seats=tuple(_seat(state, seat, player, over=over) for seat, player in state.each()),
        boards=(middle_board(state),),
        buttons=() if over else _buttons(state),
        notice=None if over else _notice(state, selection),
        remarks=tuple(_remarks(state)),
    )


def _status(state: State) -> Text:
    ended = outcome(state)
    if ended is not None:
        names = tuple(verbatim(state.player(seat).name) for seat in ended.winners)
        return say("{names} won. {reason}", names=names, reason=ended.reason) if names else say("Nobody won")
    if state.is_setup:
        return say("Setting up: {phase}", phase=PHASE_NAME[state.phase])
    return say("{who}'s turn: {phase}", who=state.player(state.on_turn).name, phase=PHASE_NAME[state.phase])


def _remarks(state: State) -> Iterator[Text]:
    unconfirmed = provisional(state.evening.catalog.facts)
    if unconfirmed:
        yield say_plural(
            "{count} printed value is provisional: nobody has confirmed it.",
            "{count} printed values are provisional: nobody has confirmed them.",
            unconfirmed,
        )


# --- the players ---


def _seat(state: State, seat: str, player: Player, *, over: bool) -> SeatView:
    touchable = not (over or state.is_setup)
    return SeatView(
        seat=seat,
        name=player.name,
        facts=tuple(facts(player)),
        score=score(state, seat, player),
        board=structure_board(state, seat, player, (lambda card: _touch(state, seat, card)) if touchable else None),
        on_turn=seat in to_move(state),
        tone=Tone.DIM if player.out else Tone.NORMAL,
        remark=say("out of the game") if player.out else illuminati(state, player),
    )


def _touch(state: State, seat: str, card: str) -> Select | None:
    """In an attack also what may not help: who touches it is told why."""
    ways = about(state, seat, card)
    touchable = bool(ways) if state.attack is not None else _first_legal(ways, state)
    return Select(Pick(GROUP, card, seat)) if touchable else None


# --- buttons ---


@lru_cache(maxsize=4)
def _buttons(state: State) -> tuple[Button, ...]:
    """Kept while fingers pick their way to an action: the state stays the same."""
    return tuple(_offered(state))


def _offered(state: State) -> Iterator[Button]:
    """What is likely stands by itself, the rest with whoever does it."""
    seat = state.on_turn
    if state.is_setup or state.attack is not None or state.stack or state.owed or state.by_hand or state.claims:
        return
    drawn = drawn_at_once(state)
    if state.phase is Phase.KNOCKED:
        yield button(state, act.Begin(next_seat(state)), "pass")
        yield from drawn
        yield from (replace(button(state, act.Claim(each)), group=whose(state, each)) for each in state.alive)
    elif state.phase is Phase.MAIN:
        yield button(state, act.Knock(seat), "pass")
        yield from drawn[:1]
        yield attack_button(state, seat)
        own = [button(state, act.DrawGroup(seat)), button(state, act.Claim(seat))]
        yield from (replace(way, group=whose(state, seat)) for way in own)
        yield from (replace(way, group=_NEXT_TURN) for way in drawn[1:])
    else:
        yield from drawn[:LIKELY]
        own = [*drawn[LIKELY:], button(state, act.DrawPlot(seat)), button(state, act.DrawGroup(seat))]
        yield from (replace(way, group=whose(state, seat)) for way in own)
        yield button(state, act.Proceed(seat), "pass")
    yield from _ways_in(state)


# --- questions ---


def _notice(state: State, selection: Selection) -> Notice | None:
    if state.is_setup:
        return _setup_question(state, selection)
    if state.by_hand is not None:
        return by_hand_question(state, state.by_hand.card, selection, tuple(_left_to_people(state)))
    if state.owed:
        return _owed_question(state)
    picked = declaring(state, selection) or _picked_question(state, selection) or edges_question(state, selection)
    if picked is not None:
        return picked
    if selection.of(DRAWN) is not None:
        return _brought_after_drawing(state, selection)
    if state.stack:
        return _stack_question(state)
    if state.attack is not None:
        return attack_question(state, state.attack, selection, list(_beside_the_attack(state)))
    if state.claims:
        names = tuple(verbatim(state.player(claim.player).name) for claim in state.claims)
        silent = [act.NoMore(seat) for seat in waiting_for(state)]
        answers = [Button(say("Nobody has an answer"), done_with(state, silent)), *(button(state, a) for a in silent)]
        return question(say("{names} claimed victory. Any answer?", names=names), answers, NO_SELECTION, likely=True)
    return None


def _left_to_people(state: State) -> Iterator[Text]:
    """What the table has settled that a card may ask of those who carry it out. INWO-99-R."""
    if any(player.resources for player in state.players):
        beside = say("Resources lie beside the power structures and are no part of them.")
        part = say("Resources are a part of their players’ power structures.")
        yield beside if state.rule("resources_in_structures") == "beside" else part


def _brought_after_drawing(state: State, selection: Selection) -> Notice | None:
    """As a card is brought into play, before which the player has drawn."""
    drawn, now = until_drawn(state)
    if not drawn or now.phase is Phase.KNOCKED:
        return None
    taken = Pick(TAKE, "", drawing(state))
    asked = _notice(now, Selection(tuple(taken if pick.kind == DRAWN else pick for pick in selection.path)))
    if asked is None:
        return None
    first, *then = drawn
    answers = (
        replace(each, intent=Do(first, (*then, *each.intent.actions))) if isinstance(each.intent, Do) else each
        for each in asked.answers
    )
    return replace(asked, answers=tuple(answers))


def _first_legal(actions: Iterable[act.Action], state: State) -> bool:
    return any(broken(state, action) is None for action in actions)


def _owed_question(state: State) -> Notice | None:
    owed = state.owed[0]
    ask = say("{who} discards a card. Which?")
    if owed.payers:
        ask = say("{who} moved a Group. Whose token pays?")
    elif owed.what is Pile.EXPOSED:
        ask = say("{who} shows a Plot. Which?")
    alone = all(each.player == owed.player for each in state.owed)
    heading = ask.fill(who=state.player(owed.player).name)
    return asked_of(state, heading, candidates.candidates(state), wording=_discarded if alone else button)


def _discarded(state: State, action: act.Action) -> Button:
    """The card alone, where the question has said already who throws one away."""
    said = button(state, action)
    return replace(said, label=state.card(action.card).title) if isinstance(action, act.Discard) else said


def _setup_question(state: State, selection: Selection) -> Notice | None:
    waiting = to_move(state)
    match state.phase:
        case Phase.ILLUMINATI:
            return _illuminati_question(state, waiting[0])
        case Phase.START:
            return asked_of(state, say("Who rolled highest and begins?"), candidates.candidates(state))
        case _:
            return _lead_question(state, selection, waiting[0])


def _illuminati_question(state: State, seat: str) -> Notice | None:
    """Whose deck has only one needs not be asked which: it has to be laid."""
    who = state.player(seat).name
    own = [action for action in candidates.candidates(state) if action.player == seat]
    only = own[0] if len(own) == 1 else None
    if not isinstance(only, act.Reveal):
        return asked_of(state, say("Which Illuminati does {who} play?", who=who), own)
    heading = say("{who} plays {card}. Lay the card out.", who=who, card=state.card(only.card).title)
    return question(heading, (replace(button(state, only), label=say("It lies there")),), NO_SELECTION)


def _lead_question(state: State, selection: Selection, seat: str) -> Notice | None:
    ways = [a for a in candidates.candidates(state) if isinstance(a, act.Lead) and a.player == seat]
    legal = [a for a in ways if broken(state, a) is None]
    pick = selection.of(LEADS)
    if pick is not None and any(a.card == pick.what for a in legal):
        heading = say("At which arrow does {card} lie?", card=state.card(pick.what).title)
        return asked_of(state, heading, (a for a in legal if a.card == pick.what), selection, edge_button)
    answers = [
        Button(state.card(card).title, Select(Pick(LEADS, card, seat))) for card in dict.fromkeys(a.card for a in legal)
    ]
    return question(say("Which lead has {who} picked?", who=state.player(seat).name), answers, NO_SELECTION)


def _stack_question(state: State) -> Notice | None:
    played = state.stack[-1]
    asks = say("{who} plays {card}. Does anybody cancel it?")
    says = say("{who} plays {card}. Put it on the discards: it takes effect.")
    heading = (asks if is_asked(state) else says).fill(
        who=state.player(played.player).name, card=state.card(played.card).title
    )
    answers = [act.LetStand(played.player), *allowed(state, card_plays(state))]
    return question(heading, [button(state, answer) for answer in answers], NO_SELECTION, likely=True)


def _beside_the_attack(state: State) -> Iterator[Button]:
    """What people may do before and after the roll: play cards, and what is done at any time."""
    yield from _card_buttons(state)
    if any(True for _ in _hand_buttons(state)):
        yield Button(say("Something else"), Select(Pick(BESIDES, "", state.on_turn)), icon="dots")


def _card_buttons(state: State) -> Iterator[Button]:
    """One button for each player who can play a card now."""
    for seat in state.alive:
        if _first_legal((a for a in card_plays(state) if a.player == seat), state):
            words = say("{who} plays a card", who=state.player(seat).name)
            yield Button(words, Select(Pick(CARDS, "", seat)), icon="play-card", group=whose(state, seat))


# --- what was picked ---


def _ways_in(state: State) -> Iterator[Button]:
    """What can be done besides: one way into it for each kind."""
    seat = state.on_turn
    if _first_legal(candidates.arrivals(state, seat) if state.phase is not Phase.KNOCKED else (), state):
        words = say("Bring a card into play")
        yield Button(words, Select(Pick(TAKE, "", seat)), icon="play-card", group=whose(state, seat))
    for way in _card_buttons(state):
        # In the main phase it is as likely as an attack.
        likely = state.phase is Phase.MAIN and way.intent == Select(Pick(CARDS, "", seat))
        yield replace(way, group=NOTHING) if likely else way
    yield from _hand_buttons(state)
    for each in state.alive:
        if broken(state, act.LeaveGame(each)) is None:
            yield replace(button(state, act.LeaveGame(each)), group=whose(state, each))


def _hand_buttons(state: State) -> Iterator[Button]:
    for each in state.alive:
        name, group = state.player(each).name, whose(state, each)
        ways = allowed(state, candidates.buys(state, each))
        alone = [way for way in ways if isinstance(way, act.BuyPlot) and len(way.payers) == 1]
        yield from (replace(button(state, way), icon="coin", group=group) for way in alone)
        if len(ways) > len(alone):
            yield Button(say("{who} buys a Plot", who=name), Select(Pick(BUY, "", each)), icon="coin", group=group)
        if _first_legal(_hand_actions(state, each), state):
            yield Button(say("{who}'s hand", who=name), Select(Pick(HAND, "", each)), icon="hand-grab", group=group)


def _hand_actions(state: State, seat: str) -> Iterator[act.Action]:
    yield from (a for a in candidates.free_actions(state, seat) if not isinstance(a, act.BuyPlot | act.RemoveToken))
    yield from (a for a in candidates.claims(state) if a.player == seat)


def _picked_question(state: State, selection: Selection) -> Notice | None:
    pick = latest(selection)
    if pick is None or pick.seat not in state.seats:
        return None
    seat, name = pick.seat, state.player(pick.seat).name
    match pick.kind:
        case kind if kind == GROUP and any(each.card == pick.what for each in state.player(seat).structure):
            return _grouped(state, selection, state.card(pick.what).title, about(state, seat, pick.what))
        case kind if kind == SUBJECT and (group := selection.of(GROUP)) is not None:
            ways = (a for a in about(state, seat, group.what) if subject_of(a) == pick.what)
            return at_other_edges(state, selection, _subject(state, selection, group.what, ways))
        case kind if kind == TAKE and seat == state.on_turn:
            return by_card(state, selection, say("Which card?"), candidates.arrivals(state, seat))
        case kind if kind == BUY:
            asked = say("Who pays for {who}'s Plot?", who=name)
            return asked_of(state, asked, candidates.buys(state, seat), selection, _paid)
        case kind if kind == HAND:
            return asked_of(state, say("{who}'s hand", who=name), _hand_actions(state, seat), selection, _of_hand)
        case kind if kind == BESIDES and (ways_in := list(_hand_buttons(state))):
            return question(say("What else is done?"), ways_in, selection)
        case kind if kind == CARDS:
            plays = (a for a in card_plays(state) if a.player == seat)
            return by_card(state, selection, say("Which card does {who} play?", who=name), plays)
        case "card":
            return card_ways(state, selection, pick)
        case _:
            return None


def _paid(state: State, way: act.Action) -> Button:
    """With the first card that pays, where several do."""
    first = way.payers[0] if isinstance(way, act.BuyPlot) and len(way.payers) > 1 else None
    return replace(button(state, way), group=NOTHING if first is None else state.card(first).title)


def _of_hand(state: State, way: act.Action) -> Button:
    """With what else is done so."""
    return replace(button(state, way), group=_OF_HANDS.get(type(way), NOTHING))


_OF_HANDS = {
    act.Discard: say("Discard a card"),
    act.Expose: say("Show a Plot"),
    act.ReturnPlot: say("Put a Plot back"),
    act.GivePlot: say("Give a Plot"),
    act.GiveGroup: say("Give a Group"),
    act.GiveResource: say("Give a Resource"),
}


def _subject(state: State, selection: Selection, card: Piece, ways: Iterable[act.Action]) -> Notice | None:
    """The ways in which a Group does one thing; an attack, also with all that it takes where nobody answers."""
    legal = allowed(state, ways)
    attacks = [a for a in legal if isinstance(a, act.DeclareAttack)]
    if attacks:
        heading = say("{card}: to which end is it attacked?", card=state.card(attacks[0].target).title)
        return question(heading, announcements(state, attacks), selection)
    return asked_of(state, say("{card}: how?", card=state.card(card).title), legal, selection)


def _grouped(state: State, selection: Selection, heading: Text, actions: Iterable[act.Action]) -> Notice | None:
    """What a Group can do: by what it does it to, where there is much."""
    legal = list(actions) if state.attack is not None else allowed(state, actions)
    pick = selection.latest
    assert pick is not None
    answers: list[Button] = []
    offered: set[str] = set()
    for action in legal:
        subject = subject_of(action)
        if subject is None:
            # Help that is not allowed may be asked for: the refusal has the rule, and the table may allow it.
            answers.append(replace(button(state, action), enabled=True, why_not=None))
        elif subject not in offered:
            offered.add(subject)
            several = sum(subject_of(a) == subject for a in legal) > 1
            way = Button(subject_name(state, subject), Select(Pick(SUBJECT, subject, pick.seat)))
            words = way.label if isinstance(action, act.DeclareAttack) else label(state, action)
            answers.append(way if several else replace(button(state, action), label=words))
    return question(heading, answers, selection) if answers else None

"""What a roll decides in words, and what hands then do on the table."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table import Piece
from companion.core.text import Text, say, say_plural
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.board import tokens_on
from companion.games.inwo.card_values import is_devastated
from companion.games.inwo.rules import apply
from companion.games.inwo.rules_result import must_be_placed, succeeded
from companion.games.inwo.state import State
from companion.games.inwo.strength import strength

_HOPELESS = say("Rolled {total}, but no roll is enough: the attack fails.")
_CHANGED = {
    True: say("Rolled {total}: a card makes the attack succeed."),
    False: say("Rolled {total}: a card makes the attack fail."),
}


def rolled(state: State, attack: Attack) -> Text:
    """The roll beside what was needed, and what that means."""
    needed, success = strength(state).needed, succeeded(state, attack)
    if attack.verdict is not None:
        return _CHANGED[success].fill(total=attack.total)
    if needed is None:
        return _HOPELESS.fill(total=attack.total)
    if success:
        return say_plural(
            "Rolled {total}, needed {count} or less: the attack succeeds.",
            "Rolled {total}, needed {count} or less: the attack succeeds.",
            needed,
            total=attack.total,
        )
    return say_plural(
        "Rolled {total}, needed {count} or less: the attack fails.",
        "Rolled {total}, needed {count} or less: the attack fails.",
        needed,
        total=attack.total,
    )


def decided(state: State) -> Text | None:
    """The same when it is past, for what follows; None if nobody rolled, or a card decided instead."""
    attack = state.attack
    needed = None if attack is None or attack.roll is None or attack.verdict is not None else strength(state).needed
    if attack is None or needed is None:
        return None
    who, target = state.player(attack.player).name, state.card(attack.target).title
    if succeeded(state, attack):
        return say_plural(
            "Rolled {total}, needed {count} or less: {who}'s attack on {target} succeeded",
            "Rolled {total}, needed {count} or less: {who}'s attack on {target} succeeded",
            needed,
            total=attack.total,
            who=who,
            target=target,
        )
    return say_plural(
        "Rolled {total}, needed {count} or less: {who}'s attack on {target} failed",
        "Rolled {total}, needed {count} or less: {who}'s attack on {target} failed",
        needed,
        total=attack.total,
        who=who,
        target=target,
    )


def what_happens(state: State, attack: Attack) -> Iterator[Text]:
    """What is now to be done on the table, told from the state that follows."""
    if must_be_placed(state, attack):
        yield say(
            "Lay {target} with all below it at an open arrow of {attacker}, without tokens.",
            target=state.card(attack.target).title,
            attacker=state.card(attack.attacker).title if attack.attacker is not None else "",
        )
        after = state
    else:
        after = apply(state, act.Conclude(attack.player))
        yield from _fallen(state, after)
        if not succeeded(state, attack):
            yield _stays(state, attack)
    spent = tuple(state.card(card).title for card in _spent(state, after, attack))
    if spent:
        yield say("The tokens that were spent stay spent: {cards}", cards=spent)


def _stays(state: State, attack: Attack) -> Text:
    """INWO-142."""
    target = state.card(attack.target).title
    if attack.from_hand:
        return say("{target} may be tried again in this turn, else it is thrown away.", target=target)
    return say("{target} stays where it is.", target=target)


def _fallen(before: State, after: State) -> Iterator[Text]:
    """Groups that leave play, and Places that are devastated."""
    for seat, player in before.each():
        for placed in player.structure:
            title = before.card(placed.card).title
            if after.player(seat).placed(placed.card) is not None:
                if is_devastated(after, seat, placed.card) and not is_devastated(before, seat, placed.card):
                    yield say("Devastated: {card}", card=title)
            elif any(gone.card == placed.card for each in after.players for gone in each.destroyed):
                yield say("Destroyed: {card}", card=title)
            elif placed.card in after.player(seat).discard:
                yield say("To the discards: {card}", card=title)
            else:
                yield say("Back into the hand of {who}: {card}", card=title, who=player.name)


def _spent(state: State, after: State, attack: Attack) -> Iterator[Piece]:
    """Those that acted in the attack and have no token when it is over."""
    acted = (attack.attacker, *(each.card for each in attack.helps if each.tokens))
    for card in dict.fromkeys(card for card in acted if card is not None):
        owner = after.controller(card)
        if owner is not None and not tokens_on(after, owner, card):
            yield card

"""One line per action, both ways: `A: attack to control C.I.A. -> K.K.K.`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.core import notation_words as words
from companion.core.notation import Form, Notation
from companion.core.notation_words import Word
from companion.games.inwo import actions as act
from companion.games.inwo.actions import Action
from companion.games.inwo.catalog import Side
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.rules_by_hand import MOST_STRENGTH, MOST_TOKENS, PILES
from companion.games.inwo.state import SEATS

FORMS: Mapping[type[act.Action], str | Form] = {
    act.Reveal: "{player}: reveal {card:illuminati}",
    act.Lead: "{player}: lead {card:group} at {side}",
    act.First: "first {seat}",
    act.DrawPlot: "{player}: draw Plot",
    act.DrawGroup: "{player}: draw Group",
    act.TakeOver: "{player}: take over {card:group} -> {master:structure_card} at {side}",
    act.Acquire: "{player}: acquire {card:resource}",
    act.Proceed: "{player}: proceed",
    act.Knock: "{player}: knock",
    act.Begin: "{player}: begin",
    act.Claim: "{player}: claim[ with {card:plot}]",
    act.LeaveGame: "{player}: leave the game",
    act.BuyPlot: "{player}: buy Plot with {payers:structure_cards}",
    act.Expose: "{player}: expose {card:plot}",
    act.Discard: "{player}: discard {card}",
    act.ReturnPlot: "{player}: return Plot[ {card:plot}]",
    act.GivePlot: "{player}: give {to:player} Plot[ {card:plot}]",
    act.GiveGroup: "{player}: give {to:player} Group",
    act.GiveResource: "{player}: give {to:player} Resource {card:resource}",
    act.RemoveToken: "{player}: remove token {card}",
    act.Move: "{player}: move {card:group} -> {master:structure_card} at {side}",
    act.HandOver: "{player}: hand over {card:group} to {to:player} -> {master:structure_card} at {side}",
    act.Link: "{player}: link {card:resource} to {to:structure_card}",
    act.Relieve: "{player}: relieve {card:group} with {payers:structure_cards}",
    act.DeclareAttack: "{player}: attack to {mode} {attacker:structure_card} -> {target:structure_card}",
    act.SpendToken: "{player}: spend token[ with {plots}]",
    act.GiveHelp: "{player}: {role} {card:structure_card}[ with {plots}]",
    act.ShowAgents: "{player}: agents {role}",
    act.CallOff: "{player}: call off",
    act.NoMore: "{player}: no more",
    act.Roll: "roll {first:pips}, {second:pips}",
    act.RollInAll: "roll {total:sum}",
    act.Conclude: "{player}: conclude",
    act.Capture: "{player}: capture at {side}",
    act.PlayCard: "{player}: play {card:plot}[ way {number}][ on {target}][ paid by {payers:structure_cards}]",
    act.UseAbility: "{player}: use {card}[ ability {number}][ on {target}][ paid by {payers:structure_cards}]",
    act.LetStand: "{player}: let stand",
    act.PlaySpare: "{player}: spare {card:illuminati}",
    act.ByHand: "{player}: by hand {card}",
    act.SetTokens: "{player}: tokens {card} = {count:number}",
    act.SetPlots: "{player}: Plots of {seat:player} = {count:number}",
    act.SetGroups: "{player}: Groups of {seat:player} = {count:number}",
    act.AdjustStrength: "{player}: strength {amount:signed}",
    act.Remove: "{player}: remove {card} to {where:pile}",
    act.Done: "{player}: done",
}

_PLAYER = "player "
_ATTACKS = {"control": Mode.CONTROL, "destroy": Mode.DESTROY}
_ROLES = {"aid": Role.AID, "oppose": Role.OPPOSE, "defend": Role.SELF_DEFENCE}


@lru_cache(maxsize=8)
def notation(evening: DeckEvening) -> Notation[Action]:
    """The notation of an evening's cards."""
    return Notation(FORMS, vocabulary(evening))


@lru_cache(maxsize=8)
def vocabulary(evening: DeckEvening) -> Mapping[str, Word[Any]]:
    """The words that actions and positions are made of."""
    card = evening.words["card"]
    seat = words.seat(SEATS)
    several = words.list_of(card, " + ")
    return {
        **evening.words,
        "player": seat,
        "seat": seat,
        "side": _one_of("edge", {side.value: side for side in Side}),
        "mode": _one_of("kind of attack", _ATTACKS),
        "role": _one_of("kind of help", _ROLES),
        "structure_card": card,
        "structure_cards": several,
        "payer": card,
        "plots": words.list_of(evening.words["plot"], " + "),
        "target": _target(card),
        "number": words.number(highest=max(MOST_TOKENS, 200)),
        "signed": words.number("strength", -MOST_STRENGTH, MOST_STRENGTH, signed=True),
        "pips": words.number("die", 1, 6),
        "sum": words.number("sum of two dice", 2, 12),
        "pile": _one_of("pile", {pile: pile for pile in PILES}),
    }


def _one_of(name: str, values: Mapping[str, Any]) -> Word[Any]:
    """A word that stands beside names of cards, so that it has to be told from them by its form."""
    return replace(words.one_of(name, values), pattern="|".join(values))


def _target(card: Word[Any]) -> Word[str]:
    """A card, or `player B`."""

    def read(said: str) -> str:
        if said.casefold().startswith(_PLAYER):
            return words.seat(SEATS).read(said[len(_PLAYER) :].strip())
        return str(card.read(said))

    def write(target: str) -> str:
        return f"{_PLAYER}{target}" if target in SEATS else card.write(target)

    return Word("target", read, write, words.ANYTHING, card.example)

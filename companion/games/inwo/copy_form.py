"""What an owner of INWO may correct on his cards, and the arrows that no published list tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.core.action import Action
from companion.core.copy_form import (
    Answers,
    ChoiceInput,
    InputChoice,
    InputKind,
    NumberInput,
    Question,
    QuestionSheet,
    Remark,
    listed,
    parts,
)
from companion.core.facts import Provenance
from companion.core.table import Piece
from companion.core.text import Text, comma_list, say, verbatim
from companion.games.inwo.catalog import ALIGNMENTS, ATTRIBUTES, COLOURS, OPPOSITE, Card, Correction, Side
from companion.games.inwo.catalog import Kind as CardKind
from companion.games.inwo.decks import DeckEvening, DeckProfile, profile_schema, sample_decks
from companion.games.inwo.geometry import are_assumed, shown_arrows
from companion.games.inwo.names import SIDE, trait_name
from companion.games.inwo.state import State

OWNER = Provenance.OWNER
GROUP_NAMES: Mapping[CardKind, Text] = {
    CardKind.ILLUMINATI: say("Illuminati"),
    CardKind.ORGANIZATION: say("Organizations"),
    CardKind.PLACE: say("Places"),
    CardKind.PERSONALITY: say("Personalities"),
    CardKind.RESOURCE: say("Resources"),
    CardKind.PLOT: say("Plots"),
}
ICONS: Mapping[CardKind, str] = {
    CardKind.ILLUMINATI: "eye",
    CardKind.PLACE: "map-pin",
    CardKind.PERSONALITY: "user",
    CardKind.RESOURCE: "tool",
    CardKind.PLOT: "bolt",
}
TINTS: Mapping[CardKind, str] = {
    CardKind.ILLUMINATI: "#F3E6CB",
    CardKind.ORGANIZATION: "#8FB4F2",
    CardKind.PLACE: "#A3D07A",
    CardKind.PERSONALITY: "#EE8C78",
    CardKind.RESOURCE: "#EBCB5E",
    CardKind.PLOT: "#C39BEC",
}
"""Ink on each of them has a contrast of 7.7 or more."""

SIDES = (
    InputChoice(Side.TOP.value, say("top"), "arrow-up"),
    InputChoice(Side.RIGHT.value, say("right"), "arrow-right"),
    InputChoice(Side.BOTTOM.value, say("bottom"), "arrow-down"),
    InputChoice(Side.LEFT.value, say("left"), "arrow-left"),
)
MOST_POWER, MOST_TOKENS = 30, 9
POWER = NumberInput(0, MOST_POWER)
NUMBERS = ChoiceInput(tuple(InputChoice(str(number), verbatim(str(number))) for number in range(MOST_TOKENS + 1)))
TRAITS = {
    name: ChoiceInput(
        tuple(InputChoice(trait, trait_name(trait)) for trait in traits), 0, len(traits), none=say("none")
    )
    for name, traits in (("alignments", ALIGNMENTS), ("attributes", (*ATTRIBUTES, *COLOURS)))
}


@dataclass(frozen=True, eq=False)
class InwoForm:
    """The questions about one evening's cards; `in_decks` are those that are played with."""

    evening: DeckEvening

    @cached_property
    def in_decks(self) -> Collection[Piece]:
        decks = self.evening.decks or sample_decks()
        return {card for deck in decks for card in deck.cards}

    def sheets(self, answers: Answers) -> Sequence[QuestionSheet]:
        return tuple(
            sheet if shown == (card.laid, card.hung) else _sheet(replace(card, laid=shown[0], hung=shown[1]))
            for sheet in self._sheets
            for card in (self.evening[sheet.piece],)
            for shown in ((_laid(card, answers), _hung(card, answers)),)
        )

    @cached_property
    def _sheets(self) -> tuple[QuestionSheet, ...]:
        """First the cards of which something is doubtful, then those of the decks."""
        every = self.evening.catalog.cards.values()
        cards = sorted(every, key=lambda card: (not card.doubtful, card.id not in self.in_decks))
        return tuple(sheet for card in cards if (sheet := _sheet(card)).questions)

    def likely(self, question: Question, answers: Answers) -> Sequence[str]:  # noqa: ARG002
        """What use has shown; what the published list says, where only the printing on this card may differ."""
        if question.shown:
            every = [*dict.fromkeys((*parts(question.shown), *parts(question.printed)))][:3]
            return tuple(dict.fromkeys((question.shown, listed(side for side in Side if side in every))))
        return (question.printed,) if question.known is Provenance.PUBLIC and question.printed else ()

    def said_by(self, action: Action) -> Answers:  # noqa: ARG002
        return {}

    def remarks(self, answers: Answers) -> Sequence[Remark]:
        told = {name.partition(".")[0] for name in answers}
        return tuple(
            remark for card in told & self.evening.catalog.cards.keys() for remark in self._of_card(card, answers)
        )

    def _of_card(self, id: Piece, answers: Answers) -> Iterator[Remark]:
        """INWO-5, INWO-8: one arrow an edge, never both of two opposites."""
        card = self.evening[id]
        incoming, outgoing = f"{id}.incoming", f"{id}.outgoing"
        if incoming in answers and outgoing in answers and answers[incoming] in parts(answers[outgoing]):
            side = next(each.name for each in SIDES if each.value == answers[incoming])
            sentence = say(
                "{card}: the {side} edge cannot have both an incoming and an outgoing arrow.",
                card=card.title,
                side=side,
            )
            yield Remark(sentence, (incoming, outgoing))
        name = f"{id}.alignments"
        traits = parts(answers.get(name, ""))
        for trait in traits:
            if trait != "Fanatic" and (other := OPPOSITE.get(trait)) in traits and trait < str(other):
                sentence = say("{card} cannot be both {one} and {other}.", card=card.title, one=trait, other=other)
                yield Remark(sentence, (name,))

    def profile(self, answers: Answers) -> str:
        corrections: dict[str, Correction] = {}
        for sheet in self._sheets:
            told = {
                question.name.partition(".")[2]: answers[question.name]
                for question in sheet.questions
                if question.name in answers
            }
            card = self.evening[sheet.piece]
            laid = () if "outgoing" in told else _laid(card, answers)
            hung = None if "incoming" in told else _hung(card, answers)
            if told or laid or hung:
                corrections[sheet.piece] = replace(_correction(card, told), laid=laid or None, hung=hung)
        return profile_schema().write(DeckProfile(corrections))

    def answers(self) -> Answers:
        questions = (question for sheet in self._sheets for question in sheet.questions)
        told = {question.name: question.printed for question in questions if question.known is OWNER}
        cards = self.evening.catalog.cards.values()
        laid = {_laid_at(card.id, side): "yes" for card in cards for side in card.laid}
        return {**told, **laid, **{_hung_by(card.id, card.hung): "yes" for card in cards if card.hung is not None}}


def shown_by_use(state: State) -> Answers:
    """Edges at which the table has left puppets though nobody has told of an arrow there, nor has a Plot made one."""
    structures = (placed for player in state.players for placed in player.structure)
    return {_laid_at(placed.card, side): "yes" for placed in structures for side in sorted(shown_arrows(state, placed))}


def shown_by_look(before: State, after: State) -> Answers:
    """The edges by which Groups came to lie at arrows, as far as nobody has told of them: so a look has read them."""
    lay = {(each.card, each.master, each.side) for player in before.players for each in player.structure}
    return {
        _hung_by(each.card, incoming): "yes"
        for player in after.players
        for each in player.structure
        if each.master is not None and (each.card, each.master, each.side) not in lay
        for incoming in (after.card(each.card).incoming,)
        if incoming is not None and are_assumed(after.card(each.card))
    }


def _laid_at(card: Piece, side: Side) -> str:
    return f"{card}.laid_{side}"


def _laid(card: Card, answers: Answers) -> tuple[Side, ...]:
    """Edges at which use has shown arrows, in this house or where its profile comes from."""
    return tuple(side for side in Side if side in card.laid or _laid_at(card.id, side) in answers)


def _hung_by(card: Piece, side: Side) -> str:
    return f"{card}.hung_{side}"


def _hung(card: Card, answers: Answers) -> Side | None:
    """The edge by which a look has seen it hang from a master, in this house or where its profile comes from."""
    return card.hung or next((side for side in Side if _hung_by(card.id, side) in answers), None)


def _sheet(card: Card) -> QuestionSheet:
    title = card.title
    return QuestionSheet(
        card.id, title, GROUP_NAMES[card.kind], tuple(_questions(card)), card.id, icon=ICONS.get(card.kind, "users")
    )


def _questions(card: Card) -> Iterator[Question]:
    def ask(key: str, asks: Text, caption: Text, kind: InputKind, printed: str) -> Question:
        if key in card.doubtful:
            asks = say("Public lists differ here. {question}", question=asks)
        return Question(f"{card.id}.{key}", asks, caption, kind, card.known(key), printed)

    if card.is_group:
        assert card.incoming is not None, "a Group has an incoming arrow"
        asks = say("At which edge does the arrow point into the card?")
        incoming = card.hung or card.incoming
        known = ask("incoming", asks, say("incoming"), ChoiceInput(SIDES), incoming.value)
        yield replace(known, shown=card.hung.value if card.hung else "")
        asks = say("At which edges do arrows point out of the card?")
        out = listed(side.value for side in sorted(card.outgoing, key=list(Side).index))
        if card.laid:
            lain = say("Cards have lain here: {edges}.", edges=comma_list(SIDE[side] for side in card.laid))
            asks = say("{sentence} {other}", sentence=asks, other=lain)
        four = ChoiceInput(SIDES, 0, 3, none=say("at none"))
        yield replace(ask("outgoing", asks, say("outgoing"), four, out), shown=listed(card.laid))
    if card.power is not None:
        yield ask("power", say("What is its Power?"), say("Power"), POWER, str(card.power))
        if card.is_group or card.kind is CardKind.ILLUMINATI:
            asks = say("What is its Global Power? It is 0 where none is printed.")
            yield ask("global_power", asks, say("Global Power"), POWER, str(card.global_power))
    if card.resistance is not None:
        yield ask("resistance", say("What is its Resistance?"), say("Resistance"), POWER, str(card.resistance))
    if card.is_group:
        asks = say("Which alignments stand on it?")
        yield ask("alignments", asks, say("alignments"), TRAITS["alignments"], _in_order(card.alignments, ALIGNMENTS))
        asks = say("Which attributes stand on it?")
        yield ask("attributes", asks, say("attributes"), TRAITS["attributes"], _in_order(card.attributes, ATTRIBUTES))
    if card.kind is CardKind.RESOURCE:
        asks = say("How many action tokens does it get?")
        yield ask("action", asks, say("tokens"), NUMBERS, str(card.action))


def _in_order(traits: Sequence[str], order: Sequence[str]) -> str:
    known = [*order, *COLOURS]
    return listed(sorted(traits, key=known.index))


_READ: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("power", "global_power", "resistance", "action"), int),
    **dict.fromkeys(("alignments", "attributes"), parts),
    "incoming": Side,
    "outgoing": lambda told: tuple(map(Side, parts(told))),
}


def _correction(card: Card, told: Mapping[str, str]) -> Correction:
    """What was told of it; of the arrows that only use has shown there may be others even so."""
    arrows = {"incoming", "outgoing"}
    values = {question.name.partition(".")[2] for question in _questions(card)} - arrows
    return Correction(
        **{name: _READ[name](value) for name, value in told.items()},
        provenance=OWNER if values and values <= told.keys() else None,
        arrows=OWNER if arrows <= told.keys() else card.arrows,
    )

"""What an owner of Iron Sky is asked about his copy, and the board profile of his answers.

Cards are asked about one by one, as their labels number them: the fifth card of the General is the one that wears the
label of his fifth card. A profile's lists, which count equal cards that follow each other, are made of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from typing import Any, TypeVar

from companion.core.action import Action
from companion.core.copy_form import Answers, Question, QuestionSheet, Remark, ends, is_open, parts
from companion.core.facts import Provenance
from companion.errors import CatalogError
from companion.games.iron_sky import copy_sheets
from companion.games.iron_sky.actions import Played
from companion.games.iron_sky.catalog import (
    NUMBERED,
    SYMBOLS,
    BattleCard,
    BoardFacts,
    Command,
    CommandCard,
    Commander,
    Effect,
    Profile,
    Resource,
    Side,
    SpecialCard,
    TimeToken,
)
from companion.games.iron_sky.copy_checks import remarks
from companion.games.iron_sky.copy_sheets import METER_ROWS, NO, YES
from companion.games.iron_sky.map_graph import WHITE, orange_routes, part_of, white_from, white_routes
from companion.games.iron_sky.names import COMMAND_NAME
from companion.games.iron_sky.profile import overlaid, write_profile
from companion.games.iron_sky.profile_checks import faults

C = TypeVar("C")
E = TypeVar("E")
OWNER = Provenance.OWNER
LIKELY = 6


@dataclass(frozen=True, eq=False)
class IronSkyForm:
    """The questions about one board profile, the provisional one or an owner's."""

    copy: Profile
    _made: dict[tuple[object, ...], QuestionSheet] = field(default_factory=dict)

    # --- what is asked ---

    def sheets(self, answers: Answers) -> Sequence[QuestionSheet]:
        before, after = self._unchanging
        return tuple(map(self._by_what_is_told, (*before, *self._changing(answers), *after)))

    def _by_what_is_told(self, sheet: QuestionSheet) -> QuestionSheet:
        """Where values are asked one by one, each is known by itself."""
        if self.copy.told is None:
            return sheet
        key = sheet.name, tuple(question.name for question in sheet.questions)
        return self._once(key, _known_by, sheet, self.copy.is_untold)

    @cached_property
    def _unchanging(self) -> tuple[tuple[QuestionSheet, ...], tuple[QuestionSheet, ...]]:
        """What is asked whatever has been told: boards and sheets, and what is asked after the cards."""
        copy = self.copy
        boards = [sheet for board, facts in copy.boards.items() for sheet in copy_sheets.board_sheets(board, facts)]
        commanders = map(copy_sheets.commander_sheet, copy.commanders.values())
        battle = (
            copy_sheets.battle_sheet(side, number, card)
            for side in Side
            for number, card in enumerate(self._battle[side], 1)
        )
        operations = (
            copy_sheets.operation_sheet(side, number, card)
            for side in Side
            for number, card in enumerate(_of_side(copy.operations, side), 1)
        )
        sectors = sorted({sector.number for facts in copy.boards.values() for sector in facts.sectors})
        tokens = copy_sheets.token_sheet(copy.tokens.values(), sectors)
        routes = () if copy.told is None else (*copy_sheets.route_sheets(copy), *copy_sheets.white_from_sheets(copy))
        return (*boards, copy_sheets.white_sheet(copy), *commanders), (*battle, *operations, tokens, *routes)

    def _changing(self, answers: Answers) -> Iterator[QuestionSheet]:
        """Cards of which the first answer says what else is asked."""
        for commander in self.copy.commanders.values():
            for number, card in enumerate(self._commands[commander.id], 1):
                commands = answers.get(f"{commander.id}_card.{number}.commands")
                told = parts(commands) if commands else tuple(each.value for each in card.commands)
                key = commander.id, number, told
                yield self._once(key, copy_sheets.command_sheet, commander, number, card, told)
        for side in Side:
            for number, special in enumerate(_of_side(self.copy.specials, side), 1):
                effect = answers.get(f"{side.value}_special.{number}.effect", special.effect.value)
                yield self._once((side, number, effect), copy_sheets.special_sheet, side, number, special, effect)

    def _once(self, key: tuple[object, ...], make: Callable[..., QuestionSheet], *of: Any) -> QuestionSheet:
        """A sheet that has been made already is the same one."""
        if key not in self._made:
            self._made[key] = make(*of)
        return self._made[key]

    @cached_property
    def _commands(self) -> dict[str, list[CommandCard]]:
        return {commander.id: _one_by_one(commander.cards) for commander in self.copy.commanders.values()}

    @cached_property
    def _battle(self) -> dict[Side, list[BattleCard]]:
        return {side: _one_by_one(_of_side(self.copy.battle_cards, side)) for side in Side}

    def likely(self, question: Question, answers: Answers) -> Sequence[str]:
        """The same row of another board, or the next step of this one; the Reich begins with next to nothing."""
        board, _, rest = question.name.partition(".")
        if not rest.startswith("meter."):
            return ()
        row, _, position = rest.removeprefix("meter.").partition(".")
        others = [answers.get(f"{other}.{rest}") for other in self.copy.boards if other != board]
        before = answers.get(f"{board}.meter.{row}.{int(position) - 1}")
        found = [value for value in (*others, before) if value is not None]
        if row == "reich_vp":
            least = max(0, int(position) - 1) if before is None else int(before)
            found += [str(least + more) for more in range(LIKELY)]
        return tuple(dict.fromkeys(found))[:LIKELY]

    def said_by(self, action: Action) -> Answers:
        """A card is played for a command that stands on it."""
        if not isinstance(action, Played):
            return {}
        return {
            f"{commander}_card.{number}.commands": action.command.value
            for commander, cards in self._commands.items()
            for number, card in enumerate(cards, 1)
            if card.id == action.card
        }

    # --- what is said of it ---

    def remarks(self, answers: Answers) -> Sequence[Remark]:
        return tuple(remarks(self.copy, answers))

    # --- the profile ---

    def profile(self, answers: Answers) -> str:
        answers = {**self._single_routes(answers), **answers}
        told = _Told(answers, {sheet.name: sheet for sheet in self.sheets(answers)}, in_part=self.copy.told is not None)
        changes: list[Callable[[Profile], Profile]] = [
            *(lambda copy, board=board: self._with_board(copy, board, told) for board in self.copy.boards),
            lambda copy: self._with_white(copy, told),
            *(lambda copy, who=who: self._with_commander(copy, who, told) for who in self.copy.commanders),
            lambda copy: self._with_battle_cards(copy, told),
            lambda copy: self._with_specials(copy, told),
            lambda copy: self._with_operations(copy, told),
            lambda copy: self._with_tokens(copy, told),
        ]
        whole = self.copy
        for change in changes:
            whole = change(whole)
        if self._can_be(whole):
            return write_profile(self._with_told(whole, told))
        copy = self.copy
        for change in changes:
            changed = change(copy)
            copy = changed if self._can_be(changed) else copy
        return write_profile(self._with_told(copy, told))

    def _single_routes(self, answers: Answers) -> Answers:
        """What is told of white routes from a continent, as answers about each of them."""
        found = dict[str, str]()
        for start, end in white_routes(self.copy):
            for place, other in ((start, end), (end, start)):
                continent, _, number = other.partition(".")
                said = answers.get(white_from(continent, place))
                if said is not None and said in ("", number):
                    found[part_of(WHITE, start, end)] = YES if said else NO
        return found

    def _with_told(self, copy: Profile, told: _Told) -> Profile:
        """With the questions that are answered as the copy says now, where the others are asked."""
        if copy.told is None:
            return copy
        sheets = IronSkyForm(copy).sheets(told.answers)
        printed = {question.name: question.printed for sheet in sheets for question in sheet.questions}
        kept = (name for name, value in told.answers.items() if printed.get(name) == value)
        return replace(copy, told=copy.told.union(kept))

    def _can_be(self, copy: Profile) -> bool:
        if copy.told is not None:  # no two cards can have one name there: what is left is quicker looked at as it is
            return next(faults(copy), None) is None
        try:
            overlaid(self.copy, write_profile(copy), "what was told")
        except CatalogError:
            return False
        return True

    def _with_board(self, copy: Profile, board: str, told: _Told) -> Profile:
        facts = copy.boards[board]
        territories = tuple(
            replace(
                ground,
                vp=int(values["vp"]),
                sector=int(values["sector"]),
                flag=values["flag"] == YES,
                name=values.get("name", ground.name),
                provenance=OWNER,
            )
            if (values := told.of(f"{board}.{ground.number}"))
            else ground
            for ground in facts.territories
        )
        sectors = tuple(
            replace(sector, red=tuple(map(int, parts(values["red"]))), provenance=OWNER)
            if (values := told.of(f"{board}.o{sector.number}"))
            else replace(sector, red=self._red(told, facts, f"{board}.o{sector.number}.red", sector.red))
            for sector in facts.sectors
        )
        facts = replace(facts, territories=territories, sectors=sectors, meter=self._meter(board, facts, told))
        if (orange := told.answers.get(f"{board}.orange")) is not None:
            routes = tuple((int(one), int(other)) for one, other in map(ends, parts(orange)))
            facts = replace(facts, orange=routes, provenance=OWNER)
        else:
            routes = told.routes(f"{board}.orange", orange_routes(facts), facts.orange)
            facts = replace(facts, orange=routes)
        return replace(copy, boards={**copy.boards, board: facts})

    def _meter(self, board: str, facts: BoardFacts, told: _Told) -> Any:
        """A step is known when all of its rows are."""
        rows = {row: told.of(f"{board}.meter.{row}") for row in METER_ROWS}
        if told.in_part:
            known: Iterator[dict[str, Any]] = (
                {row: int(values[str(position)]) for row, values in rows.items() if values}
                for position in range(len(facts.meter))
            )
            return tuple(replace(step, **values) for step, values in zip(facts.meter, known, strict=True))
        if not all(rows.values()):
            return facts.meter
        return tuple(
            replace(step, provenance=OWNER, **{row: int(values[str(position)]) for row, values in rows.items()})
            for position, step in enumerate(facts.meter)
        )

    @staticmethod
    def _red(told: _Told, facts: BoardFacts, question: str, printed: tuple[int, ...]) -> tuple[int, ...]:
        every = [(ground.number,) for ground in facts.territories]
        return tuple(number for (number,) in told.routes(question, every, [(number,) for number in printed]))

    def _with_white(self, copy: Profile, told: _Told) -> Profile:
        if (routes := told.answers.get(WHITE)) is None:
            return replace(copy, white=told.routes(WHITE, white_routes(copy), copy.white))
        return replace(copy, white=tuple(map(ends, parts(routes))), white_provenance=OWNER)

    def _with_commander(self, copy: Profile, id: str, told: _Told) -> Profile:
        commander = copy.commanders[id]
        if values := told.of(f"commanders.{id}"):
            money, politics = int(values.get("money", "0")), int(values.get("politics", "0"))
            reward = Resource(values["reward"])
            commander = replace(commander, money=money, politics=politics, reward=reward, provenance=OWNER)
        cards = [
            _command_card(commander, card, values, in_part=told.is_in_part(name)) if (values := told.of(name)) else card
            for number, card in enumerate(self._commands[id], 1)
            for name in (f"{id}_card.{number}",)
        ]
        commander = replace(commander, cards=self._gathered(cards, _command_name))
        return replace(copy, commanders={**copy.commanders, id: commander})

    def _gathered(self, cards: Sequence[Any], name: Callable[[Any], str]) -> tuple[Any, ...]:
        """Equal cards as one kind; each by itself where each is asked about by itself."""
        if self.copy.told is None:
            return _counted(cards, name)
        return tuple(card if card.name else replace(card, name=name(card)) for card in cards)

    def _with_battle_cards(self, copy: Profile, told: _Told) -> Profile:
        found: list[BattleCard] = []
        for side in Side:
            cards = [
                replace(_battle_card(card, values), name=card.name if told.in_part else "")
                if (values := told.of(f"{side.value}_battle_card.{number}"))
                else card
                for number, card in enumerate(self._battle[side], 1)
            ]
            found += self._gathered(cards, lambda card: card.tactic.capitalize())
        return replace(copy, battle_cards=_numbered(found))

    def _with_specials(self, copy: Profile, told: _Told) -> Profile:
        return replace(copy, specials=_numbered(self._each(copy.specials, "special", told, _special)))

    def _with_operations(self, copy: Profile, told: _Told) -> Profile:
        def known(card: Any, values: Mapping[str, str]) -> Any:
            return replace(card, vp=int(values["vp"]), name=values.get("name", card.name), provenance=OWNER)

        return replace(copy, operations=_numbered(self._each(copy.operations, "operation", told, known)))

    def _each(
        self, cards: Mapping[str, Any], kind: str, told: _Told, make: Callable[[Any, Mapping[str, str]], Any]
    ) -> Iterator[Any]:
        for side in Side:
            for number, card in enumerate(_of_side(cards, side), 1):
                values = told.of(f"{side.value}_{kind}.{number}")
                yield make(card, values) if values else card

    def _with_tokens(self, copy: Profile, told: _Told) -> Profile:
        if told.is_in_part(copy_sheets.TOKENS) or not (values := told.of(copy_sheets.TOKENS)):
            return copy
        tokens = {}
        for name, copies in values.items():
            change, sector = map(int, name.split("."))
            if int(copies):
                tokens[name] = TimeToken(name, name, change, sector, int(copies), OWNER)
        return replace(copy, tokens=tokens)

    def answers(self) -> Answers:
        return {
            question.name: question.printed
            for sheet in self.sheets({})
            for question in sheet.questions
            if question.known is OWNER
        }


@dataclass(frozen=True)
class _Told:
    """Answers by what they are about."""

    answers: Answers
    sheets: Mapping[str, QuestionSheet]
    in_part: bool = False

    def of(self, sheet: str) -> dict[str, str]:
        """The values of a sheet by the last parts of their names; empty while all are open.

        So while one that counts is open, unless what is told counts `in_part`: what is open is made up then.
        """
        questions = self.sheets[sheet].questions
        waiting = not self.in_part and self._waits(sheet)
        if waiting or not any(question.name in self.answers for question in questions):
            return {}
        return {
            question.name.removeprefix(f"{sheet}."): self.answers.get(question.name, question.printed)
            for question in questions
            if question.counted or question.name in self.answers
        }

    def routes(self, question: str, every: Iterable[tuple[E, ...]], printed: Sequence[tuple[E, ...]]) -> Any:
        """The routes by what is told of single ones."""
        said = {route: self.answers.get(part_of(question, *map(str, route))) for route in every} if self.in_part else {}
        known = set(map(frozenset, printed))
        more = tuple(route for route, answer in said.items() if answer == YES and frozenset(route) not in known)
        none = {frozenset(route) for route, answer in said.items() if answer == NO}
        return (*(route for route in printed if frozenset(route) not in none), *more)

    def is_in_part(self, sheet: str) -> bool:
        """Whether what is told of the sheet counts although something of it is open."""
        return self.in_part and self._waits(sheet)

    def _waits(self, sheet: str) -> bool:
        return any(question.counted and is_open(question, self.answers) for question in self.sheets[sheet].questions)


def _known_by(sheet: QuestionSheet, is_untold: Callable[[str], bool]) -> QuestionSheet:
    questions = (
        replace(question, known=Provenance.PROVISIONAL if is_untold(question.name) else OWNER)
        for question in sheet.questions
    )
    return replace(sheet, questions=tuple(questions))


def _of_side(cards: Mapping[str, Any], side: Side) -> list[Any]:
    return [card for card in cards.values() if card.side is side]


def _one_by_one(cards: Iterable[C]) -> list[C]:
    """Each copy by itself."""
    return [replace(card, copies=1) for card in cards for _ in range(card.copies)]  # type: ignore[type-var, attr-defined]


def _command_card(commander: Commander, card: CommandCard, values: Mapping[str, str], *, in_part: bool) -> CommandCard:
    """Called by its commands, unless one may still follow."""
    commands = tuple(Command(each) for each in parts(values["commands"]))
    pay = tuple(Resource(each) for each in values.get("pay", Resource.COMMAND.value).split("+"))
    number, politics = int(values.get("number", "0")), values.get("politics") == YES
    return replace(
        card,
        name=card.name if in_part else "",
        commands=commands,
        price=int(values["price"]),
        pay=pay,
        number=number,
        politics=politics,
        provenance=OWNER,
    )


def _command_name(card: CommandCard) -> str:
    """What stands on it; numbered where several cards of a deck do not differ in that."""
    words = [str(COMMAND_NAME[command]) for command in card.commands]
    number = f" {card.number}" if card.number else ""
    named = " or ".join(
        word + (number if command in NUMBERED else "") for word, command in zip(words, card.commands, strict=True)
    )
    return f"{named} and Politicking" if card.politics else named


def _battle_card(card: BattleCard, values: Mapping[str, str]) -> BattleCard:
    attack, defence = (
        tuple(SYMBOLS[values[f"{row}.{square}"]] for square in range(3)) for row in ("attack", "defence")
    )
    return replace(card, tactic=values["tactic"], attack=attack, defence=defence, provenance=OWNER)


def _special(card: SpecialCard, values: Mapping[str, str]) -> SpecialCard:
    pay = tuple(Resource(each) for each in values.get("pay", Resource.COMMAND.value).split("+"))
    return replace(
        card,
        name=values.get("name", card.name),
        price=int(values["price"]),
        pay=pay,
        effect=Effect(values["effect"]),
        resource=Resource(values.get("resource", pay[0].value)),
        amount=int(values.get("amount", "0")),
        provenance=OWNER,
    )


def _counted(cards: Sequence[Any], name: Callable[[Any], str]) -> tuple[Any, ...]:
    """Equal cards that follow each other as one kind; each kind has a name of its own, which those told get here."""
    kinds: list[Any] = []
    for card in cards:
        if kinds and replace(kinds[-1], copies=1) == card:
            kinds[-1] = replace(kinds[-1], copies=kinds[-1].copies + 1)
        else:
            kinds.append(card)
    taken = {kind.name for kind in kinds if kind.name}
    for at, kind in enumerate(kinds):
        if not kind.name:
            wanted = (f"{name(kind)}{number}" for number in chain([""], (f" ({more})" for more in count(2))))
            own = next(each for each in wanted if each not in taken)
            taken.add(own)
            kinds[at] = replace(kind, name=own)
    return tuple(kinds)


def _numbered(cards: Iterable[C]) -> dict[str, C]:
    return {str(number): card for number, card in enumerate(cards)}

"""What is asked about each component of Iron Sky: the questions, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations

from companion.core.copy_form import (
    ChoiceInput,
    InputChoice,
    InputKind,
    MapPoint,
    NameInput,
    NumberInput,
    Question,
    QuestionSheet,
    RoutesInput,
    listed,
    pair,
)
from companion.core.facts import Provenance
from companion.core.text import NOTHING, Text, say, verbatim
from companion.games.iron_sky.catalog import (
    METER_POSITIONS,
    MOST_METER_POINTS,
    MOST_POINTS,
    NUMBERED,
    ORDINARY_TOKENS,
    SIDE_COMMANDS,
    SYMBOL_OF,
    TRACK,
    BattleCard,
    BoardFacts,
    Command,
    CommandCard,
    Commander,
    Effect,
    Ground,
    MeterStep,
    Operation,
    OrbitSector,
    Profile,
    Resource,
    Side,
    SpecialCard,
    TimeToken,
    territory_place,
)
from companion.games.iron_sky.layout import BLOCKS
from companion.games.iron_sky.map_graph import WHITE, orange_routes, part_of, white_from, white_routes
from companion.games.iron_sky.names import COMMAND_NAME, RESOURCE, TITLE, board_name, place_name
from companion.games.iron_sky.profile_checks import TACTICS
from companion.games.iron_sky.tags import labels

BOARD_GROUP, COMMAND_GROUP, BATTLE_GROUP = say("Boards"), say("Command cards"), say("Battle cards")
SPECIAL_GROUP, OPERATION_GROUP, TOKEN_GROUP = say("Special commands"), say("Secret operations"), say("Time tokens")
COMMANDER_GROUP = say("Commanders")

OWNER = Provenance.OWNER
PLACEHOLDER = "Unknown "
"""How a name begins that nobody knows."""

MOST_AMOUNT = 9
YES, NO = "yes", "no"
SQUARE_NAMES = (say("square I"), say("square II"), say("square III"))
SYMBOL_NAMES = {
    "-": say("nothing"),
    "H": say("a hit"),
    "HH": say("two hits"),
    "B": say("a block"),
    "BH": say("block and hit"),
    "BHH": say("block, two hits"),
}
TACTIC_NAMES = {
    "green": (say("green"), "#6FC276"),
    "yellow": (say("yellow"), "#EBCB5E"),
    "red": (say("red"), "#E0604F"),
}
EFFECT_NAMES = {
    Effect.GAIN: say("gives resources at once"),
    Effect.INCOME: say("lies down and raises an income"),
    Effect.EMERGENCY: say("lies down: state of emergency"),
    Effect.FORTRESS: say("lies down: fortress"),
    Effect.NUCLEAR: say("nuclear weapon"),
    Effect.ELITE_OPERATION: say("elite operation"),
    Effect.BY_HAND: say("something else"),
}
METER_ROWS = {
    "money": say("Money for the UWC"),
    "politics": say("Politics points for the UWC"),
    "command": say("Command points for the Reich"),
    "uwc_vp": say("Victory points of the UWC"),
    "reich_vp": say("Victory points of the Reich"),
}


def _numbers(least: int, most: int) -> ChoiceInput:
    """A number small enough to be one touch."""
    return ChoiceInput(tuple(InputChoice(str(number), verbatim(str(number))) for number in range(least, most + 1)))


TO_TRACK, TO_POINTS, TO_AMOUNT = _numbers(0, TRACK), _numbers(0, MOST_POINTS), _numbers(1, MOST_AMOUNT)
NUMBER_BESIDE = "number", TO_AMOUNT.choices
TO_TOKENS = _numbers(0, ORDINARY_TOKENS)
YES_OR_NO = ChoiceInput((InputChoice(YES, say("yes"), "check"), InputChoice(NO, say("no"), "x")))
SYMBOL = ChoiceInput(tuple(InputChoice(symbol, name) for symbol, name in SYMBOL_NAMES.items()))
TACTIC = ChoiceInput(
    tuple(InputChoice(tactic, TACTIC_NAMES[tactic][0], tint=TACTIC_NAMES[tactic][1]) for tactic in TACTICS)
)
EITHER = "money+politics"
PAYMENT = ChoiceInput(
    (
        InputChoice("money", RESOURCE[Resource.MONEY], "coins"),
        InputChoice("politics", RESOURCE[Resource.POLITICS], "speakerphone"),
        InputChoice(EITHER, say("Either of them"), "arrows-sort"),
    )
)


@dataclass(frozen=True, slots=True)
class _Record:
    """Questions about one printed thing, all known in the same way."""

    name: str
    known: Provenance

    def ask(self, key: str, asks: Text, caption: Text, kind: InputKind, printed: str) -> Question:
        return Question(f"{self.name}.{key}", asks, caption, kind, self.known, printed)

    def ask_name(self, printed: str, placeholder: str = PLACEHOLDER) -> Question:
        asked = self.ask("name", say("What is its name, as it is printed?"), say("name"), NameInput(), printed)
        known = Provenance.PROVISIONAL if printed.startswith(placeholder) else self.known
        return replace(asked, counted=False, known=known)


# --- boards ---


def board_sheets(board: str, facts: BoardFacts) -> Iterator[QuestionSheet]:
    sectors = tuple(InputChoice(str(each.number), say("sector {number}", number=each.number)) for each in facts.sectors)
    for ground in facts.territories:
        yield _territory(board, ground, sectors)
    places = tuple(
        MapPoint(str(ground.number), ground.printed_name, column / 2, row / 2)
        for ground, (column, row) in zip(facts.territories, BLOCKS, strict=True)
    )
    asks = say("Which territories are joined by an orange route? Touch the two ends of each.")
    orange = listed(pair(str(one), str(other)) for one, other in facts.orange)
    routes = _Record(board, facts.provenance).ask("orange", asks, say("orange routes"), RoutesInput(places), orange)
    title = say("Ground routes of {board}", board=board_name(board))
    yield QuestionSheet(f"{board}.routes", title, BOARD_GROUP, (routes,), on_board(board), icon="route")
    for sector in facts.sectors:
        yield _sector(board, facts.territories, sector)
    for row in METER_ROWS:
        yield _meter(board, row, facts.meter)


def on_board(board: str) -> str:
    """The piece that lies on a board that is played on."""
    return f"occupation_{board}"


def _territory(board: str, ground: Ground, sectors: tuple[InputChoice, ...]) -> QuestionSheet:
    record = _Record(territory_place(board, ground.number), ground.provenance)
    questions = (
        record.ask("vp", say("How many victory points is it worth?"), say("victory points"), TO_POINTS, str(ground.vp)),
        record.ask(
            "sector",
            say("Below which orbit sector does it lie?"),
            say("orbit"),
            ChoiceInput(sectors),
            str(ground.sector),
        ),
        record.ask(
            "flag",
            say("Does its Command Centre have a flag?"),
            say("flag"),
            YES_OR_NO,
            YES if ground.flag else NO,
        ),
        record.ask_name(ground.name, f"{board.capitalize()} {ground.number}"),
    )
    where = say("Territory {number} of {board}, as on the mat.", number=ground.number, board=board_name(board))
    return QuestionSheet(
        record.name, ground.printed_name, BOARD_GROUP, questions, on_board(board), where, icon="map-pin"
    )


def _sector(board: str, territories: Sequence[Ground], sector: OrbitSector) -> QuestionSheet:
    record = _Record(f"{board}.o{sector.number}", sector.provenance)
    below = tuple(InputChoice(str(ground.number), ground.printed_name) for ground in territories)
    asks = say("To which territories do its red routes lead?")
    red = listed(map(str, sorted(sector.red)))
    question = record.ask("red", asks, say("red routes"), ChoiceInput(below, 1, len(below)), red)
    title = say("{board} orbit {number}", board=board_name(board), number=sector.number)
    return QuestionSheet(record.name, title, BOARD_GROUP, (question,), on_board(board), icon="planet")


def _meter(board: str, row: str, meter: Sequence[MeterStep]) -> QuestionSheet:
    """A row of the Blitz meter. Points can have two digits, incomes end where the tracks do."""
    name = f"{board}.meter.{row}"
    kind: InputKind = NumberInput(0, MOST_METER_POINTS) if row.endswith("vp") else TO_TRACK
    questions = tuple(
        Question(
            f"{name}.{position}",
            say("{row}: what stands at position {position}?", row=METER_ROWS[row], position=position),
            verbatim(str(position)),
            kind,
            step.provenance,
            str(getattr(step, row)),
        )
        for position, step in zip(range(METER_POSITIONS), meter, strict=True)
    )
    title = say("Blitz meter of {board}", board=board_name(board))
    return QuestionSheet(
        name,
        title,
        BOARD_GROUP,
        questions,
        on_board(board),
        METER_ROWS[row],
        icon="gauge",
        growing=True,
        short=METER_ROWS[row],
    )


def white_sheet(profile: Profile) -> QuestionSheet:
    places = tuple(
        MapPoint(
            territory_place(board, ground.number),
            ground.printed_name,
            (number + column / 3) / len(profile.boards) * 1.125,
            row / 2,
        )
        for number, (board, facts) in enumerate(profile.boards.items())
        for ground, (column, row) in zip(facts.territories, BLOCKS, strict=True)
    )
    asks = say("Which territories of different boards are joined by a white route? Touch the two ends of each.")
    printed = listed(pair(*route) for route in profile.white)
    question = _Record("white", profile.white_provenance).ask(
        "routes", asks, say("white routes"), RoutesInput(places), printed
    )
    return QuestionSheet("white", say("Routes between the continents"), BOARD_GROUP, (question,), icon="world")


# --- one route, when it decides something ---


def route_sheets(profile: Profile) -> Iterator[QuestionSheet]:
    """Each route that there may be, asked by itself in play."""
    for board, facts in profile.boards.items():
        names = {ground.number: ground.printed_name for ground in facts.territories}
        orange = set(map(frozenset, facts.orange))
        for one, other in orange_routes(facts):
            name, ends = part_of(f"{board}.orange", str(one), str(other)), (names[one], names[other])
            asks = say("Does an orange route join {one} and {other}?", one=ends[0], other=ends[1])
            yield _route(name, board, asks, ends, is_there={one, other} in orange)
        for sector in facts.sectors:
            orbit = say("{board} orbit {number}", board=board_name(board), number=sector.number)
            for number, ground in names.items():
                name = part_of(f"{board}.o{sector.number}.red", str(number))
                asks = say("Does a red route lead from {orbit} to {place}?", orbit=orbit, place=ground)
                yield _route(name, board, asks, (orbit, ground), is_there=number in sector.red)
    white = set(map(frozenset, profile.white))
    for start, end in white_routes(profile):
        ends = place_name(profile, start), place_name(profile, end)
        asks = say("Does a white route join {one} and {other}?", one=ends[0], other=ends[1])
        yield _route(part_of(WHITE, start, end), "", asks, ends, is_there={start, end} in white)


def white_from_sheets(profile: Profile) -> Iterator[QuestionSheet]:
    """From where on each other continent a white route leads to a territory: all that is asked of Neutral tiles."""
    white = set(map(frozenset, profile.white))
    for (board, facts), (continent, there) in permutations(profile.boards.items(), 2):
        from_there = {str(ground.number): ground.printed_name for ground in there.territories}
        for ground in facts.territories:
            place = territory_place(board, ground.number)
            asks = say(
                "From which territory of {board} does a white route lead to {place}?",
                board=board_name(continent),
                place=ground.printed_name,
            )
            choices = tuple(InputChoice(number, name) for number, name in from_there.items())
            kind = ChoiceInput(choices, 0, 1, say("None of them"))
            leads = (number for number in from_there if {f"{continent}.{number}", place} in white)
            question = Question(white_from(continent, place), asks, say("route"), kind, printed=next(leads, ""))
            title = say("{one} and {other}", one=board_name(continent), other=ground.printed_name)
            yield QuestionSheet(
                question.name, title, BOARD_GROUP, (question,), on_board(board), icon="route", in_play=True
            )


def _route(name: str, board: str, asks: Text, ends: tuple[Text, Text], *, is_there: bool) -> QuestionSheet:
    question = Question(name, asks, say("route"), YES_OR_NO, printed=YES if is_there else NO)
    title = say("{one} and {other}", one=ends[0], other=ends[1])
    piece = on_board(board) if board else ""
    return QuestionSheet(name, title, BOARD_GROUP, (question,), piece, icon="route", in_play=True)


# --- cards ---


_BEGINS_WITH = {
    Resource.MONEY: say("How much Money does {name} begin with?"),
    Resource.POLITICS: say("How many Politics points does {name} begin with?"),
}


def commander_sheet(commander: Commander) -> QuestionSheet:
    record = _Record(f"commanders.{commander.id}", commander.provenance)
    questions = []
    if commander.side is Side.UWC:
        for resource in (Resource.MONEY, Resource.POLITICS):
            asks = _BEGINS_WITH[resource].fill(name=commander.printed_name)
            questions.append(
                record.ask(resource.value, asks, RESOURCE[resource], TO_TRACK, str(getattr(commander, resource.value)))
            )
    rewards = tuple(InputChoice(each.value, RESOURCE[each]) for each in Resource)
    asks = say("What does {name} get as a reward?", name=commander.printed_name)
    questions.append(record.ask("reward", asks, say("reward"), ChoiceInput(rewards), commander.reward.value))
    return QuestionSheet(
        record.name, commander.printed_name, COMMANDER_GROUP, tuple(questions), f"sheet_{commander.id}", icon="crown"
    )


def command_sheet(commander: Commander, number: int, card: CommandCard, commands: Sequence[str]) -> QuestionSheet:
    """A card of a commander's deck by its number; what is asked depends on the `commands` on it."""
    side, here = commander.side, [Command(each) for each in commands]
    record = _Record(f"{commander.id}_card.{number}", card.provenance)
    known = tuple(
        InputChoice(each.value, COMMAND_NAME[each], then=NUMBER_BESIDE if each in NUMBERED else ("", ()))
        for each in Command
        if each in SIDE_COMMANDS[side]
    )
    printed = listed(each.value for each in sorted(card.commands, key=list(Command).index))
    questions = [
        record.ask(
            "commands",
            say("Which command stands on it? There may be two."),
            say("command"),
            ChoiceInput(known, 1, 2),
            printed,
        ),
        record.ask("price", say("What does it cost?"), say("price"), TO_TRACK, str(card.price)),
    ]
    if side is Side.UWC:
        questions.append(record.ask("pay", say("In what is it paid?"), say("paid in"), PAYMENT, payment(card.pay)))
    if NUMBERED & set(here):
        asks = say("Which number stands beside the command?")
        questions.append(record.ask("number", asks, say("number"), TO_AMOUNT, str(max(1, card.number))))
    if side is Side.UWC and len(here) == 1:
        asks = say("Is there an extra Politicking symbol?")
        questions.append(record.ask("politics", asks, say("Politicking"), YES_OR_NO, YES if card.politics else NO))
    sheet = QuestionSheet(
        record.name,
        commander.printed_name,
        COMMAND_GROUP,
        tuple(questions),
        card.id,
        icon="play-card",
        together=tuple(f"{record.name}.{key}" for key in ("price", "pay", "politics")),
    )
    return _numbered(sheet)


def battle_sheet(side: Side, number: int, card: BattleCard) -> QuestionSheet:
    record = _Record(f"{side.value}_battle_card.{number}", card.provenance)
    asks = say("What colour is its tactic?")
    questions = [record.ask("tactic", asks, say("tactic"), TACTIC, card.tactic)]
    for row, title, squares in (
        ("attack", say("Attack, {square}"), card.attack),
        ("defence", say("Defence, {square}"), card.defence),
    ):
        for at, (square, symbol) in enumerate(zip(SQUARE_NAMES, squares, strict=True)):
            caption = title.fill(square=square)
            asks = say("{place}: what is shown there?", place=caption)
            questions.append(record.ask(f"{row}.{at}", asks, caption, SYMBOL, SYMBOL_OF[symbol]))
    title = say("Battle card of {side}", side=TITLE[side])
    sheet = QuestionSheet(record.name, title, BATTLE_GROUP, tuple(questions), card.id, icon="swords")
    return _numbered(sheet)


def special_sheet(side: Side, number: int, card: SpecialCard, effect: str) -> QuestionSheet:
    record = _Record(f"{side.value}_special.{number}", card.provenance)
    questions = [record.ask("price", say("What does it cost?"), say("price"), TO_TRACK, str(card.price))]
    if side is Side.UWC:
        questions.append(record.ask("pay", say("In what is it paid?"), say("paid in"), PAYMENT, payment(card.pay)))
    effects = tuple(InputChoice(each.value, EFFECT_NAMES[each]) for each in Effect)
    questions.append(
        record.ask("effect", say("What does it do?"), say("effect"), ChoiceInput(effects), card.effect.value)
    )
    if effect in (Effect.GAIN, Effect.INCOME):
        if side is Side.UWC:
            resources = ChoiceInput(PAYMENT.choices[:2])
            asks = say("Of which resource does it give?")
            questions.append(record.ask("resource", asks, say("resource"), resources, card.resource.value))
        asks = say("How much does it give?")
        questions.append(record.ask("amount", asks, say("amount"), TO_AMOUNT, str(max(1, card.amount))))
    questions.append(record.ask_name(card.name))
    title = say("Special command of {side}", side=TITLE[side])
    together = (f"{record.name}.price", f"{record.name}.pay")
    sheet = QuestionSheet(record.name, title, SPECIAL_GROUP, tuple(questions), card.id, icon="bolt", together=together)
    return _numbered(sheet, like=False)


def operation_sheet(side: Side, number: int, card: Operation) -> QuestionSheet:
    record = _Record(f"{side.value}_operation.{number}", card.provenance)
    asks = say("How many victory points is it worth?")
    questions = [record.ask("vp", asks, say("victory points"), TO_POINTS, str(card.vp)), record.ask_name(card.name)]
    title = say("Secret operation of {side}", side=TITLE[side])
    sheet = QuestionSheet(record.name, title, OPERATION_GROUP, tuple(questions), card.id, icon="lock")
    return _numbered(sheet, like=False)


TOKENS = "time_tokens"


def token_sheet(tokens: Iterable[TimeToken], sectors: Iterable[int]) -> QuestionSheet:
    """How many of each kind there are; the kinds are what the labels say."""
    known = {(token.change, token.sector): token for token in tokens}
    provenance = OWNER if all(token.provenance is OWNER for token in known.values()) else Provenance.PROVISIONAL
    record = _Record(TOKENS, provenance)
    questions = tuple(
        record.ask(
            f"{change}.{sector}",
            say("How many tokens say {change} for sector {sector}?", change=words, sector=sector),
            say("{change} sector {sector}", change=words, sector=sector),
            TO_TOKENS,
            str(known[change, sector].copies if (change, sector) in known else 0),
        )
        for change, words in ((-1, say("−1")), (1, say("+1")))
        for sector in sectors
    )
    return QuestionSheet(TOKENS, say("Time tokens"), TOKEN_GROUP, questions, icon="clock")


def _numbered(sheet: QuestionSheet, *, like: bool = True) -> QuestionSheet:
    """A card that wears the label with the number in its name; the one before it may be just the same."""
    label, _, number = sheet.name.rpartition(".")
    where = say("Equal cards one after the other: one touch each.") if like else NOTHING
    tag = _tags().get((label, int(number)), "")
    return replace(
        sheet,
        title=say("{of}, card {number}", of=sheet.title, number=number),
        short=say("Card {number}", number=number),
        where=where,
        like=f"{label}.{int(number) - 1}" if like and int(number) > 1 else "",
        tags=(tag,) if tag else (),
    )


@cache
def _tags() -> dict[tuple[str, int], str]:
    return {(piece, copy): payload for payload, piece, copy in labels()}


def payment(pay: Iterable[Resource]) -> str:
    return "+".join(resource.value for resource in Resource if resource in set(pay))

"""One line per action, both ways: `A: move 2 America o1 -> America 3`.

Forgiving about capitals and blanks; places may be called by their printed names as well. The words are in
`_WORDS`, one entry per action: how it is read, and how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import NotationError
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    SYMBOLS,
    CardId,
    Command,
    Place,
    Profile,
    Resource,
    sector_place,
    territory_place,
)
from companion.games.iron_sky.profile import slug
from companion.games.iron_sky.settings import BOARDS

CHOICES = ("cards", "gifts")
"""What a finger can open besides a single card."""

SHIFTS: Mapping[int, str] = {1: "I-II", -1: "II-I", 0: "none"}
"""Which attack square faces which defence square after the shift."""

RESOURCE_WORD: Mapping[Resource, str] = {
    Resource.MONEY: "Money",
    Resource.POLITICS: "PP",
    Resource.COMMAND: "CP",
}


def write_place(place: Place) -> str:
    board, _, number = place.partition(".")
    return f"{board.title()} {number}"


def _paid(politics: int) -> str:
    return f" with {politics} PP" if politics else ""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads words of one profile. Every method raises NotationError saying what was expected."""

    profile: Profile

    def place(self, words: str) -> Place:
        key = " ".join(words.lower().replace(".", " ").split())
        for board, facts in self.profile.boards.items():
            for ground in facts.territories:
                if key in (f"{board} {ground.number}", ground.name.lower()):
                    return territory_place(board, ground.number)
            for sector in facts.sectors:
                if key in (f"{board} o{sector.number}", f"{board} orbit {sector.number}"):
                    return sector_place(board, sector.number)
        raise NotationError(f"'{words}' is no place; expected one such as 'America 3' or 'America o1'.")

    def board(self, words: str) -> str:
        if words.lower() in BOARDS:
            return words.lower()
        raise NotationError(f"'{words}' is no board; expected {', '.join(board.title() for board in BOARDS)}.")

    def among(self, words: str, known: Mapping[str, Any], what: str) -> CardId:
        id = slug(words)
        matching = [name for name in known if id == name or name.endswith(f"_{id}")]
        if id in known:
            return id
        if len(matching) == 1:
            return matching[0]
        raise NotationError(
            f"'{words}' is no {what} of {self.profile.name}; expected one such as '{next(iter(known))}'."
        )

    def choice(self, words: str) -> str:
        choice = slug(words)
        return (
            choice if choice in CHOICES else self.among(words, {**self.profile.cards, **self.profile.specials}, "card")
        )

    def command(self, card: CardId, words: str | None) -> Command:
        if words is None:
            return self.profile.cards[card].commands[0]
        try:
            return Command(slug(words))
        except ValueError:
            raise NotationError(f"'{words}' is no command; expected one such as 'recruit'.") from None

    def resource(self, words: str) -> Resource:
        for resource, word in RESOURCE_WORD.items():
            if words.lower() in (word.lower(), resource.value):
                return resource
        raise NotationError(f"'{words}' is no resource; expected Money, PP or CP.")

    def shift(self, words: str) -> int:
        for direction, word in SHIFTS.items():
            if word.lower() == words.lower():
                return direction
        raise NotationError(f"'{words}' is no shift; expected I-II, II-I or none.")

    def symbol(self, words: str) -> str:
        if words.upper() in SYMBOLS:
            return words.upper()
        raise NotationError(f"'{words}' is no symbol; expected one of {', '.join(SYMBOLS)}.")

    def token(self, words: str) -> str:
        return "end" if words.lower() == "end" else self.among(words, self.profile.tokens, "time token")


Found = Mapping[str, str]
Build = Callable[[Reader, Found], act.Action]
Write = Callable[[Profile, Any], str]

SEAT = r"(?P<player>[a-f])\s*:\s*"
PAID = r"(?: with (?P<pp>\d+) pp)?"


def _number(found: Found, name: str) -> int:
    return int(found[name] or 0)


def _seat(found: Found, name: str = "player") -> str:
    return found[name].upper()


def _read_play(r: Reader, f: Found) -> act.Play:
    card = r.among(f["card"], r.profile.cards, "command card")
    board = r.board(f["board"]) if f["board"] else None
    return act.Play(_seat(f), card, r.command(card, f["command"]), _number(f, "pp"), _number(f, "token"), board)


def _write_play(profile: Profile, a: act.Play) -> str:
    plain = profile.cards[a.card].commands[0] is a.command
    chosen = "" if plain else f" as {a.command.value.replace('_', '-')}"
    token = f" token {a.adjust:+d}" if a.adjust else ""
    board = f" on {a.board.title()}" if a.board else ""
    return f"{a.player}: play {a.card}{chosen}{_paid(a.politics)}{token}{board}"


def _read_special(r: Reader, f: Found) -> act.PlaySpecial:
    card = r.among(f["card"], r.profile.specials, "special command")
    return act.PlaySpecial(_seat(f), card, r.place(f["place"]) if f["place"] else None, _number(f, "pp"))


def _write_special(_: Profile, a: act.PlaySpecial) -> str:
    return f"{a.player}: special {a.card}{f' at {write_place(a.place)}' if a.place else ''}{_paid(a.politics)}"


def _read_move(r: Reader, f: Found) -> act.Move:
    payer = f["payer"].upper() if f["payer"] else None
    return act.Move(_seat(f), r.place(f["origin"]), r.place(f["to"]), _number(f, "count"), payer, bool(f["money"]))


def _write_move(_: Profile, a: act.Move) -> str:
    fee = f" fee {a.payer}{' in Money' if a.in_money else ''}" if a.payer else ""
    return f"{a.player}: move {a.count} {write_place(a.origin)} -> {write_place(a.to)}{fee}"


def _read_place_tile(r: Reader, f: Found) -> act.PlaceTile:
    return act.PlaceTile(_seat(f), r.place(f["place"]), bool(f["elite"]))


def _at(kind: Callable[[str, Place], act.Action]) -> Build:
    return lambda r, f: kind(_seat(f), r.place(f["place"]))


def _alone(kind: Callable[[str], act.Action]) -> Build:
    return lambda _, f: kind(_seat(f))


def _discard_known(r: Reader) -> Mapping[str, Any]:
    return {**r.profile.cards, **r.profile.specials}


_WORDS: Mapping[type, tuple[str, Build, Write]] = {
    act.DrawSheet: (
        r"sheet (?P<seat>[a-f]) (?P<card>\S.*)",
        lambda r, f: act.DrawSheet(_seat(f, "seat"), r.among(f["card"], r.profile.commanders, "commander")),
        lambda _, a: f"sheet {a.seat} {a.commander}",
    ),
    act.TurnToken: (
        r"turn (?P<token>\S.*)",
        lambda r, f: act.TurnToken(r.token(f["token"])),
        lambda _, a: f"turn {a.token}",
    ),
    act.Reveal: (
        r"reveal (?P<seat>[a-f]) (?P<card>\S.*)",
        lambda r, f: act.Reveal(_seat(f, "seat"), r.among(f["card"], r.profile.battle_cards, "battle card")),
        lambda _, a: f"reveal {a.seat} {a.card}",
    ),
    act.Symbol: (
        r"symbol (?P<seat>[a-f]) (?P<symbol>\S+)",
        lambda r, f: act.Symbol(_seat(f, "seat"), r.symbol(f["symbol"])),
        lambda _, a: f"symbol {a.seat} {a.symbol}",
    ),
    act.Compare: (r"compare", lambda _, __: act.Compare(), lambda _, __: "compare"),
    act.PushMeter: (
        r"meter (?P<board>\S+) (?P<position>\d+)",
        lambda r, f: act.PushMeter(r.board(f["board"]), _number(f, "position")),
        lambda _, a: f"meter {a.board.title()} {a.position}",
    ),
    act.Play: (
        SEAT
        + rf"play (?P<card>\S.*?)(?: as (?P<command>\S+))?{PAID}(?: token (?P<token>[+-]1))?(?: on (?P<board>\S+))?",
        _read_play,
        _write_play,
    ),
    act.PlaySpecial: (SEAT + rf"special (?P<card>\S.*?)(?: at (?P<place>\S.*?))?{PAID}", _read_special, _write_special),
    act.Pick: (SEAT + r"pick (?P<place>\S.*)", _at(act.Pick), lambda _, a: f"{a.player}: pick {write_place(a.place)}"),
    act.Open: (
        SEAT + r"open (?P<card>\S.*)",
        lambda r, f: act.Open(_seat(f), r.choice(f["card"])),
        lambda _, a: f"{a.player}: open {a.what}",
    ),
    act.Move: (
        SEAT
        + r"move (?P<count>\d+) (?P<origin>\S.*?) ?-> ?(?P<to>\S.*?)(?: fee (?P<payer>[a-f])(?P<money> in money)?)?",
        _read_move,
        _write_move,
    ),
    act.Attack: (
        SEAT + r"attack (?P<place>\S.*)",
        _at(act.Attack),
        lambda _, a: f"{a.player}: attack {write_place(a.place)}",
    ),
    act.PlaceTile: (
        SEAT + r"place (?P<elite>elite )?(?P<place>\S.*)",
        _read_place_tile,
        lambda _, a: f"{a.player}: place {'elite ' if a.elite else ''}{write_place(a.place)}",
    ),
    act.Aid: (
        SEAT + r"aid (?P<board>\S+) ?-> ?(?P<first>\S.*?) ?, ?(?P<second>\S.*)",
        lambda r, f: act.Aid(_seat(f), r.board(f["board"]), r.place(f["first"]), r.place(f["second"])),
        lambda _, a: f"{a.player}: aid {a.continent.title()} -> {write_place(a.first)}, {write_place(a.second)}",
    ),
    act.Waive: (SEAT + "waive", _alone(act.Waive), lambda _, a: f"{a.player}: waive"),
    act.Reshuffle: (
        SEAT + "shuffle battle cards",
        _alone(act.Reshuffle),
        lambda _, a: f"{a.player}: shuffle battle cards",
    ),
    act.Exchange: (
        SEAT + r"exchange (?P<count>\d+) battle cards?",
        lambda _, f: act.Exchange(_seat(f), _number(f, "count")),
        lambda _, a: f"{a.player}: exchange {a.count} battle cards",
    ),
    act.PutTerror: (
        SEAT + r"terror (?P<place>\S.*)",
        _at(act.PutTerror),
        lambda _, a: f"{a.player}: terror {write_place(a.place)}",
    ),
    act.Bombard: (
        SEAT + r"bombard (?P<place>\S.*)",
        _at(act.Bombard),
        lambda _, a: f"{a.player}: bombard {write_place(a.place)}",
    ),
    act.Jam: (SEAT + r"jam (?P<place>\S.*)", _at(act.Jam), lambda _, a: f"{a.player}: jam {write_place(a.place)}"),
    act.Organise: (
        SEAT + rf"organise (?P<count>\d+) (?P<origin>\S.*?) ?-> ?(?P<to>\S.*?){PAID}",
        lambda r, f: act.Organise(
            _seat(f), r.place(f["origin"]), r.place(f["to"]), _number(f, "count"), _number(f, "pp")
        ),
        lambda _, a: (
            f"{a.player}: organise {a.count} {write_place(a.origin)} -> {write_place(a.to)}{_paid(a.politics)}"
        ),
    ),
    act.Ascend: (
        SEAT + r"ascend (?P<count>\d+) (?P<origin>\S.*?) ?-> ?(?P<to>\S.*)",
        lambda r, f: act.Ascend(_seat(f), r.place(f["origin"]), r.place(f["to"]), _number(f, "count")),
        lambda _, a: f"{a.player}: ascend {a.count} {write_place(a.origin)} -> {write_place(a.to)}",
    ),
    act.Give: (
        SEAT + r"give (?P<count>\d+) (?P<resource>\S+) to (?P<seat>[a-f])",
        lambda r, f: act.Give(_seat(f), _seat(f, "seat"), _number(f, "count"), r.resource(f["resource"])),
        lambda _, a: f"{a.player}: give {a.amount} {RESOURCE_WORD[a.resource]} to {a.to}",
    ),
    act.TakeLoan: (SEAT + "loan", _alone(act.TakeLoan), lambda _, a: f"{a.player}: loan"),
    act.TakeAdvice: (SEAT + "advice", _alone(act.TakeAdvice), lambda _, a: f"{a.player}: advice"),
    act.Done: (SEAT + "done", _alone(act.Done), lambda _, a: f"{a.player}: done"),
    act.Resume: (SEAT + "resume", _alone(act.Resume), lambda _, a: f"{a.player}: resume"),
    act.Boost: (
        SEAT + rf"boost (?P<card>\S.*?){PAID}",
        lambda r, f: act.Boost(_seat(f), r.among(f["card"], r.profile.specials, "special command"), _number(f, "pp")),
        lambda _, a: f"{a.player}: boost {a.card}{_paid(a.politics)}",
    ),
    act.Lay: (
        SEAT + r"lay (?P<source>deck|reserve|hand)",
        lambda _, f: act.Lay(_seat(f), f["source"].lower()),
        lambda _, a: f"{a.player}: lay {a.source}",
    ),
    act.Fortress: (
        SEAT + r"(?P<no>no )?fortress",
        lambda _, f: act.Fortress(_seat(f), not f["no"]),
        lambda _, a: f"{a.player}: {'' if a.use else 'no '}fortress",
    ),
    act.Shift: (
        SEAT + r"shift (?P<shift>\S+)",
        lambda r, f: act.Shift(_seat(f), r.shift(f["shift"])),
        lambda _, a: f"{a.player}: shift {SHIFTS.get(a.direction, a.direction)}",
    ),
    act.EndTurn: (
        SEAT + r"end turn(?: ?, ?discard (?P<card>\S.*))?",
        lambda r, f: act.EndTurn(_seat(f), r.among(f["card"], _discard_known(r), "card") if f["card"] else None),
        lambda _, a: f"{a.player}: end turn{f', discard {a.discard}' if a.discard else ''}",
    ),
    act.ShowOperation: (
        SEAT + r"operation (?P<card>\S.*) (?P<how>fulfilled|failed)",
        lambda r, f: act.ShowOperation(
            _seat(f), r.among(f["card"], r.profile.operations, "secret operation"), f["how"].lower() == "fulfilled"
        ),
        lambda _, a: f"{a.player}: operation {a.card} {'fulfilled' if a.fulfilled else 'failed'}",
    ),
}

_FORMS = {kind: re.compile(pattern, re.IGNORECASE) for kind, (pattern, _, _) in _WORDS.items()}
EXAMPLE = "A: move 2 America o1 -> America 3"


def read_action(profile: Profile, notation: str) -> act.Action:
    """The action of one line. Raises NotationError."""
    line = " ".join(notation.split())
    for kind, form in _FORMS.items():
        found = form.fullmatch(line)
        if found is not None:
            return _WORDS[kind][1](Reader(profile), found.groupdict())
    raise NotationError(f"'{line}' is no action; expected one such as '{EXAMPLE}'.")


def write_action(profile: Profile, action: act.Action) -> str:
    """The line of an action; reading it gives the same action."""
    return _WORDS[type(action)][2](profile, action)

"""Decks that players bring: scanned under the camera or picked from a list, and what the rules say of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.core.camera_view import CameraView
from companion.core.decks import DeckRules
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.printed_copy import blank_tags_of, second_tags_of
from companion.core.screen import Button, Tone, Touched
from companion.core.table import Piece, Tag
from companion.core.tags import readable
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.label_sets.piece_labels import opening_state
from companion.pages.evening_draft import LONGEST_NAME
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.page_context import PageContext
from companion.pages.typing import Typing

SHOWN = 8
ICONS = {Tone.GOOD: "circle-check", Tone.ATTENTION: "alert-triangle", Tone.BAD: "square-x"}


def rules_of(context: PageContext, game: str) -> DeckRules:
    """Raises NothingToShow in games to which nobody brings a deck."""
    decks = context.games[game].decks
    if decks is None:
        raise NothingToShow("Nobody brings a deck to this game.")
    return decks.deck_rules


class DeckOwners:
    """Whose decks are here."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator, self._game = context, navigator, game
        self._rules = rules_of(context, game)
        self._drafts = context.copies.decks(game)

    def view(self) -> ListPage:
        drafts = self._drafts
        decks = tuple(
            Row(
                say("The deck of {owner}", owner=owner),
                next(
                    (remark.sentence for remark in self._rules.judge(drafts.cards(owner), drafts.sizes(owner))), NOTHING
                ),
                say_plural("{count} card", "{count} cards", len(drafts.cards(owner))),
                "cards",
                Touched("deck", owner),
                Tone.NORMAL if drafts.is_sound(owner) else Tone.ATTENTION,
            )
            for owner in drafts.owners
        )
        known = tuple(
            Row(verbatim(person.name), say("Begin a deck"), icon="plus", intent=Touched("deck", person.name))
            for person in self._context.store.people()
            if person.name not in drafts.owners
        )
        new = Row(say("Somebody else"), say("Write a name"), icon="user-plus", intent=Touched("new"))
        line = say("A deck belongs to whoever has its name, this evening and the next.")
        groups = (RowGroup(say("Decks"), decks),) if decks else ()
        return ListPage("decks", say("Decks"), (*groups, RowGroup(say("A new deck"), (*known, new))), (line,))

    def touched(self, key: str, value: str) -> None:
        if key == "deck":
            self._navigator.push(DeckPage(self._context, self._navigator, self._game, value))
            return

        def named(name: str) -> None:
            self._navigator.close()
            self._navigator.push(DeckPage(self._context, self._navigator, self._game, name))

        def why_not(name: str) -> Text | None:
            return None if name else say("Write a name first.")

        hint = say_plural("A name of up to {count} letter", "A name of up to {count} letters", LONGEST_NAME)
        page = Typing(say("Whose deck is it?"), hint, say("That is the name"), named, LONGEST_NAME, name=True)
        page.why_not, page.icon = why_not, "user"
        self._navigator.push(page)


class DeckPage:
    """One deck. Every card that comes under the camera is taken into it, each label once."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str, owner: str) -> None:
        self._context, self._navigator, self._owner = context, navigator, owner
        self._rules = rules_of(context, game)
        self._drafts = context.copies.decks(game)
        self._game = context.copies.game(game)
        self._of_second_copy = {second: self._game.piece_of[tag] for tag, second in second_tags_of(self._game).items()}
        self._blank: list[Tag] = []
        context.machine.cameras.look(self._game, opening_state(context.games[game]))

    def view(self) -> ListPage:
        cards = self._drafts.cards(self._owner)
        remarks = self._rules.judge(cards, self._drafts.sizes(self._owner))
        said = tuple(Row(each.sentence, icon=ICONS[each.tone], tone=each.tone) for each in remarks)
        blank = tuple(
            Row(
                say("Label {code} is on no card yet", code=readable(tag)),
                say("Say which card it is on"),
                icon="qrcode",
                intent=Touched("blank", tag),
                tone=Tone.ATTENTION,
            )
            for tag in self._blank
        )
        clashing = tuple(
            Row(
                say_plural(
                    "{count} label is in the deck of {owner} as well",
                    "{count} labels are in the deck of {owner} as well",
                    count,
                    owner=owner,
                ),
                say("These two decks cannot lie on one table before one of them has other labels"),
                icon="alert-triangle",
                tone=Tone.ATTENTION,
            )
            for owner, count in self._drafts.labels_shared(self._owner).items()
        )
        groups = [RowGroup(say("What the rules say"), (*clashing, *said, *blank))]
        groups += self._by_kind(Counter(cards))
        lines = (
            say("Lay the cards under the camera, some at a time: each label counts once. Or pick them from the list."),
        )
        buttons = (
            Button(say("Take back"), Touched("take back"), icon="arrow-back-up"),
            Button(say("Pick a card"), Touched("pick"), icon="list-details"),
            Button(say("That is the deck"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check"),
        )
        return ListPage("deck", say("The deck of {owner}", owner=self._owner), tuple(groups), lines, buttons)

    def _by_kind(self, cards: Counter[Piece]) -> list[RowGroup]:
        groups: dict[Text, list[Row]] = {}
        for piece, kind in self._rules.cards.items():
            if cards[piece]:
                count = verbatim(f"×{cards[piece]}") if cards[piece] > 1 else NOTHING
                words = say("Touch it to take one out")
                row = Row(self._game.piece_name(piece), words, count, "play-card", Touched("take out", piece))
                groups.setdefault(kind, []).append(row)
        return [RowGroup(kind, tuple(rows)) for kind, rows in groups.items()]

    def touched(self, key: str, value: str) -> None:
        match key:
            case "take out":
                self._drafts.take_out(self._owner, value)
            case "take back":
                self._drafts.take_back()
            case "pick":
                self._navigator.push(self._picking(lambda piece: self._drafts.add(self._owner, [(piece, "")])))
            case "blank":
                self._navigator.push(self._picking(lambda piece: self._bind(value, piece)))
            case _:
                self._navigator.close()

    def saw(self, seen: object) -> None:
        """Takes in every card whose label is new; a label that is on no card yet is asked about."""
        if not isinstance(seen, CameraView):
            return
        scanned, bound = self._drafts.labels(self._owner), self._drafts.bound
        new = [tag for tag in dict.fromkeys(seen.tags) if tag not in scanned]
        pieces = {tag: self._piece(tag) for tag in new}
        known = [(piece, tag) for tag, piece in pieces.items() if piece is not None and piece in self._rules.cards]
        for piece, tag in known:
            if tag not in bound and tag not in self._game.piece_of:
                self._drafts.bind(tag, piece)
        if known:
            self._drafts.add(self._owner, known)
        blank = set(blank_tags_of(self._game))
        self._blank += [tag for tag in new if pieces[tag] is None and tag in blank and tag not in self._blank]

    def closed(self) -> None:
        self._context.machine.cameras.look_away()

    def _piece(self, tag: Tag) -> Piece | None:
        """What a label is on: as somebody has said, or as it ships, a second copy's too."""
        return self._drafts.bound.get(tag) or self._game.piece_of.get(tag) or self._of_second_copy.get(tag)

    def _bind(self, tag: Tag, piece: Piece) -> None:
        self._drafts.bind(tag, piece)
        self._drafts.add(self._owner, [(piece, tag)])
        self._blank.remove(tag)
        self._navigator.close()

    def _picking(self, take: Callable[[Piece], None]) -> Typing:
        """A card by the first letters of its name, or of a word in it; each touch takes one more."""

        def answers(line: str) -> tuple[Row, ...]:
            cards = Counter(self._drafts.cards(self._owner))
            found = [piece for piece in self._rules.cards if _begins(line, str(self._game.piece_name(piece)))]
            return tuple(
                Row(
                    self._game.piece_name(piece),
                    self._rules.cards[piece],
                    verbatim(f"×{cards[piece]}") if cards[piece] else NOTHING,
                    "play-card",
                    Touched("take", piece),
                )
                for piece in found[:SHOWN]
            )

        page = Typing(
            say("Which card is it?"),
            say("Write the beginning of its name, or of a word in it"),
            say("That is all"),
            lambda _: self._navigator.close(),
            answers=answers,
            nothing=say("No card begins with these letters."),
        )
        page.chosen = take
        return page


def _begins(line: str, name: str) -> bool:
    """Whether a name, or a word in it, begins like this."""
    words = name.casefold().split()
    wanted = line.casefold().strip()
    return bool(wanted) and any(" ".join(words[at:]).startswith(wanted) for at in range(len(words)))

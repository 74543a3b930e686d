"""What an action of a declared game has, all in its class: fields, notation, checks, effect, words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.action import Seat
from companion.core.notation import Form
from companion.core.rules import Rule
from companion.core.text import NOTHING, Text


class DeclaredAction(ABC):
    """Flat, frozen, and written in one line by its `form`, such as `"{player}: push {start:laid} -> {end:empty}"`.

    The kinds of words are `player`, `zone`, `laid` (a zone in which something lies), `empty` (one in which nothing
    does), `piece`, `number`, and the game's own (`DeclaredGame.words`). `rules` is what it has to keep, in the order
    in which a referee would speak.

    `said` is what was done (`"{player} laid a man on {point}"`, without a full stop), `offer` what can be chosen (`"Lay
    a man on {point}"`; without it there is what would have been done): a field in braces becomes the name of what it
    means. What has a `title` (`"Lay a man"`) has a button, with its `icon`; the one with the `key` `pass` is pressed by
    a button at the table's edge too.
    """

    __slots__ = ()
    form: ClassVar[str | Form]
    rules: ClassVar[Sequence[Rule[Any, Any]]] = ()
    said: ClassVar[Text]
    offer: ClassVar[Text] = NOTHING
    title: ClassVar[Text] = NOTHING
    icon: ClassVar[str] = ""
    key: ClassVar[str] = ""

    @abstractmethod
    def apply(self, state: Any, /) -> Any:
        """The next state. Checks nothing, and makes something sensible of what breaks a rule, too."""

    @classmethod
    def candidates(cls, state: Any, /) -> Iterable[Any] | None:  # noqa: ARG003
        """All of this kind that hands could do, legal or not; None for whatever its words can mean in this state."""
        return None


@dataclass(frozen=True, slots=True)
class Decision(DeclaredAction):
    """What a player does."""

    player: Seat


class Chance(DeclaredAction):
    """What happens rather than is decided: hands do it for nobody in particular. Its subclasses are dataclasses."""

    __slots__ = ()

    @property
    def player(self) -> None:
        return None

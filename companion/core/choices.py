"""What a group chose before the game: one value for all settings of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.core.game import Setting
from companion.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Choices:
    """The choice of every setting by name: `choices["overflow"]`. `changed`: those that are not the default, sorted.

    Equal and hashed by what is changed, so both cost next to nothing at an ordinary table.
    """

    changed: tuple[tuple[str, str], ...]
    _all: Mapping[str, str] = field(compare=False, repr=False)

    @classmethod
    def of(cls, settings: Iterable[Setting], chosen: Mapping[str, str]) -> Choices:
        """Raises ConfigError naming every unknown setting and choice."""
        known = {setting.name: setting for setting in settings}
        if wrong := [sentence for item in chosen.items() if (sentence := _wrong(known, *item))]:
            raise ConfigError(" ".join(wrong))
        changed = {name: choice for name, choice in chosen.items() if choice != known[name].default}
        defaults = {name: setting.default for name, setting in known.items()}
        return cls(tuple(sorted(changed.items())), {**defaults, **changed})

    def __getitem__(self, name: str) -> str:
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)


def _wrong(known: Mapping[str, Setting], name: str, choice: str) -> str | None:
    if name not in known:
        return f"There is no setting '{name}'; use {', '.join(known) or 'none'}."
    if choice not in known[name].choices:
        return f"The setting '{name}' cannot be '{choice}'; use {' or '.join(known[name].choices)}."
    return None

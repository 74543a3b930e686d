"""The languages the companion speaks: English, and those that have a compiled catalogue under `locale/`."""

from __future__ import annotations

from gettext import translation
from pathlib import Path

from companion.core.text import ENGLISH, Language
from companion.errors import ConfigError

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "companion"


def languages(locale: Path = LOCALE) -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return (ENGLISH.code, *sorted(path.parents[1].name for path in locale.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def language_to_read(code: str, locale: Path = LOCALE) -> Language:
    """As `load_language`; without a catalogue texts say what they have in it by themselves, and the rest in English."""
    if code in languages(locale):
        return load_language(code, locale)
    return Language(code, ENGLISH.gettext, ENGLISH.ngettext)


def load_language(code: str, locale: Path = LOCALE) -> Language:
    """The language with this code; what its catalogue lacks is read in English. Raises ConfigError for no such one."""
    known = languages(locale)
    if code not in known:
        raise ConfigError(f"there is no language '{code}': choose one of {', '.join(known)}")
    if code == ENGLISH.code:
        return ENGLISH
    catalogue = translation(DOMAIN, locale, [code])
    return Language(code, catalogue.gettext, catalogue.ngettext)

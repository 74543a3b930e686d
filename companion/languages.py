"""The languages the companion speaks: English, and those that have a compiled catalogue under `locale/`."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import translation
from pathlib import Path

from companion.core.text import ENGLISH, Language
from companion.errors import ConfigError
from companion.games import locale_folders

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "companion"
GAMES_DOMAIN = "messages"
"""Of the catalogues that games bring, which say what the companion's own has no words for."""
LANGUAGE_NAMES = {"en": "English", "et": "Eesti", "fi": "Suomi", "pl": "Polski"}
"""As those call them who speak them, by their codes."""


def languages(locale: Path = LOCALE) -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return (ENGLISH.code, *sorted(path.parents[1].name for path in locale.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def house_language(preferences: Mapping[str, str], environment: Mapping[str, str]) -> Language:
    """The language this house has chosen; before that the system's, and English where the companion has no such one.

    The system says it as POSIX does, in the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set: `et_EE.UTF-8`.
    """
    system = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    wanted = (preferences.get("language"), system.partition(".")[0].partition("_")[0].lower())
    return load_language(next((code for code in wanted if code in languages()), ENGLISH.code))


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
    for folder in locale_folders():
        catalogue.add_fallback(translation(GAMES_DOMAIN, folder, [code], fallback=True))
    return Language(code, catalogue.gettext, catalogue.ngettext)

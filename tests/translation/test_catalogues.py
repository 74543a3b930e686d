"""The catalogues of sentences: the template is current, every language is complete, and what is compiled is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from companion.core.text import ENGLISH, named, say, say_plural
from companion.errors import ConfigError
from companion.languages import LOCALE, house_language, languages, load_language
from scripts import translations
from scripts.translations import compiled, extracted, faults, pot, read, update

CARDS = ("{count} card", "{count} cards")


@pytest.fixture
def template() -> Catalog:
    catalog = Catalog()
    catalog.add("{who} takes {what}")
    catalog.add(CARDS)
    return catalog


@pytest.fixture
def polish(tmp_path: Path, template: Catalog) -> Path:
    """A catalogue with everything translated, compiled."""
    path = update("pl", template, tmp_path)
    translate(path, "{who} takes {what}", "{who} bierze: {what}")
    translate(path, CARDS, ("{count} karta", "{count} karty", "{count} kart"))
    return path


def translate(path: Path, message: str | tuple[str, ...], string: str | tuple[str, ...], *flags: str) -> None:
    catalog = read(path, "pl")
    known = catalog[message]
    known.string, known.flags = string, set(flags)
    with path.open("wb") as file:
        translations.write_po(file, catalog)
    path.with_suffix(".mo").write_bytes(compiled(path))


class TestWhatIsShipped:
    def test_the_template_has_what_the_code_says(self) -> None:
        """Else: `python -m scripts.translations extract`."""
        assert (LOCALE / translations.TEMPLATE).read_bytes() == pot(extracted())

    def test_every_language_is_complete(self) -> None:
        template = read(LOCALE / translations.TEMPLATE)

        assert [] == [
            fault for language, path in translations.languages().items() for fault in faults(language, path, template)
        ]

    def test_every_language_is_compiled(self) -> None:
        assert ("en", *translations.languages()) == languages()


class TestExtraction:
    def found(self, folder: Path, source: str) -> set[object]:
        (folder / "companion").mkdir()
        (folder / "companion" / "module.py").write_text(source)
        return {message.id for message in extracted(folder) if message.id}

    def test_sentences_plurals_and_refusals(self, tmp_path: Path) -> None:
        source = 'say("A", a=say("B"))\nsay_plural("C", "D", 2)\nrefuse("E" "F", repair="G", card=say("H"))'

        assert {"A", "B", ("C", "D"), "EF", "G", "H"} == self.found(tmp_path, source)

    def test_a_refusal_may_have_sentences_of_its_own(self, tmp_path: Path) -> None:
        source = 'refuse(say_plural("C", "D", 2), repair=say("G"))'

        assert {("C", "D"), "G"} == self.found(tmp_path, source)

    def test_what_a_game_says_of_its_rules(self, tmp_path: Path) -> None:
        game = tmp_path / "companion" / "games" / "toy"
        game.mkdir(parents=True)
        (game / "statements.toml").write_text('["TOY-1"]\ntext = "A"\nsource = "ruling"\nreason = "B"\npeople = "C"\n')

        assert {"A", "B", "C"} == {message.id for message in extracted(tmp_path) if message.id}


class TestFaults:
    def of(self, polish: Path, template: Catalog) -> list[str]:
        return [fault.removeprefix(f"{polish}: ") for fault in faults("pl", polish, template)]

    def test_none(self, polish: Path, template: Catalog) -> None:
        assert [] == self.of(polish, template)

    def test_missing_and_superfluous(self, polish: Path, template: Catalog) -> None:
        template.add("Undo")
        template.delete("{who} takes {what}")

        assert ["missing: 'Undo'", "no longer in the code: '{who} takes {what}'"] == self.of(polish, template)

    @pytest.mark.parametrize(
        ("expected", "message", "string", "flags"),
        [
            ("not translated", "{who} takes {what}", "", ()),
            ("translation to be confirmed (fuzzy)", "{who} takes {what}", "{who}: {what}", ("fuzzy",)),
            ("has no value for ['he', 'who.name']", "{who} takes {what}", "{who.name} {he}", ()),
            ("not translated", CARDS, ("{count} karta", "", ""), ()),
        ],
    )
    def test_wrong(
        self,
        polish: Path,
        template: Catalog,
        expected: str,
        message: str | tuple[str, ...],
        string: str | tuple[str, ...],
        flags: tuple[str, ...],
    ) -> None:
        translate(polish, message, string, *flags)

        assert [f"{expected}: {message!r}"] == self.of(polish, template)

    def test_an_old_compilation_or_none(self, polish: Path, template: Catalog) -> None:
        mo = polish.with_suffix(".mo")
        stale = [f"{mo}: not what its .po says: run `python -m scripts.translations compile`"]
        mo.write_bytes(b"")

        assert stale == self.of(polish, template)
        mo.unlink()
        assert stale == self.of(polish, template)

    def test_an_update_keeps_translations(self, polish: Path, template: Catalog, tmp_path: Path) -> None:
        template.add("Undo")
        update("pl", template, tmp_path)

        assert "{who} bierze: {what}" == read(polish, "pl")["{who} takes {what}"].string


class TestReading:
    def test_sentences_plurals_names_and_what_is_not_translated(self, polish: Path, tmp_path: Path) -> None:
        language = load_language("pl", tmp_path)
        farm = named(en="Farm", pl="Farma")

        assert "Ann bierze: Farma" == say("{who} takes {what}", who="Ann", what=farm).render(language)
        assert ["1 karta", "2 karty", "5 kart"] == [say_plural(*CARDS, count).render(language) for count in (1, 2, 5)]
        assert "Undo" == say("Undo").render(language)

    def test_english_is_always_there(self, tmp_path: Path) -> None:
        assert ("en",) == languages(tmp_path)
        assert ENGLISH is load_language("en", tmp_path)

    @pytest.mark.parametrize(
        ("expected", "chosen", "environment"),
        [
            ("pl", {}, {"LANG": "pl_PL.UTF-8"}),
            ("pl", {}, {"LC_ALL": "pl", "LANG": "en_GB.UTF-8"}),
            ("et", {"language": "et"}, {"LANG": "pl_PL.UTF-8"}),
            ("fi", {"language": "xx"}, {"LC_ALL": "", "LC_MESSAGES": "fi_FI"}),
            ("en", {}, {"LANG": "sv_SE.UTF-8"}),
            ("en", {"language": "../pl"}, {"LANG": "C"}),
            ("en", {}, {}),
        ],
    )
    def test_a_house_speaks_what_it_chose_and_before_that_as_the_system_does(
        self, expected: str, chosen: dict[str, str], environment: dict[str, str]
    ) -> None:
        assert expected == house_language(chosen, environment).code

    @pytest.mark.parametrize("code", ["xx", "../pl", ""])
    def test_no_other_language_and_no_path(self, polish: Path, tmp_path: Path, code: str) -> None:
        with pytest.raises(ConfigError, match=r"choose one of en, pl$"):
            load_language(code, tmp_path)

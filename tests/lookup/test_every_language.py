"""Ten questions of each language about each game find their rule; none of them is listed beside a statement."""

from __future__ import annotations

import pytest

from companion.core.rules import Wording
from companion.core.text import ENGLISH, Language
from companion.games import GAMES
from companion.lookup.word_stems import LANGUAGES
from tests.lookup.indexes import index_of

AMONG = 3
AT_LEAST = 8

QUESTIONS = {
    ("new_world_order", "en"): {
        "NWO-15": "may I peek at what my neighbour has collected",
        "NWO-23": "he already said pass, can he still jump back in this round",
        "NWO-30": "there are three Casinos lying there, can I leave one of them",
        "NWO-52": "would four heaps together pay for that big tile",
        "NWO-55": "my cards are worth more than the tile, do I get something back",
        "NWO-63": "can I take two Farms off a heap of five and lay them elsewhere",
        "NWO-71": "no cards left in the deck, do we play one more round",
        "NWO-79": "we both finished with 2300, who is the winner",
        "NWO-86": "what exactly happens when Blackmail turns up",
        "NWO-100": "does the Banker have an extra slot",
    },
    ("new_world_order", "et"): {
        "NWO-15": "Kas ma tohin naabri kaarte piiluda?",
        "NWO-23": "Ta ütles juba pass, kas ta võib samas ringis veel käia?",
        "NWO-30": "Laual on kolm Kasiinot, kas võin ühe alles jätta?",
        "NWO-51": "Kas võin püramiidist taali, mille peal teine osaliselt lebab?",
        "NWO-54": "Kas makstes võib hunnikust paar kaarti endale hoida?",
        "NWO-56": "Kas ostuks ära antud kaardid tulevad mängu tagasi?",
        "NWO-67": "Mille eest saab kolmnurga?",
        "NWO-76": "Mitu rohelist taali on Suure Eesmärgi jaoks tarvis?",
        "NWO-79": "Meil on võrdselt punkte, kes on võitja?",
        "NWO-83": "Mitu kaarti tohib Ülevõtmisega ära võtta?",
    },
    ("new_world_order", "fi"): {
        "NWO-15": "Saanko kurkkia naapurin kortteja?",
        "NWO-23": "Hän sanoi jo passin, pääseekö hän vielä mukaan tällä kierroksella?",
        "NWO-30": "Pöydässä on kolme samaa korttia, voinko jättää niistä yhden?",
        "NWO-51": "Voinko ostaa laatan, jonka päällä on osittain toinen laatta?",
        "NWO-54": "Voinko maksaessani pitää pinosta pari korttia itselläni?",
        "NWO-55": "Sarjani on laattaa kalliimpi, palautetaanko ylimääräinen?",
        "NWO-63": "Voiko viiden Farmin kasan jakaa kahdeksi?",
        "NWO-76": "Kuinka monta vihreää laattaa tarvitsen Suureen tavoitteeseen?",
        "NWO-79": "Meillä on yhtä paljon pisteitä, kumpi on voittaja?",
        "NWO-102": "Paljonko Bilderberger saa lisää pisteitä?",
    },
    ("new_world_order", "pl"): {
        "NWO-15": "Czy mogę zajrzeć sąsiadowi w karty?",
        "NWO-23": "Kolega już powiedział pas, czy może jeszcze wrócić w tej rundzie?",
        "NWO-30": "Na stole są trzy takie same karty, mogę jedną zostawić?",
        "NWO-51": "Czy kupię płytkę, na której częściowo leży inna?",
        "NWO-54": "Czy płacąc mogę zatrzymać kilka kart ze stosu?",
        "NWO-55": "Mój zestaw jest droższy niż płytka, czy nadwyżka wraca do mnie?",
        "NWO-63": "Czy stos pięciu Farm da się podzielić na dwa?",
        "NWO-76": "Ile zielonych płytek potrzebuję do Wielkiego Celu?",
        "NWO-79": "Mamy po równo punktów, kto jest zwycięzcą?",
        "NWO-102": "O ile punktów więcej ma Bilderberger?",
    },
    ("iron_sky", "en"): {
        "ISK-5": "could four of my tiles share one sector",
        "ISK-13": "he marched out of the Command Centre and I was standing at its Frontline, is it mine now",
        "ISK-47": "my Money is at eight and I should get two more",
        "ISK-49": "can the Reich save Command points for later",
        "ISK-69": "may the Reich walk to the next territory on the ground with an order",
        "ISK-98": "may the UWC put recruits where fighting goes on",
        "ISK-99": "where do new Reich tiles come in",
        "ISK-120": "our sector is jammed, can the army still come down",
        "ISK-136": "I would rather run away from this battle",
        "ISK-150": "both sides have the same victory points in the end",
    },
    ("iron_sky", "et"): {
        "ISK-5": "Kas neli minu plaati mahuvad ühte sektorisse?",
        "ISK-9": "Kas UWC tohib orbiidile minna?",
        "ISK-20": "Mitu lahingukaarti saab igaüks mängu alguses?",
        "ISK-59": "Kas võin oma kaaslasele kolm raha anda?",
        "ISK-69": "Kas Reich võib käsuga järgmisele alale kõndida?",
        "ISK-98": "Kas UWC võib värvata sinna, kus käib sõda?",
        "ISK-114": "Kui palju UWC plaate pommitamine minema võtab?",
        "ISK-128": "Kes saab lahingus hävitatud Reichi plaadid endale?",
        "ISK-136": "Tahaksin lahingust ära joosta, kas tohib?",
        "ISK-150": "Mõlemal poolel on lõpus võidupunkte ühepalju, mis nüüd?",
    },
    ("iron_sky", "fi"): {
        "ISK-5": "Mahtuuko neljä laattaani samaan sektoriin?",
        "ISK-9": "Saako UWC mennä kiertoradalle?",
        "ISK-20": "Montako taistelukorttia jokainen saa pelin alussa?",
        "ISK-59": "Voinko antaa joukkuetoverille kolme rahaa?",
        "ISK-69": "Voiko Valtakunta kävellä käskyllä viereiselle alueelle maassa?",
        "ISK-98": "Saako UWC värvätä sinne, missä sodassa ollaan?",
        "ISK-114": "Paljonko UWC:n laattoja Pommitus vie?",
        "ISK-128": "Kuka saa taistelussa kaatuneet Valtakunnan laatat?",
        "ISK-136": "Haluaisin karata taistelusta, saako niin tehdä?",
        "ISK-150": "Kummallakin puolella on lopussa sama määrä voittopisteitä, mitä nyt?",
    },
    ("iron_sky", "pl"): {
        "ISK-5": "Czy moje cztery płytki zmieszczą się w jednym sektorze?",
        "ISK-9": "Czy UWC może wejść na orbitę?",
        "ISK-20": "Ile kart bitwy dostaje każdy na start?",
        "ISK-59": "Czy mogę dać koledze z UWC trzy pieniądze?",
        "ISK-69": "Czy Rzesza może rozkazem przejść na sąsiednie terytorium na ziemi?",
        "ISK-98": "Czy UWC może rekrutować tam, gdzie toczy się wojna?",
        "ISK-114": "Ile płytek UWC zabiera bombardowanie?",
        "ISK-128": "Kto dostaje płytki Rzeszy zniszczone w bitwie?",
        "ISK-136": "Chcę uciec z bitwy, czy wolno?",
        "ISK-150": "Obie strony mają na końcu po tyle samo punktów zwycięstwa, co teraz?",
    },
    ("inwo", "en"): {
        "INWO-25": "how do we find out who takes the first turn",
        "INWO-32": "how many Groups may I bring in without rolling",
        "INWO-56": "what does it cost to buy another Plot",
        "INWO-58": "I hold seven Plots and it is his turn",
        "INWO-86": "may I let one Group overlap another a little",
        "INWO-122": "I want to attack her Illuminati",
        "INWO-133": "I rolled a twelve with strength fifteen",
        "INWO-161": "do I need a free arrow to destroy something",
        "INWO-290": "all my puppets are gone, am I out",
        "INWO-293": "how many Groups does it take to win with five players",
    },
    ("inwo", "et"): {
        "INWO-25": "Kuidas otsustame, kes esimesena käib?",
        "INWO-56": "Mis hinnaga saab intriigi juurde osta?",
        "INWO-58": "Mul on käes seitse intriigi ja praegu on tema käik",
        "INWO-86": "Kas üks grupp võib teist natuke katta?",
        "INWO-122": "Tahan tema Illuminatit rünnata",
        "INWO-133": "Viskasin kaksteist, aga tugevus oli viisteist",
        "INWO-161": "Kas hävitamiseks peab mul vaba nool olema?",
        "INWO-163": "Kelle kätte jääb hävitatud grupi kaart?",
        "INWO-208": "Mida teeb atentaat?",
        "INWO-293": "Mitme grupiga viie mängijaga võidetakse?",
    },
    ("inwo", "fi"): {
        "INWO-25": "Miten ratkaistaan, kuka on ensimmäisenä vuorossa?",
        "INWO-56": "Mihin hintaan juonia saa lisää?",
        "INWO-58": "Kädessäni on seitsemän juonta ja nyt on hänen vuoronsa",
        "INWO-86": "Voiko ryhmä olla vähän toisen päällä?",
        "INWO-122": "Haluan hyökätä hänen Illuminatinsa kimppuun",
        "INWO-133": "Heitin kaksitoista, vaikka vahvuus oli viisitoista",
        "INWO-161": "Pitääkö minulla olla vapaa nuoli, jos haluan tuhota?",
        "INWO-163": "Kuka saa tuhotun ryhmän kortin?",
        "INWO-208": "Mitä salamurhassa tapahtuu?",
        "INWO-293": "Kuinka monella ryhmällä viiden pelaajan peli voitetaan?",
    },
    ("inwo", "pl"): {
        "INWO-25": "Jak ustalamy, kto gra pierwszy?",
        "INWO-56": "Po ile można dokupić Intrygę?",
        "INWO-58": "Mam siedem Intryg, a teraz jest jego tura",
        "INWO-86": "Czy jedna Grupa może trochę przykrywać drugą?",
        "INWO-122": "Chcę zaatakować jej Illuminati",
        "INWO-133": "Wyrzuciłem dwanaście przy sile piętnaście",
        "INWO-161": "Nie mam wolnej strzałki, czy mimo to wolno mi niszczyć?",
        "INWO-163": "Komu przypada karta zniszczonej Grupy?",
        "INWO-208": "Co robi zabójstwo?",
        "INWO-293": "Iloma Grupami wygrywa się w pięć osób?",
    },
}


def _asked(wording: Wording | None) -> tuple[str, ...]:
    return () if wording is None else wording.asked


def _text(wording: Wording | None) -> str:
    return "" if wording is None else wording.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
class TestEveryLanguage:
    def test_a_question_finds_its_rule_among_the_first(self, name: str, language: str) -> None:
        questions = QUESTIONS[name, language]
        index = index_of(name)
        missed = {
            question: [answer.rule.id for answer in index.search(question, AMONG).answers]
            for rule, question in questions.items()
            if rule not in {answer.rule.id for answer in index.search(question, AMONG).answers}
        }

        assert len(questions) - len(missed) >= AT_LEAST, missed

    def test_the_questions_are_not_those_that_the_statements_list(self, name: str, language: str) -> None:
        listed = {question for rule in GAMES[name].rulebook for question in _asked(rule.words.get(language))}

        assert set() == listed & set(QUESTIONS[name, language].values())

    def test_players_questions_are_known_for_every_statement(self, name: str, language: str) -> None:
        assert [] == [rule.id for rule in GAMES[name].rulebook if not _asked(rule.words.get(language))]

    def test_a_rule_without_words_in_a_language_is_told_in_english(self, name: str, language: str) -> None:
        told = Language(language, ENGLISH.gettext, ENGLISH.ngettext)
        words = {rule.id: rule.sentence.render(told) for rule in GAMES[name].rulebook}

        assert [] == [
            rule.id for rule in GAMES[name].rulebook if words[rule.id] != (_text(rule.words.get(language)) or rule.text)
        ]

    def test_where_rules_are_told_in_a_language_their_headings_are_too(self, name: str, language: str) -> None:
        told = [rule for rule in GAMES[name].rulebook if rule.section and _text(rule.words.get(language))]

        assert [] == sorted({rule.section for rule in told if language != "en" and language not in rule.headings})

    def test_what_no_rule_answers_is_known(self, name: str, language: str) -> None:
        index = index_of(name)
        listed = GAMES[name].rulebook.no_rule[language]

        assert 6 <= len(listed)
        assert [] == [question for question in listed if index.search(question).sure]

"""What a referee promises of repair: positions put right by hand hold, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from companion.conformance.playouts import AnyGame
from companion.conformance.steps import NOTATION, POSITIONS, positions
from companion.core.editing import (
    corrected,
    edited,
    figure_of,
    lying,
    objection,
    read_edit,
    sentence,
    tidied,
    write_edit,
)
from companion.core.editor import Edit, EditRefused, FigureChange, PieceMove
from companion.core.quality import Tier
from companion.core.text import ENGLISH, NOTHING, Text, with_names

TIER = Tier.REFEREE
MOVES, FIGURES = 20, 12
NAMES = dict(zip("ABCDEF", ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar"), strict=True))


def moves(game: AnyGame, state: Any, random: Random) -> Iterator[PieceMove]:
    """Single moves of any piece to any other zone, four in five of them to one in which it may ever lie."""
    places, stores = lying(game, state), game.editor.stores(state)
    sources = [(zone, piece) for zone, pieces in places.items() for piece in dict.fromkeys(pieces)]
    while sources:
        zone, piece = random.choice(sources)
        others = [other for other in places if other != zone]
        likely = [other for other in others if other in stores or game.may_lie(state, other, piece)]
        yield PieceMove(piece, zone, random.choice(likely if likely and random.random() < 0.8 else others))


def tried(game: AnyGame, state: Any, edit: Edit) -> tuple[Any, Text]:
    """The position after it; None, and why not."""
    try:
        return edited(game, state, (edit,)), NOTHING
    except EditRefused as refused:
        return None, refused.reason


def back(edit: PieceMove) -> PieceMove:
    return PieceMove(edit.piece, edit.target, edit.source)


def as_counted(game: AnyGame, state: Any, wanted: Any) -> Any:
    """With the figures that another position has: what no label shows does not move back with a piece."""
    for figure in game.editor.figures(wanted):
        now = figure_of(game, state, figure.name)
        if now is not None and now.value != figure.value:
            state = edited(game, state, (FigureChange(figure.name, figure.value),))
    return state


def test_a_move_and_its_way_back_leave_everything_as_it_was(game: AnyGame) -> None:
    random, done, same = Random(14), 0, 0
    for players in (min(game.players), max(game.players)):
        for state in islice(positions(game, players), POSITIONS):
            for edit in islice(moves(game, state, random), MOVES):
                after, why_not = tried(game, state, edit)
                if after is None:
                    assert not NOTATION.search(with_names(why_not, NAMES).render(ENGLISH)), why_not
                    continue
                assert edit.piece in lying(game, after)[edit.target] or edit.target in game.editor.stores(after)
                assert (edit,) == tidied(game, state, (edit,))
                if edit.piece not in game.table(state).zones.get(edit.source, (edit.piece,)):
                    continue  # It lay under others of its pile, and comes back on top of them.
                assert () == tidied(game, state, (edit, back(edit)))
                done += 1
                there_and_back = as_counted(game, edited(game, after, (back(edit),)), state)
                assert {zone: sorted(pieces) for zone, pieces in lying(game, state).items()} == {
                    zone: sorted(pieces) for zone, pieces in lying(game, there_and_back).items()
                }
                assert list(game.editor.figures(state)) == list(game.editor.figures(there_and_back))
                same += hash(state) == hash(there_and_back)

    assert same > 0.95 * done, "the others differ in what came before what"
    assert done > 20, "moves that are possible"


def test_what_is_refused_says_why_and_what_stands_can_be_written_down_and_played_on(game: AnyGame) -> None:
    random, stood = Random(15), 0
    for state in islice(positions(game, max(game.players)), POSITIONS):
        for edit in islice(any_edits(game, state, random), MOVES // 2):
            said = with_names(sentence(game, state, edit), NAMES).render(ENGLISH)
            assert not NOTATION.search(said), said
            assert edit == read_edit(write_edit(edit))
            try:
                after = corrected(game, state, (edit,))
            except EditRefused:
                continue
            wrong = objection(game, state, after)
            if wrong is not None:
                assert not NOTATION.search(with_names(wrong, NAMES).render(ENGLISH)), wrong
                continue
            stood += 1
            game.present(after)
            if not game.faults(state):
                assert game.write_position(after) == game.write_position(game.read_position(game.write_position(after)))

    assert stood > 20


def any_edits(game: AnyGame, state: Any, random: Random) -> Iterator[Edit]:
    figures = [figure for figure in game.editor.figures(state) if len(figure.choices) > 1]
    for move in moves(game, state, random):
        yield move
        if figures:
            figure = random.choice(figures)
            yield FigureChange(figure.name, random.choice([*figure.choices]))


def test_every_figure_can_be_set_to_each_value_it_offers(game: AnyGame) -> None:
    random = Random(16)
    for state in islice(positions(game, max(game.players)), POSITIONS):
        figures = list(game.editor.figures(state))
        assert len(figures) == len({figure.name for figure in figures})
        for figure in random.sample(figures, min(FIGURES, len(figures))):
            value = random.choice([*figure.choices])
            after = edited(game, state, (FigureChange(figure.name, value),))
            now = figure_of(game, after, figure.name)

            assert figure.value in figure.choices
            assert now is None or value == now.value, figure.name

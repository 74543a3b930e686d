"""From pictures to a score: the whole way, for the command and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.game import Game, Options
from companion.core.text import Text, say, say_plural
from companion.errors import ImageError
from companion.label_sets.label_set import LabelSet
from companion.label_sets.piece_labels import counts_of_players
from companion.picture_score.common_plane import CommonPlane, mat_plane
from companion.picture_score.label_views import LabelView, check_game, game_in, reader_of, small_labels, view_of
from companion.picture_score.placing import labels_on, seen_pieces, zones_on_mat
from companion.picture_score.scoring import score_pieces
from companion.picture_score.values import Picture, PictureScore


def score_pictures(
    games: Mapping[str, Game[Any, Any]],
    pictures: Sequence[Picture],
    *,
    game: str | None = None,
    options: Options | None = None,
    adopted: Mapping[str, LabelSet] | None = None,
) -> PictureScore:
    """The score of the table in these pictures, which show one table at one moment.

    `games` are those that there are, by name. Without `game` it is told by its labels; without names in `options` as
    many people play as the mat is for. `adopted` are owners' own label sets by game. Raises ImageError with one
    sentence where the pictures tell no score, and ConfigError for options that cannot be played.
    """
    if not pictures:
        raise ImageError("There is no picture; name one at least.")
    reader = reader_of(games.values() if game is None else [games[game]], adopted)
    views = [view_of(picture, reader) for picture in pictures]
    chosen = game_in(views, games) if game is None else games[game]
    check_game(views, chosen, games)
    plane, options = _plane(chosen, options, views)
    labels = labels_on(views, plane, chosen)
    zones = zones_on_mat(chosen, options, labels)
    notes = [*small_labels(views), *_apart(views, plane)]
    return score_pieces(chosen, options, seen_pieces(labels, zones, plane, chosen), notes)


def _plane(game: Game[Any, Any], options: Options | None, views: Sequence[LabelView]) -> tuple[CommonPlane, Options]:
    """The common plane, and who plays. Raises ImageError."""
    told = options is not None and bool(options.names)
    settings = {} if options is None else options.settings
    if told:
        assert options is not None
        tried = [options]
    else:
        tried = [Options(nameless(count), settings) for count in counts_of_players(game)]
    found = [
        (plane, each)
        for each in tried
        if (plane := mat_plane(views, game.layout(game.initial_state(each)))) is not None
    ]
    if not found:
        raise ImageError(
            f"{', '.join(view.name for view in views)}: three corners of the mat have to be in the picture; "
            "take it from further away."
        )
    return max(found, key=lambda each: (each[0].anchors, -abs(each[0].stretched - 1)))


def nameless(count: int) -> tuple[str, ...]:
    """Names for people whose names nobody has told."""
    return tuple(str(say("Player {number}", number=number)) for number in range(1, count + 1))


def _apart(views: Sequence[LabelView], plane: CommonPlane) -> list[Text]:
    """Of pictures that could not be joined with the others: they are left out."""
    left = [view.name for view, homography in zip(views, plane.homographies, strict=True) if homography is None]
    if not left:
        return []
    return [
        say_plural(
            "{pictures} shows too little of what the others show, and is left out.",
            "{pictures} show too little of what the others show, and are left out.",
            len(left),
            pictures=tuple(left),
        )
    ]

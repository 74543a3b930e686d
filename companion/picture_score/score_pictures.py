"""From pictures to a score: the whole way, for the command and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.game import Game, Options
from companion.core.table import Pose, Tag, Zone
from companion.core.text import Text, say, say_plural
from companion.errors import ImageError
from companion.label_sets.label_set import LabelSet
from companion.label_sets.piece_labels import counts_of_players, label_edge
from companion.picture_score.common_plane import (
    CommonPlane,
    check_sight,
    edge_of,
    label_plane,
    mat_plane,
    places_around,
)
from companion.picture_score.fitted_layout import FITS_WELL, fitted_layout
from companion.picture_score.label_views import LabelView, check_game, game_in, reader_of, view_of
from companion.picture_score.laid_at_will import marks_in, zones_at_will
from companion.picture_score.placing import SeenLabel, anchors_on, labels_on, seen_pieces, zones_on_mat
from companion.picture_score.scoring import score_pieces
from companion.picture_score.values import Picture, PictureScore, Told
from companion.picture_score.who_plays import nameless


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
    tried = _options(chosen, options)
    plane, playing = _plane(chosen, tried, views)
    labels = labels_on(views, plane, chosen)
    notes = _apart(views, plane)
    told = Told()
    smallest = min(label_edge(chosen.shape(piece)) for piece in set(chosen.piece_of.values()))
    if plane.on_mat:
        boxes = chosen.layout(chosen.initial_state(playing)).zones.values()
        check_sight(views, plane, [box.centre for box in boxes], smallest)
        zones = zones_on_mat(chosen, playing, labels)
    else:
        anchors = anchors_on(views, plane)
        read = [(label.pose.x, label.pose.y) for label in labels]
        check_sight(views, plane, places_around(views, plane, read), smallest)
        playing, zones, marks = _without_mat(chosen, tried, labels, anchors, _named(views))
        named = bool(anchors) or (options is not None and bool(options.names))
        if marks and not anchors and not chosen.chairs(playing):
            # What marks a player may be hidden: how many play is known where people or the mat say so.
            most = () if named else (count for count in counts_of_players(chosen) if count > len(playing.names))
            told = Told(turnable=named, more=tuple(most))
        notes += [] if named else _whose(chosen, labels, marks)
    pieces = seen_pieces(labels, zones, plane, chosen)
    return score_pieces(chosen, playing, pieces, notes, told)


def _named(views: Sequence[LabelView]) -> str:
    return ", ".join(view.name for view in views)


def _options(game: Game[Any, Any], options: Options | None) -> list[Options]:
    """Who plays, or all that may, by their number."""
    if options is not None and options.names:
        return [options]
    settings = {} if options is None else options.settings
    return [Options(nameless(count), settings) for count in counts_of_players(game)]


def _plane(game: Game[Any, Any], tried: Sequence[Options], views: Sequence[LabelView]) -> tuple[CommonPlane, Options]:
    """The common plane, and who plays by the mat. Raises ImageError."""
    found = [
        (plane, each)
        for each in tried
        if (plane := mat_plane(views, game.layout(game.initial_state(each)))) is not None
    ]
    if not found:
        return label_plane(views, edge_of(game)), tried[0]
    return max(found, key=lambda each: (each[0].anchors, -abs(each[0].stretched - 1)))


Marks = Mapping[int, Seat]


def _without_mat(
    game: Game[Any, Any],
    tried: Sequence[Options],
    labels: Sequence[SeenLabel],
    anchors: Mapping[Tag, Pose],
    where: str,
) -> tuple[Options, tuple[tuple[Zone, ...], ...], Marks]:
    """Who plays, where each label may lie, and whose marks are which. Raises ImageError."""
    parts = marks_in(game, labels)
    fits = [(fit, each) for each in tried if (fit := fitted_layout(game, each, labels, anchors)) is not None]
    fit, playing = max(
        fits,
        key=lambda each: (-abs(len(each[1].names) - len(parts)) if parts else 0, each[0].share, -len(each[1].names)),
        default=(None, None),
    )
    if fit is not None and playing is not None:
        laid = [
            replace(label, pose=fit.on_mat(label.pose), twins=tuple(map(fit.on_mat, label.twins))) for label in labels
        ]
        zones = zones_on_mat(game, playing, laid)
        marks = _marks_laid(game, zones, labels)
        if fit.share < FITS_WELL and len(set(marks.values())) == len(playing.names):
            zones = _agreed(zones, zones_at_will(game, playing, labels, marks))
        return playing, zones, marks
    if anchors:
        raise ImageError(f"{where}: three corners of the mat have to be in sight; take the picture from further away.")
    playing = next((each for each in tried if len(each.names) == len(parts)), None)
    if playing is None and game.found.mark:
        raise ImageError(
            f"{where}: of {len(parts)} players what marks them can be read, which is too few or too many; "
            "take a picture of the whole table, or with the corners of the mat."
        )
    if playing is None:
        raise ImageError(f"{where}: how the boards lie cannot be told here; take a picture with the mat's corners.")
    marks = {number: seat for part, seat in zip(parts, SEATS, strict=False) for number in part}
    return playing, zones_at_will(game, playing, labels, marks), marks


def _marks_laid(game: Game[Any, Any], zones: Sequence[tuple[Zone, ...]], labels: Sequence[SeenLabel]) -> Marks:
    """Whose marks are which, as they lie where a mat would have them."""
    place = f".{game.found.mark}"
    return {
        number: zone[0].partition(".")[0]
        for number, (zone, label) in enumerate(zip(zones, labels, strict=True))
        if game.found.mark and zone and zone[0].endswith(place) and label.tag in game.piece_of
    }


def _agreed(laid: Sequence[tuple[Zone, ...]], will: Sequence[tuple[Zone, ...]]) -> tuple[tuple[Zone, ...], ...]:
    """Where a mat would have each piece, and where what lies near it has it, if that is another player's part."""
    return tuple(
        (*one, *other[:1])
        if one and other and _part(one[0]) != _part(other[0]) and other[0] not in one
        else one or other
        for one, other in zip(laid, will, strict=True)
    )


def _part(zone: Zone) -> str:
    seat = zone.partition(".")[0]
    return seat if seat in SEATS else ""


def _whose(game: Game[Any, Any], labels: Sequence[SeenLabel], marks: Marks) -> list[Text]:
    """Which player is which, where nobody has said who sits where."""
    return [
        say("{seat} has {piece}.", seat=seat, piece=game.piece_name(game.piece_of[labels[number].tag]))
        for number, seat in sorted(marks.items(), key=lambda each: each[1])
    ]


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

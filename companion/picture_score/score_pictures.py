"""From pictures to a score: the whole way, for the command and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.game import Game, Options
from companion.core.table import Pose, Tag, Zone
from companion.core.text import Text, say, say_plural
from companion.errors import ImageError
from companion.label_sets.label_set import LabelSet
from companion.label_sets.piece_labels import counts_of_players, label_edge
from companion.picture_score.common_plane import CommonPlane, anchor_corners, edge_of, label_plane, mat_plane, on_mat_of
from companion.picture_score.label_views import LabelView, check_game, game_in, reader_of, view_of
from companion.picture_score.laid_at_will import marks_in, zones_at_will
from companion.picture_score.picture_sight import check_sight, places_around, places_between, places_on_mat
from companion.picture_score.placing import (
    FITS_WELL,
    SeenLabel,
    anchors_on,
    fitted_layout,
    labels_on,
    seen_pieces,
    zones_on_mat,
)
from companion.picture_score.scoring import nameless, score_pieces
from companion.picture_score.told_by_pictures import PictureScore, PlayersAnswers, TakenPicture


def score_pictures(
    games: Mapping[str, Game[Any, Any]],
    pictures: Sequence[TakenPicture],
    *,
    game: str | None = None,
    options: Options | None = None,
    adopted: Mapping[str, LabelSet] | None = None,
) -> PictureScore:
    """The score of the table in these pictures, which show one table at one moment: `views_of`, then `score_views`."""
    views = views_of(games, pictures, game=game, adopted=adopted)
    return score_views(games, views, game=game, options=options)


def views_of(
    games: Mapping[str, Game[Any, Any]],
    pictures: Sequence[TakenPicture],
    *,
    game: str | None = None,
    adopted: Mapping[str, LabelSet] | None = None,
) -> tuple[LabelView, ...]:
    """The labels of these pictures. `adopted` are owners' own label sets by game."""
    reader = reader_of(games.values() if game is None else [games[game]], adopted)
    return tuple(view_of(picture, reader) for picture in pictures)


def score_views(
    games: Mapping[str, Game[Any, Any]],
    views: Sequence[LabelView],
    *,
    game: str | None = None,
    options: Options | None = None,
) -> PictureScore:
    """The score of the table of which this was read.

    `games` are those that there are, by name. Without `game` it is told by its labels; without names in `options` as
    many people play as the mat is for, and with those of `nameless` so many play. Raises ImageError with one sentence
    where the pictures tell no score, and ConfigError for options that cannot be played.
    """
    if not views:
        raise ImageError("There is no picture; name one at least.")
    chosen = game_in(views, games) if game is None else games[game]
    check_game(views, chosen, games)
    tried = _options(chosen, options)
    plane, alike = _plane(chosen, tried, views)
    labels = labels_on(views, plane, chosen)
    seen = SeenPictures(chosen, views, plane, labels)
    if plane.on_mat:
        playing, zones, told = _on_mat(seen, alike)
        notes: Sequence[Text] = ()
    else:
        playing, zones, told, notes = _off_mat(seen, tried, options)
    pieces = seen_pieces(labels, zones, plane, chosen)
    settings = {} if options is None else options.settings

    def again(count: int) -> PictureScore:
        return score_views(games, views, game=chosen.name, options=Options(nameless(count), settings))

    found = score_pieces(chosen, playing, pieces, (*_apart(views, plane), *notes), told)
    return replace(found, again=again)


@dataclass(frozen=True, slots=True, eq=False)
class SeenPictures:
    """What was read of a game, on one plane."""

    game: Game[Any, Any]
    views: Sequence[LabelView]
    plane: CommonPlane
    labels: Sequence[SeenLabel]


Zones = tuple[tuple[Zone, ...], ...]
"""Where each label may lie."""


def _on_mat(seen: SeenPictures, alike: Sequence[Options]) -> tuple[Options, Zones, PlayersAnswers]:
    """Mats for several numbers of players may be alike: as many play as have their marks there, or more."""
    game, most = seen.game, alike[-1]
    check_sight(seen.views, seen.plane, places_on_mat(game, game.initial_state(most)))
    zones, state = zones_on_mat(game, most, seen.labels)
    check_sight(seen.views, seen.plane, places_on_mat(game, state))
    seats = {SEATS.index(seat) + 1 for seat in _marks_laid(game, zones, seen.labels).values()}
    playing, *more = [each for each in alike if len(each.names) >= max(seats, default=0)] or [most]
    zones = zones if playing is most else zones_on_mat(game, playing, seen.labels)[0]
    return playing, zones, PlayersAnswers(more=tuple(len(each.names) for each in more))


def _off_mat(
    seen: SeenPictures, tried: Sequence[Options], options: Options | None
) -> tuple[Options, Zones, PlayersAnswers, Sequence[Text]]:
    """What marks a player may be hidden: how many play is known where people or the mat say so."""
    game, anchors = seen.game, anchors_on(seen.views, seen.plane)
    read = [(label.pose.x, label.pose.y) for label in seen.labels]
    smallest = min(label_edge(game.shape(piece)) for piece in set(game.piece_of.values()))
    check_sight(seen.views, seen.plane, [(place, smallest) for place in places_around(seen.views, seen.plane, read)])
    try:
        playing, zones, marks = _without_mat(game, tried, seen.labels, anchors, _named(seen.views))
    except ImageError:
        # What is missing may be where labels are too small.
        between = places_between(seen.views, seen.plane, read)
        check_sight(seen.views, seen.plane, [(place, smallest) for place in between])
        raise
    named = options is not None and options.names not in ((), nameless(len(options.names)))
    told = PlayersAnswers()
    if marks and not anchors and not game.chairs(playing):
        counts = () if len(tried) == 1 else counts_of_players(game)
        told = PlayersAnswers(turnable=named, more=tuple(count for count in counts if count > len(playing.names)))
    return playing, zones, told, [] if named or anchors else _whose(game, seen.labels, marks)


def _named(views: Sequence[LabelView]) -> str:
    return ", ".join(view.name for view in views)


def _options(game: Game[Any, Any], options: Options | None) -> list[Options]:
    """Who plays, or all that may, by their number."""
    if options is not None and options.names:
        return [options]
    settings = {} if options is None else options.settings
    return [Options(nameless(count), settings) for count in counts_of_players(game)]


def _plane(
    game: Game[Any, Any], tried: Sequence[Options], views: Sequence[LabelView]
) -> tuple[CommonPlane, list[Options]]:
    """The common plane, and who may play by the mat, the fewest first. Raises ImageError."""
    layouts = [game.layout(game.initial_state(each)) for each in tried]
    found = [
        (plane, each)
        for layout, each in zip(layouts, tried, strict=True)
        if (plane := mat_plane(views, layout)) is not None
    ]
    if not found:
        joined = label_plane(views, edge_of(game))
        anchors = anchor_corners(views, joined)
        found = [
            (plane, each)
            for layout, each in zip(layouts, tried, strict=True)
            if (plane := on_mat_of(joined, anchors, layout)) is not None
        ]
        if not found:
            return joined, [tried[0]]

    def fits(each: tuple[CommonPlane, Options]) -> tuple[int, float]:
        return each[0].anchors, -abs(each[0].stretched - 1)

    best = max(found, key=fits)
    return best[0], [each for plane, each in found if fits((plane, each)) == fits(best)]


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
        zones, _ = zones_on_mat(game, playing, laid)
        marks = _marks_laid(game, zones, labels)
        around = game.found.layout_around(game.found.begun(game.initial_state(playing)), {})
        if around is not None and len({*marks.values()}) < len(playing.names):
            raise marks_hidden(where, len({*marks.values()}))
        if fit.share < FITS_WELL and len(set(marks.values())) == len(playing.names):
            zones = _agreed(zones, zones_at_will(game, playing, labels, marks))
        return playing, zones, marks
    if anchors:
        raise ImageError(f"{where}: three corners of the mat have to be in sight; take the picture from further away.")
    playing = next((each for each in tried if len(each.names) == len(parts)), None)
    if playing is None and game.found.mark:
        raise marks_hidden(where, len(parts))
    if playing is None:
        raise ImageError(f"{where}: how the boards lie cannot be told here; take a picture with the mat's corners.")
    marks = {number: seat for part, seat in zip(parts, SEATS, strict=False) for number in part}
    return playing, zones_at_will(game, playing, labels, marks), marks


def marks_hidden(where: str, read: int) -> ImageError:
    """Why nobody can say whose is what."""
    return ImageError(
        f"{where}: what marks a player can be read of {read}, which is too few or too many; "
        "uncover it before each of them, and take one more picture."
    )


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

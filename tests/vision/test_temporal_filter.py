"""The temporal vote: what may be said after which looks."""

from __future__ import annotations

from dataclasses import replace

from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose
from vision.tracking.temporal_filter import WINDOW, TemporalFilter

FARM = LabelPlace("FARM", Pose(100.0, 100.0))
MINE = LabelPlace("MINE", Pose(300.0, 100.0))
MOVED_FARM = LabelPlace("FARM", Pose(200.0, 100.0))
HAND = Box(80.0, 80.0, 120.0, 120.0)
NOTHING = Observation(())


def saw(
    *labels: LabelPlace,
    blind: tuple[Box, ...] = (),
    duplicates: tuple[str, ...] = (),
    hidden: tuple[Box, ...] = (),
    faded: tuple[LabelPlace, ...] = (),
) -> Observation:
    return Observation(labels, blind, duplicates, hidden, faded)


class Voting:
    """A filter, and what it says frame by frame."""

    def __init__(self) -> None:
        self._filter = TemporalFilter()

    def add(self, observation: Observation, is_quiet: bool, at: float) -> Observation | None:
        self._filter, news = self._filter.after(observation, is_quiet, at)
        return news

    def correct(self, observation: Observation, at: float) -> None:
        self._filter = self._filter.corrected(observation, at)


def said(voting: Voting, *looks: Observation) -> list[Observation | None]:
    return [voting.add(look, True, at / 10) for at, look in enumerate(looks)]


def settled(*labels: LabelPlace) -> Voting:
    """A filter that has said these labels and has nothing else to say."""
    voting = Voting()
    for at in range(-WINDOW, 0):
        voting.add(saw(*labels), True, at / 10)
    return voting


class TestThreeOfFive:
    def test_two_looks_say_nothing(self) -> None:
        assert [None, None] == said(Voting(), saw(FARM), saw(FARM))

    def test_the_third_agreeing_look_speaks(self) -> None:
        assert [None, None, saw(FARM)] == said(Voting(), saw(FARM), saw(FARM), saw(FARM))

    def test_an_empty_table_is_news_too(self) -> None:
        assert [None, None, NOTHING] == said(Voting(), NOTHING, NOTHING, NOTHING)

    def test_what_was_said_is_not_said_again(self) -> None:
        assert [None] * 10 == said(settled(FARM), *[saw(FARM)] * 10)

    def test_two_failed_readings_among_five_are_outvoted(self) -> None:
        looks = [saw(FARM, MINE), saw(MINE), saw(FARM, MINE), saw(MINE), saw(FARM, MINE)]

        assert saw(MINE, FARM) == next(news for news in reversed(said(Voting(), *looks)) if news is not None)

    def test_a_misreading_of_two_looks_is_never_said(self) -> None:
        wrong = LabelPlace("PLOT", FARM.pose)

        assert [None] * 6 == said(settled(FARM), saw(wrong), saw(wrong), *[saw(FARM)] * 4)

    def test_looks_in_motion_are_no_votes(self) -> None:
        voting = Voting()

        assert [None] * 9 == [voting.add(saw(FARM), False, at / 10) for at in range(9)]

    def test_votes_from_long_ago_do_not_count(self) -> None:
        voting = Voting()
        voting.add(saw(FARM), True, 0.0)
        voting.add(saw(FARM), True, 0.1)

        assert voting.add(saw(FARM), True, 60.0) is None


class TestGoneAndMoved:
    def test_a_label_taken_away_is_gone_at_the_third_look(self) -> None:
        assert [None, None, None, NOTHING] == said(settled(FARM), saw(blind=(HAND,)), NOTHING, NOTHING, NOTHING)

    def test_a_label_over_which_nothing_came_has_faded(self) -> None:
        """No hand comes, takes a piece and is gone again between two frames."""
        assert [None, None, saw(faded=(FARM,))] == said(settled(FARM), NOTHING, NOTHING, NOTHING)

    def test_over_what_comes_between_two_frames_far_apart_nobody_knows(self) -> None:
        voting = settled(FARM)

        assert [None, None, NOTHING] == [voting.add(NOTHING, True, at) for at in (0.7, 0.8, 0.9)]

    def test_a_label_that_has_faded_is_said_to_once(self) -> None:
        voting = settled(FARM, MINE)
        said(voting, saw(MINE), saw(MINE), saw(MINE))
        taken = [saw(blind=(Box(280, 80, 320, 120),)), NOTHING, NOTHING, NOTHING]

        assert [None, None, None, NOTHING] == [voting.add(look, True, 0.3 + at / 10) for at, look in enumerate(taken)]

    def test_a_moved_label_is_said_at_the_third_look_and_only_at_its_new_place(self) -> None:
        assert [None, None, saw(MOVED_FARM)] == said(settled(FARM), *[saw(MOVED_FARM)] * 3)

    def test_a_label_moved_by_a_module_has_moved(self) -> None:
        nudged = LabelPlace("FARM", Pose(100.7, 100.0))

        assert [None, None, saw(nudged)] == said(settled(FARM), *[saw(nudged)] * 3)

    def test_jitter_is_no_move(self) -> None:
        jitter = [saw(LabelPlace("FARM", Pose(100.0 + (-1) ** n * 0.2, 100.1, 0.5))) for n in range(8)]

        assert [None] * 8 == said(settled(FARM), *jitter)

    def test_a_turned_label_is_news(self) -> None:
        turned = LabelPlace("FARM", Pose(100.0, 100.0, 90.0))

        assert [None, None, saw(turned)] == said(settled(FARM), *[saw(turned)] * 3)

    def test_half_a_turn_at_the_seam_of_the_circle_is_none(self) -> None:
        before, after = LabelPlace("FARM", Pose(100.0, 100.0, 179.5)), LabelPlace("FARM", Pose(100.0, 100.0, -179.5))

        assert [None] * 4 == said(settled(before), *[saw(after)] * 4)


class TestCoveredIsNotGone:
    def test_a_label_under_a_hand_stays(self) -> None:
        assert [None] * 8 == said(settled(FARM, MINE), *[saw(MINE, blind=(HAND,))] * 8)

    def test_what_is_said_meanwhile_keeps_the_covered_label_and_says_where_it_is_blind(self) -> None:
        news = said(settled(FARM, MINE), *[saw(blind=(HAND,))] * 3)

        assert [None, None, saw(FARM, blind=(HAND,), faded=(MINE,))] == news

    def test_taken_from_under_the_hand_and_laid_elsewhere(self) -> None:
        news = said(settled(FARM), *[saw(MOVED_FARM, blind=(HAND,))] * 3)

        assert [None, None, saw(MOVED_FARM, blind=(HAND,))] == news

    def test_when_the_hand_leaves_and_the_label_is_gone_three_free_looks_are_needed(self) -> None:
        voting = settled(FARM)

        assert [None] * 7 == said(voting, *[saw(blind=(HAND,))] * 5, NOTHING, NOTHING)
        assert NOTHING == voting.add(NOTHING, True, 1.0)

    def test_a_reflection_on_a_label_takes_nothing_away(self) -> None:
        spoiled = LabelPlace(UNREADABLE, Pose(101.0, 99.0))

        assert [None] * 8 == said(settled(FARM), *[saw(spoiled)] * 8)

    def test_a_label_that_cannot_be_read_is_said_where_none_was_known(self) -> None:
        spoiled = LabelPlace(UNREADABLE, Pose(200.0, 200.0))

        assert [None, None, saw(FARM, spoiled)] == said(settled(FARM), *[saw(FARM, spoiled)] * 3)


class TestBlindParts:
    def test_a_part_that_comes_into_sight_is_said_once(self) -> None:
        voting = Voting()
        news = said(voting, *[saw(FARM, blind=(Box(200, 0, 400, 200),))] * 3, *[saw(FARM)] * 6)

        assert [3, 6] == [number for number, one in enumerate(news, start=1) if one is not None]
        assert saw(FARM) == news[5]

    def test_a_part_seen_for_two_looks_only_stays_blind(self) -> None:
        voting = Voting()
        news = said(voting, saw(MINE, blind=(HAND,)), saw(MINE), saw(MINE))

        assert [None, None, saw(MINE, blind=(HAND,))] == news

    def test_duplicates_need_three_looks(self) -> None:
        twice = saw(FARM, MOVED_FARM, duplicates=("FARM",))

        assert [None, None, twice] == said(settled(FARM), twice, twice, twice)

    def test_what_stays_hidden_is_said_once_and_its_end_at_the_third_look(self) -> None:
        hidden = saw(FARM, blind=(HAND,), hidden=(HAND,))
        news = said(settled(FARM), *[saw(blind=(HAND,))] * 6, *[hidden] * 9, *[saw(FARM)] * 3)

        assert [7, 18] == [number for number, one in enumerate(news, start=1) if one is not None]
        assert [hidden, saw(FARM)] == [one for one in news if one is not None]


class TestDoubled:
    TWICE = saw(FARM, MOVED_FARM, duplicates=("FARM",))

    def test_the_piece_is_where_its_label_was_seen_first(self) -> None:
        news = said(settled(MINE, FARM), *[saw(MOVED_FARM, MINE, FARM, duplicates=("FARM",))] * 3)

        assert news[-1] is not None
        assert [MINE, FARM] == list(news[-1].pieces)

    def test_a_hand_over_the_piece_does_not_make_a_piece_of_its_copy(self) -> None:
        voting = settled(FARM)
        said(voting, self.TWICE, self.TWICE, self.TWICE)

        assert [None] * 8 == said(voting, *[saw(MOVED_FARM, blind=(HAND,))] * 8)

    def test_where_the_piece_is_taken_away_the_copy_stands_for_it(self) -> None:
        voting = settled(FARM)
        said(voting, self.TWICE, self.TWICE, self.TWICE)

        assert saw(MOVED_FARM) == said(voting, *[saw(MOVED_FARM)] * 3)[-1]

    def test_unreadable_labels_are_no_copies_of_each_other(self) -> None:
        unreadable = [LabelPlace(UNREADABLE, pose) for pose in (FARM.pose, MOVED_FARM.pose)]

        assert unreadable == list(saw(*unreadable).pieces)


class TestGlimpses:
    """A frame or two are too few to be sure, and enough to tell what came before the next thing."""

    ON_TOP = LabelPlace("MINE", FARM.pose)

    def test_what_two_frames_saw_and_another_label_covers_is_passed_on(self) -> None:
        hand, laid, covered = saw(blind=(HAND,)), saw(FARM), saw(self.ON_TOP)
        news = said(settled(), hand, laid, laid, hand, covered, covered, covered)

        assert [None] * 6 == news[:-1]
        assert replace(covered, glimpsed=(laid,)) == news[-1]

    def test_so_is_what_one_frame_saw(self) -> None:
        hand, laid, covered = saw(blind=(HAND,)), saw(FARM), saw(self.ON_TOP)

        news = said(settled(), hand, laid, hand, covered, covered, covered)

        assert replace(covered, glimpsed=(laid,)) == news[-1]

    def test_what_was_said_while_a_hand_was_near_is_told_as_it_was_seen_when_it_is_gone(self) -> None:
        """The zone was free for one frame: only that one can speak for all of it."""
        reach = Box(0.0, 0.0, 90.0, 200.0)
        hand, laid, back = saw(FARM, blind=(reach,)), saw(FARM), saw(blind=(HAND,))
        voting = settled()

        assert [None, None, hand] == said(voting, hand, laid, hand)
        news = said(voting, back, back, *[NOTHING] * 3)

        assert (laid,) == next(one.glimpsed for one in news if one is not None and not one.labels)

    def test_what_is_seen_free_when_the_hand_has_gone_was_no_glimpse(self) -> None:
        reach = Box(0.0, 0.0, 90.0, 200.0)
        hand, laid = saw(FARM, blind=(reach,)), saw(FARM)
        voting = settled()
        said(voting, hand, laid, hand, *[laid] * 5)

        assert () == said(voting, *[NOTHING] * 3)[-1].glimpsed  # type: ignore[union-attr]

    def test_what_becomes_certain_was_no_glimpse(self) -> None:
        assert [None, None, saw(FARM)] == said(settled(), *[saw(FARM)] * 3)

    def test_what_was_seen_for_a_moment_is_forgotten_when_all_is_as_before(self) -> None:
        voting = settled(MINE)
        said(voting, saw(MINE, FARM), saw(MINE, FARM), saw(MINE))
        moved = saw(LabelPlace("MINE", Pose(500.0, 100.0)))

        assert [None, None, moved] == [voting.add(moved, True, 0.3 + at / 10) for at in range(3)]


class TestLookingBack:
    def test_a_look_that_turns_out_to_have_seen_more_counts_with_what_it_saw(self) -> None:
        """The frame in which the hand had just left counts once the next one shows that nothing moved any more."""
        voting = settled(FARM)
        voting.add(saw(blind=(HAND,)), True, 0.0)
        voting.correct(NOTHING, 0.0)

        assert [None, NOTHING] == [voting.add(NOTHING, True, at) for at in (0.1, 0.2)]

    def test_a_look_in_motion_is_added_when_it_turns_out_to_have_been_quiet(self) -> None:
        voting = settled(FARM)
        voting.add(NOTHING, False, 0.0)
        voting.correct(NOTHING, 0.0)

        assert [None, NOTHING] == [voting.add(NOTHING, True, at) for at in (0.1, 0.2)]

"""The product against the independent reckoner: a small part of `python -m tests.games.inwo.comparison`. 8 s."""

from __future__ import annotations

from tests.games.inwo.comparison import compare


def test_the_reckoner_comes_to_the_same() -> None:
    """INWO-131, INWO-158, INWO-201, INWO-297: strengths, immunities and bans, goals and winners."""
    done = compare(400, seed=4)

    assert [] == done.different
    assert {
        "strength",
        "Power when played",
        "forbidden",
        "goal",
        "towards the basic goal",
        "Power together",
        "winners",
    } == set(done.count)

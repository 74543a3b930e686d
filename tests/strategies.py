"""What property tests draw: table settings, and states that random games come to."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.conformance.playouts import AnyGame, playout, start


def some_settings(game: AnyGame) -> st.SearchStrategy[dict[str, str]]:
    """Table settings, mostly defaults."""
    choices = {setting.name: st.sampled_from(setting.choices) for setting in game.settings}
    return st.one_of(st.just({}), st.fixed_dictionaries({}, optional=choices))


@st.composite
def states(draw: st.DrawFn, game: AnyGame, longest: int = 400) -> Any:
    """A state that a random game came to."""
    players = draw(st.sampled_from(list(game.players)))
    settings, seed = draw(some_settings(game)), draw(st.integers(0, 2**32 - 1))
    steps = list(playout(game, players, seed, settings=settings, most=draw(st.integers(0, longest))))
    return steps[-1][2] if steps else start(game, players, settings)

"""What is drawn by lot before an evening: everything that could make a difference, from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.games import GAMES
from companion.languages import languages

SIZES = ((800, 480), (1280, 720), (720, 1280))

DESK, BARE, CAMERA, LOST, RESUMED = "desk", "bare", "camera", "lost", "resumed"
MODES = (DESK, BARE, CAMERA, LOST, RESUMED)
"""As on a desk where no camera is; nothing even looks for one; under a camera; under one that is lost and comes back;
cut off by the power and gone on with."""

BEGINNING, MIDDLE, END = "beginning", "middle", "end"
STAGES = (BEGINNING, MIDDLE, END)
"""From the first piece that is laid; from somewhere in the middle; the last moves, to the result."""

NAMES = ("Ann", "Ott", "Kadri", "Liisa-Mai", "Maximiliane", "Bo", "Wojciech", "Ines", "Aleksanderiina")
"""Short ones, and one as long as a name may be; letters that every keyboard has."""


@dataclass(frozen=True, slots=True)
class Lot:
    """One evening: `moves` is how many actions are touched at most, before it is ended with what stands."""

    seed: int
    game: str
    mode: str
    names: tuple[str, ...]
    language: str
    large: bool
    theme: str
    size: tuple[int, int]
    stage: str
    moves: int

    def __str__(self) -> str:
        width, height = self.size
        letters = " large" if self.large else ""
        return (
            f"{self.game} {self.mode} seed {self.seed}: {len(self.names)} players, {self.language}{letters}, "
            f"{self.theme}, {width}x{height}, {self.stage}"
        )


def lot(seed: int, game: str, mode: str, *, stage: str = "", moves: int = 0) -> Lot:
    """The same seed is the same evening. `stage` and `moves` are drawn where they are not given."""
    chance = Random(f"{seed} {game} {mode}")
    players = chance.choice(list(GAMES[game].players))
    return Lot(
        seed=seed,
        game=game,
        mode=mode,
        names=tuple(chance.sample(NAMES, players)),
        language=chance.choice(languages()),
        large=chance.random() < 0.4,
        theme=chance.choice(("dark", "dark", "light")),
        size=chance.choice(SIZES),
        stage=stage or chance.choices(STAGES, (2, 3, 3))[0],
        moves=moves or chance.randint(16, 30),
    )

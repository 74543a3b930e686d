"""When each thing is done: in which phase, in whose turn, by which version of the rules (INWO-29 to INWO-46)."""

from __future__ import annotations

import pytest

from companion.games.inwo.state import Phase, Resource
from tests.games.inwo.tables import LEGAL, beside, card, chained, player, table, verdict

PHASES = (Phase.PLOTS, Phase.GROUPS, Phase.TAKEOVER, Phase.MAIN, Phase.KNOCKED)
NOT_HIS = ("INWO-46",) * 5
ALWAYS = (LEGAL,) * 5
TIMES = {
    "A: draw Plot": ((LEGAL, *("INWO-30",) * 4), NOT_HIS),
    "A: draw Group": ((LEGAL, LEGAL, "INWO-31", LEGAL, "INWO-31"), NOT_HIS),
    "A: take over Trekkies -> UFOs at bottom": ((LEGAL, LEGAL, LEGAL, "INWO-32", "INWO-32"), NOT_HIS),
    "A: acquire Bigfoot": ((*(LEGAL,) * 4, "INWO-32"), NOT_HIS),
    "A: proceed": ((LEGAL, LEGAL, LEGAL, "INWO-34", "INWO-34"), NOT_HIS),
    "A: knock": (("INWO-38", "INWO-38", "INWO-38", LEGAL, "INWO-38"), NOT_HIS),
    "A: attack to destroy UFOs -> The Mafia": (("INWO-38", "INWO-38", "INWO-38", LEGAL, "INWO-38"), NOT_HIS),
    "A: move C.I.A. -> UFOs at bottom": (("INWO-38", "INWO-38", "INWO-38", LEGAL, "INWO-38"), NOT_HIS),
    "A: link Cyborg Soldiers to C.I.A.": ((*("INWO-112-R",) * 3, LEGAL, "INWO-112-R"), ("INWO-112-R",) * 5),
    "A: hand over C.I.A. to B -> The Network at bottom": (
        ("INWO-241", "INWO-241", "INWO-241", LEGAL, "INWO-241"),
        ("INWO-241", "INWO-241", "INWO-241", LEGAL, "INWO-241"),
    ),
    "A: give B Resource Cyborg Soldiers": (
        ("INWO-245", "INWO-245", "INWO-245", LEGAL, "INWO-245"),
        ("INWO-245", "INWO-245", "INWO-245", LEGAL, "INWO-245"),
    ),
    "A: give C Resource Cyborg Soldiers": (
        ("INWO-245", "INWO-245", "INWO-245", LEGAL, "INWO-245"),
        ("INWO-245",) * 5,
    ),
    "C: begin": ((*("INWO-42",) * 4, LEGAL), (*("INWO-42",) * 4, "INWO-29")),
    "A: leave the game": ((*("INWO-290-R2",) * 4, LEGAL), ("INWO-290-R2",) * 5),
    "A: buy Plot with UFOs": (ALWAYS, ALWAYS),
    "A: discard Sniper": (ALWAYS, ALWAYS),
    "A: expose Sniper": (ALWAYS, ALWAYS),
    "A: remove token UFOs": (ALWAYS, ALWAYS),
}
"""Of each action what the referee says, phase by phase, in Ann's own turn and in Bob's."""
OLD_TIMES = {
    "A: link Cyborg Soldiers to C.I.A.": ((*(LEGAL,) * 4, "INWO-112-R"), ("INWO-112-R",) * 5),
    "A: give C Resource Cyborg Soldiers": (ALWAYS, ALWAYS),
}
"""What version 1.1 of the rules says otherwise."""


def said(notation: str, on_turn: str, **settings: str) -> tuple[str, ...]:
    own = beside(chained("UFOs", "C.I.A."), "UFOs", "California")
    ann = player(
        "Ann",
        own,
        plots=1,
        groups=2,
        unseen_plots=(card("Sniper"), card("Fnord!")),
        unseen_groups=(card("Trekkies"), card("Bigfoot"), card("NATO")),
        resources=(Resource(card("Cyborg Soldiers")),),
    )
    others = player("Bob", chained("The Network", "The Mafia")), player("Cid", chained("Discordian Society", "Japan"))
    states = (table(ann, *others, phase=phase, on_turn=on_turn, settings=settings) for phase in PHASES)
    return tuple(verdict(state, notation) for state in states)


@pytest.mark.parametrize("notation", TIMES)
def test_each_thing_has_its_time(notation: str) -> None:
    """INWO-30 to INWO-46, INWO-112-R, INWO-241, INWO-245, INWO-290-R2."""
    assert TIMES[notation] == (said(notation, "A"), said(notation, "B"))


@pytest.mark.parametrize("notation", OLD_TIMES)
def test_by_the_older_rules_some_have_another(notation: str) -> None:
    """INWO-112-R, INWO-245-R."""
    assert OLD_TIMES[notation] == (said(notation, "A", rule_line="1.1"), said(notation, "B", rule_line="1.1"))

"""`companion game-check`: asks a game what its tier promises, and says how far it has come and what is next."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.conformance import pytest_plugin
from companion.core.quality import Tier
from companion.core.text import Text, say, say_plural, verbatim
from companion.games import GAMES

TIER_NAMES: Mapping[Tier, Text] = {
    Tier.COUNTER: say("counter"),
    Tier.REFEREE: say("referee"),
    Tier.WATCHER: say("watcher"),
    Tier.WHOLE: say("whole game"),
}

NEXT: Mapping[Tier, Text] = {
    Tier.COUNTER: say("Write down the rules as numbered statements with checks and cases, and promise `referee`."),
    Tier.REFEREE: say("Promise `watcher`, and mend what the camera and clumsy people find."),
    Tier.WATCHER: say("Give it words in every language of the companion and a `held_back.toml`, and promise `whole`."),
    Tier.WHOLE: say("It promises all that there is. Play it."),
}
"""What a game does that keeps what it promises."""


NOT_ASKED = "Skipped: got empty parameter set"
"""What pytest says of the tests of a tier that nobody promises."""


@dataclass(eq=False)
class Findings:
    """A pytest plugin that keeps what came of each test: how many passed in a tier, which failed and why."""

    tiers: dict[str, Tier] = field(default_factory=dict)
    asked: Counter[Tier] = field(default_factory=Counter)
    failed: dict[Tier, list[tuple[str, str]]] = field(default_factory=lambda: {tier: [] for tier in Tier})
    skipped: dict[Tier, list[str]] = field(default_factory=lambda: {tier: [] for tier in Tier})

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            self.tiers[item.nodeid] = item.function.__globals__["TIER"]  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        tier = self.tiers[report.nodeid]
        if report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            if not reason.startswith(NOT_ASKED):
                self.skipped[tier].append(reason.removeprefix("Skipped: "))
        elif report.failed:
            self.asked[tier] += report.when != "teardown"
            self.failed[tier].append((promise(report.nodeid), _why(report)))
        elif report.when == "call":
            self.asked[tier] += 1

    def reached(self, promised: Tier) -> Tier | None:
        """The highest tier of which, and of those before it, all is kept; None where the first is not."""
        kept = None
        for tier in Tier:
            if not promised.promises(tier) or self.failed[tier] or not self.asked[tier]:
                break
            kept = tier
        return kept


def promise(nodeid: str) -> str:
    """`labels are far enough apart`, out of a test's name, with the number of players where there is one."""
    name, _, of = nodeid.rpartition("::")[2].removeprefix("test_").partition("[")
    players = of.rstrip("]").rpartition("-")[2]
    return f"{name.replace('_', ' ')} ({players} players)" if players.isdecimal() else name.replace("_", " ")


def _why(report: pytest.TestReport) -> str:
    crash: Any = getattr(report.longrepr, "reprcrash", None)
    lines = str(report.longrepr if crash is None else crash.message).splitlines()
    return lines[0].removeprefix("AssertionError: ") if lines else ""


def game_check(name: str) -> Iterator[Text | bool]:
    """Says what was found, line by line; last whether the game keeps what it promises. Raises GameError."""
    title, promised = GAMES[name].title, GAMES.packages[name].quality().tier
    yield say("{game} promises to be a {tier}.", game=title, tier=TIER_NAMES[promised])
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1", KIVY_NO_CONFIG="1")
    findings = Findings()
    # Nothing of the folder where one stands, or of other plugins, changes what is asked.
    quiet = ("terminal", "cacheprovider", "randomly", "xdist", "hypothesispytest")
    without = [word for plugin in quiet for word in ("-p", f"no:{plugin}")]
    code = pytest.main(
        ["--pyargs", pytest_plugin.PACKAGE.rstrip("."), "--game", name, "-c", os.devnull, *without], plugins=[findings]
    )
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        yield say("The tests could not be run; `pytest --pyargs companion.conformance` says why.")
    for tier in Tier:
        if promised.promises(tier):
            yield from _of_tier(tier, findings)
    yield from _verdict(promised, findings)


def _of_tier(tier: Tier, findings: Findings) -> Iterator[Text]:
    failed, asked = findings.failed[tier], findings.asked[tier]
    kept = asked - len(failed)
    yield say_plural(
        "{tier}: {kept} of {count} promise kept",
        "{tier}: {kept} of {count} promises kept",
        asked,
        tier=TIER_NAMES[tier],
        kept=kept,
    )
    yield from (verbatim(f"  {what}: {why}") for what, why in failed)
    yield from (verbatim(f"  {reason}") for reason in dict.fromkeys(findings.skipped[tier]))


def _verdict(promised: Tier, findings: Findings) -> Iterator[Text | bool]:
    reached = findings.reached(promised)
    if reached is None:
        yield say("It is no counter yet.")
    else:
        yield say("It is a {tier}.", tier=TIER_NAMES[reached])
    wrong = next((failed[0] for failed in findings.failed.values() if failed), None)
    if wrong is not None:
        yield say("Next: {what}.", what=f"{wrong[0]} ({wrong[1]})")
    elif reached is not None:
        yield say("Next: {what}", what=NEXT[reached])
    yield reached is promised

"""What a watcher promises, asked of every game that is installed."""

from companion.conformance.test_watcher import *  # noqa: F403

del globals()["test_clumsy_people_are_followed"]  # tests/benchmarks plays clumsy people in our games

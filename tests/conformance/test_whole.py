"""What a whole game promises, asked of every game that is installed."""

from companion.conformance.test_whole import *  # noqa: F403

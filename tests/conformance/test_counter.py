"""What a counter promises, asked of every game that is installed."""

from companion.conformance.test_counter import *  # noqa: F403

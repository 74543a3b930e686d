"""What a referee promises, asked of every game that is installed."""

from companion.conformance.test_referee import *  # noqa: F403

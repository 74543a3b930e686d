"""What a referee promises of repair, asked of every game that is installed."""

from companion.conformance.test_referee_editing import *  # noqa: F403

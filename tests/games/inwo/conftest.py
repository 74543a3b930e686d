"""Assertions of the shared checks are explained like those of the tests."""

import pytest

pytest.register_assert_rewrite("tests.games.inwo.card_checks_numbers", "tests.games.inwo.card_checks_rules")

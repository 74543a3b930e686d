"""Evenings of people who are not tidy, with an ideal eye or with real frames."""

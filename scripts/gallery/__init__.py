"""Pictures of every screen of every game, for eyes and for tests."""

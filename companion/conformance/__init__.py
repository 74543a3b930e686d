"""What a game promises, tier by tier, as tests that any game can be asked: ours, and one that somebody else makes.

`pytest --pyargs companion.conformance --game NAME` asks them (the plugin `pytest_plugin` is installed with the
companion), `companion game-check NAME` asks them and says how far the game has come. Each `test_TIER*.py` is asked of
the games that promise its tier (docs/games.md).
"""

"""The labels of a game: which pieces carry which, an owner's own set of them, and how far he is in sticking them."""

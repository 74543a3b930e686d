"""Pictures of a table that nobody has followed: what lies there, whose it is, and the score."""

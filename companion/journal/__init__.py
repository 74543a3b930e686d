"""The journal on disk: append-only SQLite with seals, its repair, its copy in memory, and what is read out of it."""

"""Finding the rule that answers a question: the statements of a game as a search index, in every language of theirs."""

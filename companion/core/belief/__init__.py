"""What the table is believed to say: hypotheses, what they cost, and the search that finds them."""

"""A game that declares what it has (places, pieces, actions) and gets all else from that: for small games."""

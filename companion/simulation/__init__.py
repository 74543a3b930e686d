"""Tables without a camera: pieces moved by a scenario or by a player who knows the rules. May be left out."""

"""What of an evening survives when the power is cut, at any instant and in any write."""

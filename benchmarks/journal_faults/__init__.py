"""What becomes of evenings when the disk fails under the journal, comes back, and another program writes to it."""

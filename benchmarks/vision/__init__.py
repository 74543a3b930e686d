"""Reading labels: our reader and its peers on the same rendered scenes. Run `python -m benchmarks.vision`."""

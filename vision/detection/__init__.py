"""Detection of labels: quadrilaterals are proposed, fitted to rings, and decoded by a codebook."""

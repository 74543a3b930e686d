"""The closed-set reader's steps: propose quadrilaterals, fit them, sample them."""

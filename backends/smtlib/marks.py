"""What our scripts say of themselves in comments."""

PRODUCTS = "; products of reals"
"""Before what multiplies or divides unknown reals: some solvers need other settings for that."""

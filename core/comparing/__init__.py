"""The order of contracts and specifications: which is stronger, and the input, or the output, that separates two."""

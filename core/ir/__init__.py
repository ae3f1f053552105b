"""The language of contracts: terms with sorts, values and operators, statements, contracts."""

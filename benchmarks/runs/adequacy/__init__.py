"""How good is a suite of contract-violating tests? Mutation analysis of the contract itself.

The program under test is the contract: a mutant is *killed* by an input that one of the two accepts and the other
rejects (it returns, or it raises) in real Python. What no input of the suite kills is separated by another input,
proved equivalent, or left open.
"""

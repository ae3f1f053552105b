"""The intermediate representation to SMT-LIB, and the solvers that read it."""

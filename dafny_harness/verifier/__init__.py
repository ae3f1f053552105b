"""The real Dafny verifier as an engine: Hoare triples as harnesses, asked in parallel, beside our own verdicts."""

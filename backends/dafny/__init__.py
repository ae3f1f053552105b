"""The real Dafny verifier: where it is, how it is started, and what its output says."""

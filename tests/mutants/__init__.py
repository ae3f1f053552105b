"""What `make mutants` ends with."""

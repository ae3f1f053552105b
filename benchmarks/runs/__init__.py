"""What is run over tasks: contract-violating tests, scores of specifications, adequacy, and all of it together."""

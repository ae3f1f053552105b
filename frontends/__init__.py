"""Source text to the intermediate representation, one folder a language."""

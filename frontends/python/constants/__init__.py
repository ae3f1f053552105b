"""Which names of a module keep the value that their one binding gives them: only those have a meaning in a contract."""

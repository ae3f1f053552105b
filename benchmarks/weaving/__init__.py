"""A repair tool: the checks that a program lacks, put into it."""

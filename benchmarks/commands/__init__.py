"""The commands of the command line: their options, and what `cvt`, `spec`, `bench` and `parse` do."""

"""What is shown: rows, tables, statistics, and the files that other tools read."""

"""What is shown: rows, tables, figures, and the files that other tools read."""

"""The report of a run, made of its rows: one HTML file, and the same for pull requests, spreadsheets and papers."""

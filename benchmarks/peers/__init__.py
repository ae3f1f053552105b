"""What others have published, beside ours: their tables, and their test suites scored as they are."""

"""The results of a run in the forms that other tools read. The rows themselves (JSONL) are `output`'s."""

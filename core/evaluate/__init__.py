"""The reference evaluator: the suite's ground truth for what a term means."""

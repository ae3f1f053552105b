"""What a user could pick instead.

For violating tests: a Hypothesis loop over any values, and CrossHair on a Union of types. Both get the contract as
Python functions, one for each clause, and a time limit for each task, and run in a process of their own. Their inputs
are certified like ours, by replay. They prove nothing. For grading: EvalPlus, on the same samples.
"""

from .run import BASELINES, BaselineRun, ComparedTool, run_baseline

__all__ = ["BASELINES", "BaselineRun", "ComparedTool", "run_baseline"]

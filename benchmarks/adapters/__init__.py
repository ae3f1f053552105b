"""Our rewards in the form that other libraries call them: a module for each, imported only when it is asked for.

| library | module | what it gives |
|---|---|---|
| inspect_ai | `inspect_tasks` | a task for programs, one for specifications, and the scorer of both |
| verifiers | `verifiers_taskset` | a taskset with a reward |
| TRL | `trl` | `reward_func(prompts, completions, **columns)` |
| verl | `verl` | `compute_score(...)`, and `compute_scores(...)` for its batches |
"""

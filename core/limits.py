"""What a run may take, and how much it makes, unless somebody says otherwise: engines and the configuration of a run
(`benchmarks/configuration.py`) have these from here.

Each was chosen so that a user waits for minutes at most; what is not done within one is unknown or a timeout, never a
verdict.
"""

from attrs import evolve, frozen

SECONDS_PER_CHECK = 5.0
"""What one query may take. Most are answered within 0.1 seconds; what takes z3 longer than this it seldom decides at
all."""
SECONDS_PER_TASK = 30.0
"""Of work, for all sets of clauses of a contract: `--budget`."""
SETS_PER_TASK = 4_096
"""Sets of clauses of a contract that are decided, small ones first: `--max-subsets`. Twelve clauses have 4,095."""
SECONDS_PER_FUNCTION = 4.0
"""The same for each function of Python files and folders, where people wait for hundreds of them. Of 44 functions with
508 sets of clauses that a person decides at once, 3 sets were open, after 4 seconds as after 30."""
SECONDS_PER_FILE = 60.0
"""Of work, for all methods of a file together, in Python for each function: `--limit` of `spec`."""
SECONDS_PER_FILE_OF_FOLDER = 5.0
"""The same where a folder is given: who has four hundred files waits for a look at all of them before a long look at
one. Of 680 methods and functions in such a folder 9 were decided in 20 seconds and not in 5."""
MEMORY_PER_FILE = 2 << 30
"""Bytes, for the methods of a file, beside what the process has before; solvers have a limit of their own. Chosen, not
measured: twenty times what most files take."""
SECONDS_PER_PAIR = 20.0
"""Of work, for two contracts or specifications that are compared: `compare --limit`."""
MUTANTS = 5
"""Wrong outputs of a test, from each set of operators: `--mutants`. With more, completeness is known more finely, and a
test takes as much longer. Chosen, not measured."""


@frozen(slots=True)
class ExecutionLimits:
    """What one execution of a body may take. What is beyond makes its outcome unknown, and says so."""

    steps: int
    """Nodes that are evaluated."""
    largest: int
    """Elements of a collection or array, and bits of a number."""
    deepest: int
    """Calls of functions or of methods inside each other."""


BODY_LIMITS = ExecutionLimits(300_000, 20_000, 3_000)
"""Of many small executions that are compared. With fewer steps, bodies that count up to a number of the clauses are not
executed; with more, a body without an end takes the time of the others. Chosen, not measured."""
TEST_LIMITS = evolve(BODY_LIMITS, steps=200_000)
"""Of a test. One that takes more says nothing. Chosen, not measured."""
RUN_LIMITS = ExecutionLimits(1_000_000_000, 1_000_000, 10_000)
"""Of a run that somebody waits for (`specassay run`): it is the time that ends it, and memory is bounded beside."""

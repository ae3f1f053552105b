"""How much is tried, and for how long, when two contracts are compared: all of it in one place. The time for a pair,
which users set, is one of `ComparingOptions`."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class ComparingLimits:
    """What is beyond one of these is unknown, or not compared, and said to be so. Where no reason stands beside a
    number, it was chosen, not measured."""

    # Two conditions on Python's values

    clause_seconds: float = 6.0
    """Seconds for all queries about one clause: of half of what is left of the pair, at most so many."""
    least_clause_seconds: float = 0.5
    """And at least so many."""
    query_seconds: float = 3.0
    """Seconds for one query to a solver, within the time of the pair."""
    undefined_inputs: int = 200
    """Inputs that are judged by both sides, to tell what is undefined from what is false."""
    known_inputs: int = 4
    """Inputs of a data set that a search begins with: those of one task are much alike."""
    generated_inputs: int = 300
    """Inputs that are drawn for each side. What they do not separate is asked of solvers."""
    sampled_inputs: int = 60
    """Inputs that are drawn for a specification beside a contract, and judged by both."""

    # A specification in Python

    choices_of_types: int = 32
    """Ways to choose Python's types for those of the specification."""
    clause_characters: int = 20_000
    """Characters of a clause in Python, with the functions that it calls put in place. A longer one is compared with
    nothing."""
    clause_levels: int = 60
    """Expressions inside each other: Python's parser takes 200 parentheses."""
    inlined_levels: int = 12
    """How deep calls of functions are put in place; one that calls itself is not translated."""

    # Tests, orders of parameters, several candidates

    reference_cases: int = 100
    """Tests of a task that are held against Dafny's clauses: some have a thousand. The others are left out, and
    counted."""
    file_cases: int = 12
    """Cases of the tests of a file."""
    file_seconds: float = 2.0
    """Seconds of work, for executing the tests of a file. Without one, what they say is not tried first."""
    ordered_parameters: int = 4
    """Parameters of a subject; with more, no other order is tried."""
    other_orders: int = 5
    """Other orders of the parameters that are looked at: all of three. They change no verdict, and make a note."""
    order_share: float = 0.2
    """Share of the time for a pair, for each other order of parameters."""
    questions: int = 60
    """Separating values that are asked of every candidate. Where more would be needed, candidates stay together."""


LIMITS = ComparingLimits()

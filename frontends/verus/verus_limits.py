"""How much of a Verus text is read and lowered: all limits of size and depth in one place. That of a file's size is
shared by the languages (`parsing/parsing_limits.py`)."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class VerusLimits:
    """What is beyond one of these is refused or not lowered, and the reason says so; never misread. Where no reason
    stands beside a number, it was chosen, not measured."""

    # Reading

    tokens: int = 1_000_000
    """Tokens of a file: several megabytes of programs."""
    item_depth: int = 100
    """Modules in modules that are read: reading them recurses."""
    expected_tokens: int = 12
    """Of more expected tokens than this, a message says nothing."""
    crate_files: int = 500
    """Other files of a crate that are read for one file. What is beyond stays unknown."""
    kept_files: int = 200
    """Files of crates that a process keeps: the files of a folder mention each other."""
    path_segments: int = 100
    """Segments of a path. A longer one is not followed: `use a::a` makes it longer and longer."""

    # Lowering

    expression_depth: int = 100
    """Expressions and patterns inside each other. What is deeper is read, but has no meaning: lowering recurses."""
    nested_functions: int = 12
    """Functions in one another that are run in place: one that takes a closure and calls itself has no end of them."""
    instances: int = 2_000
    """Functions for particular types: a generic function that calls itself at ever larger types has no end of them."""
    inference_rounds: int = 8
    """How often a body is lowered to find the types that are not written: each round tells some for the next one."""

    # Writing

    repeated_elements: int = 12
    """Equal elements of a sequence from which on they are written once."""


LIMITS = VerusLimits()

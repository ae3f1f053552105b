"""How much of a Dafny text is read and lowered: all limits of size and depth in one place. That of a file's size is
shared by the languages (`parsing/parsing_limits.py`)."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class DafnyLimits:
    """What is beyond one of these is refused or not lowered, and the reason says so; never misread. Where no reason
    stands beside a number, it was chosen, not measured."""

    # Reading

    tokens: int = 300_000
    """Tokens of a file: over a megabyte of specifications, for skipped bodies are one token each."""
    lookahead: int = 100
    """Tokens that are looked ahead for the end of type arguments or of a lambda's parameters."""
    refused_declarations: int = 20
    """Declarations of one file that are not read: each costs other readings of it, and a file with more of them is none
    of Dafny."""
    files: int = 500
    """Files that one file may include, all together: what is beyond is a problem of the file, by name. And files of a
    project: one with more is refused."""
    nested_files: int = 100
    """Files that include each other in a row: reading them recurses."""
    refined_modules: int = 50
    """Modules of other files that one file refines."""
    refining_declarations: int = 5_000
    """Declarations of a module that refines another: one that would have more is not written out."""

    # Nesting

    expression_depth: int = 100
    """Expressions and types inside each other. What is deeper is read, but not lowered."""
    declaration_depth: int = 100
    """Modules and classes inside each other. What declares more is no file that people write, and is bad input."""
    query_depth: int = 100
    """Blocks inside each other in a member of a class with `{:autocontracts}`: the walk recurses. A member with more is
    unsupported, and not taken for a query."""
    block_depth: int = 60
    """Blocks inside each other in a body. What is deeper is parsed, and not lowered."""
    type_depth: int = 40
    """Types inside each other, and names of types that stand for others. One that is defined by itself ends here."""

    # Size of what is lowered

    type_parts: int = 2_000
    """Parts of a type, once its synonyms are expanded."""
    bases: int = 100
    """A class that extends more than these, directly or through others, has the members of the nearest only."""
    instances: int = 100
    """Objects of types that are looked into for the instances of generic classes in a scope. Of
    `class C<T> { var c: C<seq<T>> }` there are instances without an end."""
    branches: int = 100
    """Branches of one statement: each is nested in the one before."""
    body_characters: int = 50_000
    """Characters of a body. A longer one is not read."""
    digits: int = 4_000
    """Digits of a number. One with more is read, but not lowered."""

    # Writing

    written_characters: int = 1_000_000
    """Characters of a term: the text of a small one may be very long, for a term may be shared by many others."""
    repeated_elements: int = 100
    """Equal elements in a row from which on they are not written one by one."""


LIMITS = DafnyLimits()

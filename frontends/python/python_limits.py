"""How much of a Python text is read, and how many expressions are made for arguments: all limits in one place."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class PythonLimits:
    """What is too large is refused by name; of the expressions for arguments there are fewer, which is a test less and
    no proof more. Where no reason stands beside a number, it was chosen, not measured."""

    # Reading

    file_bytes: int = 8_000_000
    """The largest file that is opened."""
    characters: int = 1_000_000
    """The longest text that is read."""
    tokens: int = 100_000
    """Tokens of a text."""
    brackets: int = 200
    """The deepest nesting of brackets: that of CPython's tokenizer (MAXLEVEL)."""
    blocks: int = 100
    """The deepest nesting of blocks: that of CPython's tokenizer (MAXINDENT)."""
    tree_depth: int = 200
    """The deepest tree that is lowered. Long chains of one operator are one level."""
    expected_tokens: int = 8
    """What a syntax error says that was expected: of more, nobody reads the rest."""
    frames: int = 60_000
    """Frames for writing a tree: Python's parser makes none deeper than some 3,000 nodes, and `ast.unparse` takes about
    ten frames for each."""
    constructor_calls: int = 3
    """Methods that a constructor calls, and that these call, of which assignments are looked at."""
    tested_type_depth: int = 6
    """Types inside each other, of which values are tested."""
    shown_characters: int = 60
    """Characters of a statement or of the name of a function in a message: a line of a terminal has some eighty."""

    # Values of declared types

    values: int = 48
    """Values of one parameter."""
    inner_values: int = 6
    """Values of what is inside of another."""
    annotation_depth: int = 5
    """Types inside each other, and aliases behind each other, of which one may name itself. What is deeper is given no
    values of its own."""
    array_side: int = 64
    """Arrays of more elements on a side are not made."""
    constants: int = 8
    """Constants of a kind that are used."""

    # Objects of the classes of a module

    objects: int = 64
    """Expressions for one class."""
    inner_objects: int = 8
    """Expressions for a class of which an object is the argument of another."""
    calls_of_constructor: int = 96
    """Calls of one constructor."""
    choices: int = 12
    """Values of one parameter of a constructor."""
    listed_objects: int = 24
    """Objects that are alone in a list."""
    object_depth: int = 2
    """How deep objects are nested in arguments."""
    calls: int = 2
    """Calls of methods after the constructor; more of one method where the contract mentions a number."""
    counts: int = 3
    """How many of the numbers in a contract are tried as counts of calls."""
    sizes: int = 6
    """How many small numbers of a contract are tried as sizes."""
    largest_size: int = 9
    """The largest of these."""
    similar_objects: int = 256
    """Objects of all classes that have what a contract reads of a parameter without an annotation."""

    # Texts and bytes that a class reads

    packed: int = 16
    """Of the values 0 and 1 in each field of a structure: all combinations of four fields."""
    texts: int = 4
    """Texts of one attribute of a class."""
    text_characters: int = 40
    """How many characters these have: longer ones are for people."""


LIMITS = PythonLimits()

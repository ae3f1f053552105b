"""What a comprehension of Python is made of, as data of its term."""

from attrs import frozen

from .statements import Target


@frozen(slots=True)
class Generator:
    """One `for target in iterable if condition ...` of a comprehension: how many conditions it has."""

    target: Target
    conditions: int


@frozen(slots=True)
class Comprehension:
    """Data of `python.comprehension`. The term's arguments: for each generator its iterable then its conditions,
    then the element (for a dict: key, value). `kind` is list, set, dict or generator."""

    kind: str
    generators: tuple[Generator, ...]

"""Objects for parameters whose annotation names a class: expressions that make them, for search.

An annotation is a hint: nothing is proved from it. It says what kind of value the author of a contract had in mind.
"""

import ast
from collections.abc import Iterator, Mapping

STANDARD: Mapping[str, tuple[str, ...]] = {
    "Path": (
        "pathlib.Path('a')", "pathlib.Path('a.txt')", "pathlib.Path('.')", "pathlib.Path('/')", "pathlib.Path('/a/b')",
        "pathlib.Path('..')", "pathlib.Path('/nowhere/a.txt')", "pathlib.Path('')",
    ),
    "Pattern": ("re.compile('')", "re.compile('a')", "re.compile('(a)(b)?')", "re.compile('[0-9]+')"),
    "datetime": (
        "datetime.datetime(2000, 1, 1)", "datetime.datetime(2024, 2, 29, 12, 30)", "datetime.datetime.min",
        "datetime.datetime(1999, 12, 31, 23, 59, 59)", "datetime.datetime.max",
        "datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)",
    ),
    "date": ("datetime.date(2000, 1, 1)", "datetime.date(2024, 2, 29)", "datetime.date.min", "datetime.date.max"),
    "timedelta": (
        "datetime.timedelta(0)", "datetime.timedelta(1)", "datetime.timedelta(-1)", "datetime.timedelta(seconds=1)",
    ),
    "Decimal": (
        "decimal.Decimal(0)", "decimal.Decimal(1)", "decimal.Decimal(-1)", "decimal.Decimal('0.5')",
        "decimal.Decimal('NaN')", "decimal.Decimal('Infinity')",
    ),
    "Fraction": ("fractions.Fraction(0)", "fractions.Fraction(1, 2)", "fractions.Fraction(-1, 2)",
                 "fractions.Fraction(3)"),
    "UUID": ("uuid.UUID(int=0)", "uuid.UUID(int=1)", "uuid.UUID('12345678-1234-4234-8234-123456789abc')"),
}  # fmt: skip
"""By the name of a class of the standard library, expressions over the modules that arguments may be made of."""


def constructions(annotation: str | None) -> tuple[str, ...]:
    """Expressions for objects of the classes that an annotation mentions; none where plain values will do."""
    if annotation is None:
        return ()
    try:
        tree = ast.parse(annotation, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(dict.fromkeys(_of(tree)))


def _of(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield from constructions(text)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield from STANDARD.get(name, ())
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from _of(left)
            yield from _of(right)
        case ast.Subscript(value=ast.Name(id="Optional" | "Union" | "Annotated" | "Final"), slice=inner):
            for each in inner.elts if isinstance(inner, ast.Tuple) else [inner]:
                yield from _of(each)

"""Texts that are no Python: the position, what was found, what was expected. And texts that are hostile."""

import pytest

from specassay.core.errors import InputError, ParseError
from specassay.frontends.python import parse_contract, parse_expression
from specassay.frontends.python.source import read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("assert (x", "c.py:7:10: found the end of the text, expected ')' or ',' or 'as' or 'for' or an operator"),
        ("assert x]", "c.py:7:9: found ']', expected ',' or ';' or the end of the line"),
        ("assert", "c.py:7:7: found the end of the line, expected an expression"),
        ("\n\nassert x x", "c.py:9:10: found 'x', expected ',' or ';' or the end of the line or an operator"),
        ("if x:\nassert x", "c.py:8:1: found 'assert', expected an indented block"),
        ("assert x\n  assert x", "c.py:8:3: found an indentation, expected a statement"),
        (
            "if x:\n        pass\n    pass",
            "c.py:9:5: found indentation of 4 columns, expected indentation of 0 or 8 columns",
        ),
        (
            "if x:\n        pass\n\tpass",
            "c.py:9:2: found inconsistent use of tabs and spaces, expected the indentation of the lines above",
        ),
        ("assert 'abc", "c.py:7:8: found a string that does not end"),
        ('assert """abc\n\n', "c.py:7:8: found a string that does not end"),
        ("assert x ? y", "c.py:7:10: found the character '?'"),
        ("assert \x00", "c.py:7:8: found a NUL character, expected text"),
        (
            "f(x) = 3",
            "c.py:7:1: found what Python rejects (cannot assign to function call here."
            " Maybe you meant '==' instead of '='?)",
        ),
        (
            "x + 1 += 3",
            "c.py:7:1: found what Python rejects ('expression' is an illegal expression for augmented assignment)",
        ),
        ("*x = 3", "c.py:7:1: found what Python rejects (starred assignment target must be in a list or tuple)"),
        ("for 1 in x: pass", "c.py:7:5: found what Python rejects (cannot assign to literal)"),
        ("f(a=1, 2)", "c.py:7:9: found what Python rejects (positional argument follows keyword argument)"),
        ("f(a=1, a=2)", "c.py:7:8: found what Python rejects (keyword argument repeated: a)"),
        ("def f(a=1, b): pass", "c.py:7:12: found what Python rejects (non-default argument follows default argument)"),
        ("break", "c.py:7:1: found what Python rejects ('break' outside loop)"),
        ("x = 1\ndel f(x)\nyield x", "c.py:8:5: found what Python rejects (cannot delete function call)"),
        (
            "match x:\n  case {1: 2, 1: 3}: assert x",
            "c.py:8:8: found what Python rejects (mapping pattern checks duplicate key (1))",
        ),
        (
            "match x:\n  case int(real=1, real=a): assert a",
            "c.py:8:25: found what Python rejects (attribute name repeated in class pattern: real)",
        ),
        (
            "match x:\n  case [a] | [_, b]: assert x",
            "c.py:8:18: found what Python rejects (alternative patterns bind different names)",
        ),
        (
            "match x:\n  case [*a, *b]: assert x",
            "c.py:8:8: found what Python rejects (multiple starred names in sequence pattern)",
        ),
        ("assert 0777", "c.py:7:9: found '777', expected ',' or ';' or the end of the line or an operator"),
        ("x = 'a' b'b'", "c.py:7:13: found what Python rejects (cannot mix bytes and nonbytes literals)"),
        (
            "x = '\\xZZ'",
            "c.py:7:5: found a literal that Python rejects ((unicode error) 'unicodeescape' codec can't"
            " decode bytes in position 0-1: truncated \\xXX escape)",
        ),
        ("assert f'{x'", "c.py:7:12: found the end in an f-string, expected '}'"),
        ("assert f'}'", "c.py:7:10: found '}' in an f-string, expected '}}' or a field before it"),
        ("assert f'{x!z}'", "c.py:7:13: found 'z' in an f-string, expected 'r' or 's' or 'a'"),
        (
            "try: pass\nexcept: pass\nexcept ValueError: pass",
            "c.py:8:1: found what Python rejects (default 'except:' must be last)",
        ),
    ],
)
def test_a_syntax_error_says_where_what_and_what_instead(text: str, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_contract(read(text, "c.py", 7), name="f", parameters=["x"])
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(" * 2_000, "more than 200 nested brackets"),
        ("[" * 201 + "]" * 201, "more than 200 nested brackets"),
        ("not " * 2_000 + "x", "more than 200 levels of nesting"),
        ("-" * 2_000 + "x", "more than 200 levels of nesting"),
        ("x" + ".a" * 2_000, "more than 200 levels of nesting"),
        ("x if x else " * 2_000 + "x", "more than 200 levels of nesting"),
        ("lambda: " * 2_000 + "x", "more than 200 levels of nesting"),
        ("2 ** " * 2_000 + "x", "more than 200 levels of nesting"),
        ("[" + "x, " * 50_001 + "]", "more than 100,000 tokens"),
        (
            "9" * 5000,
            "a literal that Python rejects (Exceeds the limit (4300 digits) for integer string conversion)",
        ),
    ],
)
def test_hostile_expressions_are_rejected(text: str, found: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_expression(text, ["x"])
    assert raised.value.found == found


@pytest.mark.parametrize(
    "text",
    [
        "".join(" " * level + "if x:\n" for level in range(500)),
        "if x: pass\n" + "elif x: pass\n" * 500,
    ],
)
def test_hostile_statements_are_rejected(text: str) -> None:
    with pytest.raises(ParseError, match="more than"):
        parse_contract(text, name="f", parameters=["x"])


def test_a_long_line_is_rejected_before_it_is_read() -> None:
    with pytest.raises(InputError, match=r"c\.py: text of 10,000,000 characters: at most 1,000,000 are read"):
        read("x" * 10_000_000, "c.py")


def test_a_long_sum_and_a_long_string_are_no_problem() -> None:
    assert parse_expression("x" + " + 1" * 5_000, ["x"]).op == "python.binary"
    assert parse_expression("'" + "x" * 500_000 + "'").data == "x" * 500_000

"""Parsing against CPython's own parser, and printing against parsing."""

import ast
import re
import warnings

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from specassay.core.errors import ParseError, Unsupported
from specassay.core.ir.terms import bare
from specassay.frontends.python import parse_expression
from specassay.frontends.python.parse import _lexer

from ...samples import samples
from .expressions import NAMES, expressions
from .printed_contracts import print_term


class _Chains(ast.NodeTransformer):
    """`a < b < c` as `a < b and b < c`, which is how terms say it."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        operands = [node.left, *node.comparators]
        links: list[ast.expr] = [
            ast.Compare(left, [operator], [right])
            for left, operator, right in zip(operands, node.ops, operands[1:], strict=False)
        ]
        return ast.BoolOp(ast.And(), links)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(node.value)


def structure(text: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.dump(_Chains().visit(ast.parse(text, mode="eval")))


@settings(max_examples=samples(1000), deadline=None)
@given(expressions(4))
def test_printing_and_reading_again_gives_the_same_term(text: str) -> None:
    term = parse_expression(text, NAMES)
    assert bare(parse_expression(print_term(term), NAMES)) is bare(term)


@pytest.mark.parametrize(
    "text",
    [
        'f"""a="{s}" """',
        'f"""{s}"{s}"""',
        r"rf'\{s}\d'",
        r"f'\{s}'",
        r"f'{{\N{BULLET}}}{s}'",
        "f'a\\\n{s}b'",
        r"f'\\{s}\"\''",
        r"F'\x41\101\u00e9{s}'",
    ],
)
def test_texts_between_fields_are_those_of_cpython(text: str) -> None:
    assert structure(print_term(parse_expression(text, NAMES))) == structure(text)


def test_literals_mean_the_same_in_all_versions_of_cpython() -> None:
    r"""Before 3.11.5, `(?:_[0-9]++)*+` may match "_1_": it goes on from where its last attempt failed (gh-106052)."""
    for terminal in _lexer().terminals:
        if terminal.name in ("NUMBER", "STRING"):
            assert re.search(r"\)[*+?]\+", terminal.pattern.value) is None
    for text in ("1_", "1_0_", "0x_f_", "1.5_", "1e5_", "0_", '"""a""', '"""a" "" """"'):
        with pytest.raises(ParseError):
            parse_expression(text, NAMES)


@settings(max_examples=samples(1000), deadline=None)
@given(expressions(4))
def test_the_structure_is_that_of_cpython(text: str) -> None:
    assert structure(print_term(parse_expression(text, NAMES))) == structure(text)


@settings(max_examples=samples(1000), deadline=None)
@given(expressions(2), st.data())
def test_a_damaged_text_is_accepted_exactly_when_cpython_accepts_it(text: str, data: st.DataObject) -> None:
    assume("'" not in text and '"' not in text)
    position = data.draw(st.integers(0, len(text)))
    inserted = data.draw(
        st.sampled_from(["", "(", ")", "[", "]", ",", ":", "*", " not ", " in ", " if ", "==", "1", "."])
    )
    damaged = (text[:position] + inserted + text[position + data.draw(st.integers(0, 2)) :]).strip()
    assume(damaged)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(damaged, "<test>", "eval")
            accepted = True
        except SyntaxError as error:
            # Identifiers glued to numbers, as in `1in x`, are deprecated in ways that differ between versions.
            assume("invalid decimal literal" not in str(error))
            accepted = False
    try:
        parse_expression(damaged, NAMES)
        ours = True
    except Unsupported:
        ours = True
    except ParseError:
        ours = False
    assert ours == accepted, damaged


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a<b<c", "a < b and b < c"),
        ("(a and b) and c", "(a and b) and c"),
        ("-2**-x", "-2**-x"),
        ("(-2)**2", "(-2)**2"),
        ("(1).real", "(1).real"),
        ("x[1:2, ::3]", "x[1:2, ::3]"),
        ("x[(1, 2)]", "x[(1, 2)]"),
        ("{**a, 1: 2}", "{**a, 1: 2}"),
        ("lambda: ' : '", "lambda: ' : '"),
        ("f'{a!r:>4}b{{'", "f'{a!r:>4}b{{'"),
        ("f(x for x in a)", "f((x for x in a))"),
        ("math.isnan(x) or re.I", "math.isnan(x) or re.IGNORECASE"),
        ("'a' \"b\" r'\\d'", "'ab\\\\d'"),
        ("0x_ff + 1_0 + 0b1 + 0o17 + 1e999", "255 + 10 + 1 + 15 + 1e999"),
        ("x not in(a)is not b", "x not in a and a is not b"),
        ("ﬁ", "fi"),
    ],
)
def test_print(text: str, printed: str) -> None:
    assert print_term(parse_expression(text, ["a", "b", "c", "x", "f", "fi"])) == printed


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("(y := x)", "assignment expression"),
        ("foo(x)", "name 'foo'"),
        ("open(x)", "name 'open'"),
        ("math", "module 'math' as a value"),
        ("math.nothing", "math.nothing"),
        ("re.purge", "re.purge"),
        ("(yield)", "yield"),
        ("await x", "await"),
        ("[i async for i in x]", "asynchronous comprehension"),
        ("[1 for x.y in x]", "assignment to an attribute"),
        ("lambda *x: x", "lambda with defaults or starred parameters"),
        ("1 < x.pop() < 3", "chained comparison over a call with an effect"),
    ],
)
def test_what_terms_cannot_express_is_unsupported_by_name(text: str, construct: str) -> None:
    with pytest.raises(Unsupported) as raised:
        parse_expression(text, ["x"])
    assert raised.value.construct == construct
    assert raised.value.span is not None


def test_a_span_covers_exactly_its_text() -> None:
    term = parse_expression("all(x[i] <= x[i + 1] for i in range(3))", ["x"])
    compare = term.args[1].args[1]
    assert (compare.op, str(compare.span), compare.span and compare.span.end_column) == (
        "python.compare",
        "<expression>:1:5",
        21,
    )


def test_the_span_of_a_field_is_inside_the_string() -> None:
    term = parse_expression("'é' f'ab{  x + 1}'", ["x"])
    assert term.args[0].span is not None
    assert (term.args[0].span.column, term.args[0].span.end_column) == (12, 17)

"""Random syntax trees of what terms become in Verus, as a reader makes them: no parentheses."""

from hypothesis import strategies as st

from specassay.frontends.verus import tree as t
from specassay.frontends.verus.printing import ExprWritten
from specassay.frontends.verus.reading import parse_expression_tree
from specassay.frontends.verus.scan import VerusSource
from specassay.frontends.verus.tree import CodeBlock, Expr, PathSegment, RustPath, RustType

NAMES = st.sampled_from(["a", "b", "x", "result", "spec", "open", "proof", "Some"])
INTEGERS = st.builds(t.ExprLit, st.just("int"), st.integers(0, 300), st.sampled_from(["", "u8", "int", "usize"]))
LITERALS = st.one_of(
    INTEGERS,
    st.builds(t.ExprLit, st.just("bool"), st.booleans()),
    st.builds(t.ExprLit, st.just("char"), st.characters(codec="utf-8")),
)


def path(*names: str) -> RustPath:
    return RustPath(tuple(map(PathSegment, names)))


PATHS = st.one_of(st.builds(path, NAMES), st.builds(path, st.just("Self"), NAMES))
STRUCTS = st.sampled_from([path("Foo"), path("Self", "Bar")])
TYPES: st.SearchStrategy[RustType] = st.recursive(
    st.builds(t.TypePath, PATHS),
    lambda inner: st.one_of(
        st.builds(t.TypeReference, inner, st.booleans(), st.sampled_from(["", "'a"])),
        st.builds(t.TypeTuple, st.lists(inner, max_size=2).map(tuple)),
        st.builds(t.TypeSlice, inner),
        st.builds(t.TypeArray, inner, INTEGERS),
        st.builds(t.TypeFunction, st.just("spec_fn"), st.lists(inner, max_size=2).map(tuple), inner),
        st.builds(
            lambda name, kinds: t.TypePath(RustPath((PathSegment(name, tuple(kinds)),))),
            NAMES,
            st.lists(inner, min_size=1, max_size=2),
        ),
    ),
    max_leaves=4,
)
KEPT = [
    "a[0]?",
    "!x matches Some(y) && y > 1",
    "b as int",
    "|x| x + 1",
    "match a { _ => b }",
    "if let Some(y) = x { y } else { a }",
]
BINARY = ["<==>", "<==", "==>", "||", "&&", "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "===", "!==", "=~=", "!~=", "=~~=", "!~~="]
BINDERS = st.lists(
    st.builds(t.ClosureParameter, st.builds(t.PatIdent, NAMES), st.none() | TYPES), min_size=1, max_size=2
).map(tuple)


def _compare(operands: list[Expr], operators: list[str]) -> Expr:
    return t.ExprCompare(tuple(operands), tuple(operators[: len(operands) - 1]))


def _block(lets: list[tuple[str, Expr]], value: Expr) -> CodeBlock:
    statements = [t.StmtLet("", t.PatIdent(name), None, held) for name, held in lets]
    return CodeBlock((*statements, t.StmtExpr(value, False)))


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    many = st.lists(inner, max_size=2).map(tuple)
    blocks = st.builds(_block, st.lists(st.tuples(NAMES, inner), max_size=2), inner)
    return st.one_of(
        st.builds(t.ExprBinary, st.sampled_from(BINARY), inner, inner),
        st.builds(
            _compare,
            st.lists(inner, min_size=2, max_size=3),
            st.lists(st.sampled_from(COMPARISONS), min_size=2, max_size=2),
        ),
        st.builds(t.ExprUnary, st.sampled_from(["-", "!", "*", "&"]), inner),
        st.builds(t.ExprRange, inner, inner),
        st.builds(t.ExprCast, inner, TYPES),
        st.builds(t.ExprIs, inner, NAMES, st.booleans()),
        st.builds(t.ExprField, inner, st.sampled_from(["f", "0"]), st.booleans()),
        st.builds(t.ExprIndex, inner, inner),
        st.builds(t.ExprCall, inner, many),
        st.builds(t.ExprMethodCall, inner, NAMES, st.just(()), many),
        st.builds(t.ExprTuple, many),
        st.builds(
            t.ExprStruct,
            STRUCTS,
            st.lists(st.builds(t.FieldValue, NAMES, inner), max_size=2).map(tuple),
            st.none() | inner,
        ),
        st.builds(t.ExprQuantifier, st.sampled_from(["forall", "exists", "choose"]), BINDERS, inner),
        st.builds(t.ExprClosure, BINDERS, inner),
        st.builds(t.ExprBlock, blocks),
        st.builds(t.ExprIf, inner, blocks, st.none() | st.builds(t.ExprBlock, blocks)),
        st.builds(t.ExprMacro, st.sampled_from(["seq", "set"]), many),
        st.builds(t.ExprMacroMap, st.just("map"), st.lists(st.tuples(inner, inner), max_size=2).map(tuple)),
        # A part of a program that keeps its text there, whatever it is.
        st.sampled_from(KEPT).map(lambda text: ExprWritten(text, parse_expression_tree(VerusSource(text, "kept")))),
    )


EXPRESSIONS: st.SearchStrategy[Expr] = st.recursive(
    st.one_of(LITERALS, st.builds(t.ExprPath, PATHS)), _larger, max_leaves=8
)

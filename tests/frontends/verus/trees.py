"""Random syntax trees of Verus, as a reader makes them: no parentheses, and a block only where one may stand."""

from hypothesis import strategies as st

from specassay.frontends.verus import tree as t
from specassay.frontends.verus.tree import CodeBlock, Expr, Pat, PathSegment, RustItem, RustPath, RustType, Stmt

NAMES = st.sampled_from(["a", "b", "x", "result", "spec", "open", "proof", "Some"])
INTEGERS = st.builds(t.ExprLit, st.just("int"), st.integers(0, 300), st.sampled_from(["", "u8", "int", "usize"]))
LITERALS = st.one_of(
    INTEGERS,
    st.builds(t.ExprLit, st.just("bool"), st.booleans()),
    st.builds(t.ExprLit, st.just("char"), st.characters(codec="utf-8")),
    st.builds(t.ExprLit, st.just("str"), st.text(max_size=4)),
    st.builds(t.ExprLit, st.just("float"), st.sampled_from(["1.5", "2.0", "1e5"])),
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
PATTERNS: st.SearchStrategy[Pat] = st.recursive(
    st.one_of(
        st.just(t.PatWild()),
        st.builds(t.PatIdent, NAMES, st.booleans(), st.booleans()),
        st.builds(t.PatLit, LITERALS),
        st.builds(t.PatRange, INTEGERS, INTEGERS, st.booleans()),
        st.builds(t.PatPath, st.builds(path, NAMES, NAMES)),
    ),
    lambda inner: st.one_of(
        st.builds(t.PatTuple, st.lists(inner, max_size=3).map(tuple)),
        st.builds(t.PatTupleStruct, STRUCTS, st.lists(inner, max_size=2).map(tuple)),
        st.builds(
            t.PatStruct, STRUCTS, st.lists(st.builds(t.PatField, NAMES, inner), max_size=2).map(tuple), st.booleans()
        ),
        st.builds(t.PatReference, inner, st.booleans()),
        st.builds(
            t.PatOr,
            st.lists(inner.filter(lambda each: not isinstance(each, t.PatOr)), min_size=2, max_size=3).map(tuple),
        ),
        st.builds(lambda name, inside: t.PatIdent(name, inside=inside), NAMES, inner),
    ),
    max_leaves=4,
)
BINARY = ["<==>", "<==", "==>", "||", "&&", "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "===", "!==", "=~=", "!~=", "=~~=", "!~~="]
BINDERS = st.lists(st.builds(t.ClosureParameter, PATTERNS, st.none() | TYPES), min_size=1, max_size=2).map(tuple)


def _compare(operands: list[Expr], operators: list[str]) -> Expr:
    return t.ExprCompare(tuple(operands), tuple(operators[: len(operands) - 1]))


def _match(value: Expr, patterns: list[Pat], guard: Expr | None, body: Expr) -> Expr:
    return t.ExprMatch(value, tuple(t.MatchArm(pattern, guard, body) for pattern in patterns))


BLOCK_LIKE = (t.ExprBlock, t.ExprIf, t.ExprMatch, t.ExprWhile, t.ExprLoop, t.ExprForLoop, t.ExprAssertForall)


def _statements(values: st.SearchStrategy[Expr]) -> st.SearchStrategy[tuple[Stmt, ...]]:
    def ended(value: Expr) -> Stmt:
        blocks = isinstance(value, BLOCK_LIKE) or (isinstance(value, t.ExprAssert) and value.body is not None)
        return t.StmtExpr(value, not blocks)

    lets = st.builds(t.StmtLet, st.sampled_from(["", "ghost"]), PATTERNS, st.none() | TYPES, st.none() | values)
    return st.lists(st.one_of(lets, values.map(ended), st.just(t.StmtEmpty())), max_size=2).map(tuple)


def _block(statements: tuple[Stmt, ...], value: Expr | None) -> CodeBlock:
    return CodeBlock((*statements, *([] if value is None else [t.StmtExpr(value, False)])))


def _clauses(values: st.SearchStrategy[Expr], *kinds: str) -> st.SearchStrategy[tuple[t.SpecClause, ...]]:
    listed = st.lists(values, min_size=1, max_size=2).map(tuple)
    return st.lists(st.builds(t.SpecClause, st.sampled_from(kinds), listed), max_size=2).map(tuple)


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    many = st.lists(inner, max_size=2).map(tuple)
    blocks = st.builds(_block, _statements(inner), st.none() | inner)
    loops = _clauses(inner, "invariant", "ensures")
    return st.one_of(
        st.builds(t.ExprBinary, st.sampled_from(BINARY), inner, inner),
        st.builds(
            _compare,
            st.lists(inner, min_size=2, max_size=3),
            st.lists(st.sampled_from(COMPARISONS), min_size=2, max_size=2),
        ),
        st.builds(t.ExprUnary, st.sampled_from(["-", "!", "*", "&", "&mut"]), inner),
        st.builds(t.ExprPrefixed, st.sampled_from(["&&&", "|||"]), st.lists(inner, min_size=1, max_size=2).map(tuple)),
        st.builds(t.ExprAssign, st.sampled_from(["=", "+=", ">>="]), inner, inner),
        st.builds(t.ExprRange, st.none() | inner, inner, st.booleans()),
        st.builds(t.ExprCast, inner, TYPES),
        st.builds(t.ExprIs, inner, NAMES, st.booleans()),
        st.builds(t.ExprHas, inner, inner, st.booleans()),
        st.builds(t.ExprMatches, inner, PATTERNS),
        st.builds(t.ExprMatches, inner, PATTERNS, st.sampled_from(["&&", "==>"]), inner),
        st.builds(t.ExprField, inner, st.sampled_from(["f", "0"]), st.booleans()),
        st.builds(t.ExprView, inner),
        st.builds(t.ExprTry, inner),
        st.builds(t.ExprIndex, inner, inner),
        st.builds(t.ExprCall, inner, many),
        st.builds(t.ExprMethodCall, inner, NAMES, st.lists(TYPES, max_size=1).map(tuple), many),
        st.builds(t.ExprTuple, many),
        st.builds(t.ExprArray, many),
        st.builds(t.ExprRepeat, inner, inner),
        st.builds(
            t.ExprStruct,
            STRUCTS,
            st.lists(st.builds(t.FieldValue, NAMES, inner), max_size=2).map(tuple),
            st.none() | inner,
        ),
        st.builds(
            t.ExprQuantifier, st.sampled_from(["forall", "exists", "choose"]), BINDERS, inner, st.just(("#![auto]",))
        ),
        st.builds(t.ExprClosure, BINDERS, inner, moves=st.booleans()),
        st.builds(t.ExprBlock, blocks, st.sampled_from(["", "unsafe", "proof"])),
        st.builds(t.ExprIf, inner, blocks, st.none() | st.builds(t.ExprBlock, blocks)),
        st.builds(_match, inner, st.lists(PATTERNS, max_size=2), st.none() | inner, inner),
        st.builds(t.ExprWhile, inner, loops, blocks, st.sampled_from(["", "'a"])),
        st.builds(t.ExprForLoop, PATTERNS, st.sampled_from(["", "it"]), inner, loops, blocks),
        st.builds(t.ExprReturn, st.none() | inner),
        st.builds(t.ExprBreak, st.sampled_from(["", "'a"]), st.none() | inner),
        st.builds(t.ExprMacro, st.sampled_from(["vec", "seq", "assert", "println"]), many),
        st.builds(t.ExprMacroMap, st.just("map"), st.lists(st.tuples(inner, inner), max_size=2).map(tuple)),
        st.builds(t.ExprMacroMatches, inner, PATTERNS, st.none() | inner),
        st.builds(t.ExprAssert, inner),
        st.builds(t.ExprAssert, inner, st.just(""), st.just(()), blocks),
        st.builds(t.ExprAssertForall, BINDERS, inner, st.none() | inner, blocks),
        st.builds(t.ExprAttributed, st.just("#[trigger]"), inner),
    )


EXPRESSIONS: st.SearchStrategy[Expr] = st.recursive(
    st.one_of(LITERALS, st.builds(t.ExprPath, PATHS)), _larger, max_leaves=8
)
CLAUSES = _clauses(EXPRESSIONS, "requires", "ensures", "recommends", "decreases")
PARAMETERS = st.lists(st.builds(t.FnParameter, PATTERNS, TYPES), max_size=2).map(tuple)
RESULTS = st.none() | st.builds(t.FunctionResult, TYPES, st.none() | st.builds(t.PatIdent, NAMES))
FUNCTIONS: st.SearchStrategy[RustItem] = st.builds(
    t.ItemFn,
    NAMES,
    st.sampled_from([(), ("pub", "open", "spec"), ("proof",), ("pub(crate)", "const")]),
    st.lists(st.builds(t.GenericParameter, st.just("type"), NAMES), max_size=1).map(tuple),
    PARAMETERS,
    RESULTS,
    st.just(()),
    CLAUSES,
    st.none() | st.builds(_block, _statements(EXPRESSIONS), EXPRESSIONS),
)

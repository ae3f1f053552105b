"""The syntax tree of Verus: what a text says, before anything is known of its names and types.

Nodes are named as those of the Rust crate syn, whose fork Verus reads its own texts with: `Expr…`, `Pat…`, `Type…`,
`Item…`, `Stmt…`. Parentheses are not nodes. `at` is where a node stands, as offsets into the text; two nodes are equal
wherever they stand.
"""

from typing import Literal, TypeAlias

from attrs import field, frozen


@frozen(slots=True)
class VerusNode:
    at: tuple[int, int] = field(default=(0, 0), eq=False, kw_only=True, repr=False)


@frozen(slots=True)
class RustType(VerusNode):
    """A type."""


@frozen(slots=True)
class Pat(VerusNode):
    """A pattern."""


@frozen(slots=True)
class Expr(VerusNode):
    """An expression."""


@frozen(slots=True)
class Stmt(VerusNode):
    """A statement."""


@frozen(slots=True)
class RustItem(VerusNode):
    """An item."""


# -- names


@frozen(slots=True)
class PathSegment(VerusNode):
    """A name with its generic arguments. `inputs` and `output` are those of `Fn(A) -> B`."""

    name: str
    arguments: tuple["GenericArgument", ...] = ()
    inputs: tuple[RustType, ...] | None = None
    output: RustType | None = None


@frozen(slots=True)
class RustPath(VerusNode):
    """`a::b::<T>::c`; of `<T as Trait>::c`, `owner` is T and `trait` the path of the trait. A leading `::` is an empty
    first segment."""

    segments: tuple[PathSegment, ...]
    owner: RustType | None = None
    trait: "RustPath | None" = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(segment.name for segment in self.segments)

    @property
    def text(self) -> str:
        return "::".join(self.names)


@frozen(slots=True)
class Lifetime(VerusNode):
    name: str


@frozen(slots=True)
class AssociatedType(VerusNode):
    """`RustItem = T` or `RustItem: TypeBound` among generic arguments."""

    name: str
    type: RustType | None
    bounds: tuple["TypeBound", ...] = ()


# -- types


@frozen(slots=True)
class TypePath(RustType):
    path: RustPath


@frozen(slots=True)
class TypeReference(RustType):
    target: RustType
    mutable: bool = False
    lifetime: str = ""


@frozen(slots=True)
class TypePointer(RustType):
    target: RustType
    mutable: bool = False


@frozen(slots=True)
class TypeTuple(RustType):
    elements: tuple[RustType, ...]


@frozen(slots=True)
class TypeSlice(RustType):
    element: RustType


@frozen(slots=True)
class TypeArray(RustType):
    element: RustType
    length: Expr


@frozen(slots=True)
class TypeInfer(RustType):
    """`_`."""


@frozen(slots=True)
class TypeNever(RustType):
    """`!`."""


@frozen(slots=True)
class TypeFunction(RustType):
    """`fn(A) -> B`, `spec_fn(A) -> B` or `proof_fn(A) -> B`. `kind` is what stands before the parenthesis, such as
    `unsafe extern "C" fn`."""

    kind: str
    inputs: tuple[RustType, ...]
    output: RustType | None = None


@frozen(slots=True)
class TypeBounds(RustType):
    """`impl A + B` or `dyn A + B`."""

    kind: Literal["impl", "dyn"]
    bounds: tuple["TypeBound", ...]


@frozen(slots=True)
class TraitBound(VerusNode):
    """A trait that a type implements; `maybe`: `?Sized`."""

    path: RustPath
    maybe: bool = False


# -- patterns


@frozen(slots=True)
class PatWild(Pat):
    """`_`."""


@frozen(slots=True)
class PatRest(Pat):
    """`..` in a tuple or a slice."""


@frozen(slots=True)
class PatIdent(Pat):
    """A variable, or a constant or a variant of that name: the program says which."""

    name: str
    by_reference: bool = False
    mutable: bool = False
    inside: Pat | None = None


@frozen(slots=True)
class PatLit(Pat):
    value: Expr


@frozen(slots=True)
class PatRange(Pat):
    start: Expr | None
    end: Expr | None
    inclusive: bool


@frozen(slots=True)
class PatTuple(Pat):
    elements: tuple[Pat, ...]


@frozen(slots=True)
class PatSlice(Pat):
    elements: tuple[Pat, ...]


@frozen(slots=True)
class PatPath(Pat):
    path: RustPath


@frozen(slots=True)
class PatTupleStruct(Pat):
    path: RustPath
    elements: tuple[Pat, ...]


@frozen(slots=True)
class PatField(VerusNode):
    """`name: pattern`; of `name` alone, the pattern is the variable."""

    name: str
    pattern: Pat


@frozen(slots=True)
class PatStruct(Pat):
    path: RustPath
    fields: tuple[PatField, ...]
    rest: bool = False


@frozen(slots=True)
class PatReference(Pat):
    inside: Pat
    mutable: bool = False


@frozen(slots=True)
class PatOr(Pat):
    cases: tuple[Pat, ...]


# -- expressions


@frozen(slots=True)
class ExprLit(Expr):
    """A literal. `value`: an int, a bool, a str (of char, str and float: the text of the number), bytes."""

    kind: Literal["int", "float", "bool", "char", "str", "byte", "bytes"]
    value: int | bool | str | bytes
    suffix: str = ""


@frozen(slots=True)
class ExprPath(Expr):
    path: RustPath


@frozen(slots=True)
class ExprUnary(Expr):
    """`operator`: `-`, `!`, `*`, `&` or `&mut`."""

    operator: str
    operand: Expr


@frozen(slots=True)
class ExprBinary(Expr):
    """Any operator with two operands but comparisons and assignments."""

    operator: str
    left: Expr
    right: Expr


@frozen(slots=True)
class ExprCompare(Expr):
    """`a <= b < c`: one operator less than operands."""

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]


@frozen(slots=True)
class ExprPrefixed(Expr):
    """`&&& a &&& b` or `||| a ||| b`."""

    operator: Literal["&&&", "|||"]
    operands: tuple[Expr, ...]


@frozen(slots=True)
class ExprAssign(Expr):
    """`operator`: `=`, `+=`, …"""

    operator: str
    target: Expr
    value: Expr


@frozen(slots=True)
class ExprRange(Expr):
    start: Expr | None
    end: Expr | None
    inclusive: bool = False


@frozen(slots=True)
class ExprCast(Expr):
    value: Expr
    type: RustType


@frozen(slots=True)
class ExprIs(Expr):
    value: Expr
    variant: str
    negated: bool = False


@frozen(slots=True)
class ExprHas(Expr):
    value: Expr
    element: Expr
    negated: bool = False


@frozen(slots=True)
class ExprMatches(Expr):
    """`value matches pattern`, with the operand after `&&` or `==>`, in which the variables of the pattern are."""

    value: Expr
    pattern: Pat
    operator: Literal["", "&&", "==>"] = ""
    rest: Expr | None = None


@frozen(slots=True)
class ExprField(Expr):
    """`value.name`, or `value->name` (`arrow`), which is a field of a variant."""

    value: Expr
    name: str
    arrow: bool = False


@frozen(slots=True)
class ExprView(Expr):
    """`value@`."""

    value: Expr


@frozen(slots=True)
class ExprIndex(Expr):
    value: Expr
    index: Expr


@frozen(slots=True)
class ExprCall(Expr):
    function: Expr
    arguments: tuple[Expr, ...]


@frozen(slots=True)
class ExprMethodCall(Expr):
    receiver: Expr
    name: str
    type_arguments: tuple["GenericArgument", ...]
    arguments: tuple[Expr, ...]


@frozen(slots=True)
class ExprTry(Expr):
    """`value?`."""

    value: Expr


@frozen(slots=True)
class ExprTuple(Expr):
    elements: tuple[Expr, ...]


@frozen(slots=True)
class ExprArray(Expr):
    elements: tuple[Expr, ...]


@frozen(slots=True)
class ExprRepeat(Expr):
    """`[value; length]`."""

    value: Expr
    length: Expr


@frozen(slots=True)
class FieldValue(VerusNode):
    name: str
    value: Expr


@frozen(slots=True)
class ExprStruct(Expr):
    path: RustPath
    fields: tuple[FieldValue, ...]
    base: Expr | None = None


@frozen(slots=True)
class ClosureParameter(VerusNode):
    pattern: Pat
    type: RustType | None = None


@frozen(slots=True)
class ExprQuantifier(Expr):
    """`attributes`: triggers, `#![auto]`, as they are written."""

    kind: Literal["forall", "exists", "choose"]
    binders: tuple[ClosureParameter, ...]
    body: Expr
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ExprClosure(Expr):
    parameters: tuple[ClosureParameter, ...]
    body: Expr
    result: "FunctionResult | None" = None
    clauses: tuple["SpecClause", ...] = ()
    moves: bool = False


@frozen(slots=True)
class ExprBlock(Expr):
    """`kind`: nothing, or `unsafe`, `proof`, `const`, `async`."""

    block: "CodeBlock"
    kind: str = ""
    label: str = ""


@frozen(slots=True)
class ExprLet(Expr):
    """`let pattern = value` in a condition."""

    pattern: Pat
    value: Expr


@frozen(slots=True)
class ExprIf(Expr):
    condition: Expr
    then: "CodeBlock"
    otherwise: Expr | None = None


@frozen(slots=True)
class MatchArm(VerusNode):
    pattern: Pat
    guard: Expr | None
    body: Expr


@frozen(slots=True)
class ExprMatch(Expr):
    value: Expr
    arms: tuple[MatchArm, ...]


@frozen(slots=True)
class ExprWhile(Expr):
    condition: Expr
    clauses: tuple["SpecClause", ...]
    body: "CodeBlock"
    label: str = ""


@frozen(slots=True)
class ExprLoop(Expr):
    clauses: tuple["SpecClause", ...]
    body: "CodeBlock"
    label: str = ""


@frozen(slots=True)
class ExprForLoop(Expr):
    """`for pattern in iterator: value`, where a name for the iterator may be missing."""

    pattern: Pat
    iterator: str
    value: Expr
    clauses: tuple["SpecClause", ...]
    body: "CodeBlock"
    label: str = ""


@frozen(slots=True)
class ExprBreak(Expr):
    label: str = ""
    value: Expr | None = None


@frozen(slots=True)
class ExprContinue(Expr):
    label: str = ""


@frozen(slots=True)
class ExprReturn(Expr):
    value: Expr | None = None


@frozen(slots=True)
class ExprMacro(Expr):
    """A macro whose arguments are expressions: `vec![a, b]`, `seq![]`, `assert!(e)`."""

    name: str
    arguments: tuple[Expr, ...]


@frozen(slots=True)
class ExprMacroRepeat(Expr):
    """`vec![value; length]`."""

    name: str
    value: Expr
    length: Expr


@frozen(slots=True)
class ExprMacroMap(Expr):
    """`map![key => value]`."""

    name: str
    entries: tuple[tuple[Expr, Expr], ...]


@frozen(slots=True)
class ExprMacroMatches(Expr):
    """`matches!(value, pattern if guard)`."""

    value: Expr
    pattern: Pat
    guard: Expr | None = None


@frozen(slots=True)
class ExprAtomicCall(Expr):
    """`f(x) atomically |update| { … }`, whose block is not read."""

    call: Expr
    text: str


@frozen(slots=True)
class ExprMacroOpaque(Expr):
    """A macro whose argument is not read."""

    name: str
    text: str


@frozen(slots=True)
class ExprAssert(Expr):
    """`assert(condition) by(prover) requires … { … }`."""

    condition: Expr
    prover: str = ""
    clauses: tuple["SpecClause", ...] = ()
    body: "CodeBlock | None" = None


@frozen(slots=True)
class ExprAssertForall(Expr):
    binders: tuple[ClosureParameter, ...]
    condition: Expr
    implied: Expr | None
    body: "CodeBlock"
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ExprAttributed(Expr):
    """`#[trigger] f(x)`."""

    attribute: str
    value: Expr


# -- statements


@frozen(slots=True)
class CodeBlock(VerusNode):
    """Its value is that of the last statement, if it is an expression without a semicolon."""

    statements: tuple[Stmt, ...]


@frozen(slots=True)
class StmtLet(Stmt):
    """`mode`: nothing, `ghost` or `tracked`. `otherwise`: the block after `else`."""

    mode: str
    pattern: Pat
    type: RustType | None = None
    value: Expr | None = None
    otherwise: CodeBlock | None = None


@frozen(slots=True)
class StmtExpr(Stmt):
    """`ended`: a semicolon follows."""

    value: Expr
    ended: bool


@frozen(slots=True)
class StmtItem(Stmt):
    item: RustItem


@frozen(slots=True)
class StmtEmpty(Stmt):
    """`;`."""


# -- items


@frozen(slots=True)
class SpecClause(VerusNode):
    """`kind` is its first word. `values` has the expressions; `condition` is what follows `when`, `via` the path of
    the proof. Of `opens_invariants`, a word may stand for the expressions; of `atomically` there is the text alone."""

    kind: str
    values: tuple[Expr, ...]
    condition: Expr | None = None
    via: "RustPath | None" = None
    text: str = ""


@frozen(slots=True)
class GenericParameter(VerusNode):
    """`kind`: `type`, `lifetime` or `const`, whose type is `type`."""

    kind: Literal["type", "lifetime", "const"]
    name: str
    bounds: tuple["TypeBound", ...] = ()
    type: RustType | None = None


@frozen(slots=True)
class WherePredicate(VerusNode):
    subject: RustType | Lifetime
    bounds: tuple["TypeBound", ...]


@frozen(slots=True)
class FnParameter(VerusNode):
    """A parameter; `self` has the pattern of that name and, unless it is written, no type: `reference` says how it is
    passed then."""

    pattern: Pat
    type: RustType | None
    mode: str = ""
    reference: Literal["", "&", "&mut"] = ""


@frozen(slots=True)
class FunctionResult(VerusNode):
    """`-> T`, or `-> (pattern: T)`."""

    type: RustType
    pattern: Pat | None = None
    mode: str = ""


@frozen(slots=True)
class ItemFn(RustItem):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    parameters: tuple[FnParameter, ...]
    result: FunctionResult | None
    where: tuple[WherePredicate, ...]
    clauses: tuple[SpecClause, ...]
    body: CodeBlock | None
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class FieldDef(VerusNode):
    """A field; of a tuple, its name is its number."""

    name: str
    type: RustType
    modifiers: tuple[str, ...] = ()


VariantShape = Literal["unit", "tuple", "named"]


@frozen(slots=True)
class VariantDef(VerusNode):
    """`shape`: how its fields are written."""

    name: str
    shape: VariantShape
    fields: tuple[FieldDef, ...]
    discriminant: Expr | None = None


@frozen(slots=True)
class ItemStruct(RustItem):
    """`kind`: `struct` or `union`."""

    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    where: tuple[WherePredicate, ...]
    content: VariantDef
    attributes: tuple[str, ...] = ()
    kind: str = "struct"


@frozen(slots=True)
class ItemEnum(RustItem):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    where: tuple[WherePredicate, ...]
    variants: tuple[VariantDef, ...]
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemImpl(RustItem):
    generics: tuple[GenericParameter, ...]
    trait: RustType | None
    type: RustType
    where: tuple[WherePredicate, ...]
    members: tuple[RustItem, ...]
    modifiers: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    negative: bool = False
    """Does it say that the type has not the trait (`impl !Sync for T {}`)?"""


@frozen(slots=True)
class ItemTrait(RustItem):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    bounds: tuple["TypeBound", ...]
    where: tuple[WherePredicate, ...]
    members: tuple[RustItem, ...]
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemConst(RustItem):
    """`kind`: `const`, `static` or `static mut`. A spec constant may have clauses and a block as its value."""

    name: str
    kind: str
    modifiers: tuple[str, ...]
    type: RustType
    clauses: tuple[SpecClause, ...]
    value: Expr | None
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemType(RustItem):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    bounds: tuple["TypeBound", ...]
    type: RustType | None
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemUse(RustItem):
    """What it brings into scope: the full path, and the name that it has here (`*` for all in it)."""

    names: tuple[tuple[tuple[str, ...], str], ...]
    modifiers: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemMod(RustItem):
    """`members` is None of a module in a file of its own."""

    name: str
    modifiers: tuple[str, ...]
    members: tuple[RustItem, ...] | None
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemOther(RustItem):
    """What is read by its words only: a macro, `global`, `broadcast use`, `extern crate`, `assume_specification`."""

    kind: str
    text: str


GenericArgument: TypeAlias = "RustType | Lifetime | AssociatedType | Expr"
TypeBound: TypeAlias = "TraitBound | Lifetime"

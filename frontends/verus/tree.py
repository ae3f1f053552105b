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


# -- names


@frozen(slots=True)
class PathSegment(VerusNode):
    """A name with its generic arguments. `inputs` and `output` are those of `Fn(A) -> B`."""

    name: str
    arguments: tuple["GenericArgument", ...] = ()
    inputs: tuple["RustType", ...] | None = None
    output: "RustType | None" = None


@frozen(slots=True)
class RustPath(VerusNode):
    """`a::b::<T>::c`; of `<T as Trait>::c`, `owner` is T and `trait` the path of the trait. A leading `::` is an empty
    first segment."""

    segments: tuple[PathSegment, ...]
    owner: "RustType | None" = None
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
    type: "RustType | None"
    bounds: tuple["TypeBound", ...] = ()


# -- types


@frozen(slots=True)
class TypePath(VerusNode):
    path: RustPath


@frozen(slots=True)
class TypeReference(VerusNode):
    target: "RustType"
    mutable: bool = False
    lifetime: str = ""


@frozen(slots=True)
class TypePointer(VerusNode):
    target: "RustType"
    mutable: bool = False


@frozen(slots=True)
class TypeTuple(VerusNode):
    elements: tuple["RustType", ...]


@frozen(slots=True)
class TypeSlice(VerusNode):
    element: "RustType"


@frozen(slots=True)
class TypeArray(VerusNode):
    element: "RustType"
    length: "Expr"


@frozen(slots=True)
class TypeInfer(VerusNode):
    """`_`."""


@frozen(slots=True)
class TypeNever(VerusNode):
    """`!`."""


@frozen(slots=True)
class TypeFunction(VerusNode):
    """`fn(A) -> B`, `spec_fn(A) -> B` or `proof_fn(A) -> B`. `kind` is what stands before the parenthesis, such as
    `unsafe extern "C" fn`."""

    kind: str
    inputs: tuple["RustType", ...]
    output: "RustType | None" = None


@frozen(slots=True)
class TypeBounds(VerusNode):
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
class PatWild(VerusNode):
    """`_`."""


@frozen(slots=True)
class PatRest(VerusNode):
    """`..` in a tuple or a slice."""


@frozen(slots=True)
class PatIdent(VerusNode):
    """A variable, or a constant or a variant of that name: the program says which."""

    name: str
    by_reference: bool = False
    mutable: bool = False
    inside: "Pat | None" = None


@frozen(slots=True)
class PatLit(VerusNode):
    value: "Expr"


@frozen(slots=True)
class PatRange(VerusNode):
    start: "Expr | None"
    end: "Expr | None"
    inclusive: bool


@frozen(slots=True)
class PatTuple(VerusNode):
    elements: tuple["Pat", ...]


@frozen(slots=True)
class PatSlice(VerusNode):
    elements: tuple["Pat", ...]


@frozen(slots=True)
class PatPath(VerusNode):
    path: RustPath


@frozen(slots=True)
class PatTupleStruct(VerusNode):
    path: RustPath
    elements: tuple["Pat", ...]


@frozen(slots=True)
class PatField(VerusNode):
    """`name: pattern`; of `name` alone, the pattern is the variable."""

    name: str
    pattern: "Pat"


@frozen(slots=True)
class PatStruct(VerusNode):
    path: RustPath
    fields: tuple[PatField, ...]
    rest: bool = False


@frozen(slots=True)
class PatReference(VerusNode):
    inside: "Pat"
    mutable: bool = False


@frozen(slots=True)
class PatOr(VerusNode):
    cases: tuple["Pat", ...]


# -- expressions


@frozen(slots=True)
class ExprLit(VerusNode):
    """A literal. `value`: an int, a bool, a str (of char, str and float: the text of the number), bytes."""

    kind: Literal["int", "float", "bool", "char", "str", "byte", "bytes"]
    value: int | bool | str | bytes
    suffix: str = ""


@frozen(slots=True)
class ExprPath(VerusNode):
    path: RustPath


@frozen(slots=True)
class ExprUnary(VerusNode):
    """`operator`: `-`, `!`, `*`, `&` or `&mut`."""

    operator: str
    operand: "Expr"


@frozen(slots=True)
class ExprBinary(VerusNode):
    """Any operator with two operands but comparisons and assignments."""

    operator: str
    left: "Expr"
    right: "Expr"


@frozen(slots=True)
class ExprCompare(VerusNode):
    """`a <= b < c`: one operator less than operands."""

    operands: tuple["Expr", ...]
    operators: tuple[str, ...]


@frozen(slots=True)
class ExprPrefixed(VerusNode):
    """`&&& a &&& b` or `||| a ||| b`."""

    operator: Literal["&&&", "|||"]
    operands: tuple["Expr", ...]


@frozen(slots=True)
class ExprAssign(VerusNode):
    """`operator`: `=`, `+=`, …"""

    operator: str
    target: "Expr"
    value: "Expr"


@frozen(slots=True)
class ExprRange(VerusNode):
    start: "Expr | None"
    end: "Expr | None"
    inclusive: bool = False


@frozen(slots=True)
class ExprCast(VerusNode):
    value: "Expr"
    type: "RustType"


@frozen(slots=True)
class ExprIs(VerusNode):
    value: "Expr"
    variant: str
    negated: bool = False


@frozen(slots=True)
class ExprHas(VerusNode):
    value: "Expr"
    element: "Expr"
    negated: bool = False


@frozen(slots=True)
class ExprMatches(VerusNode):
    """`value matches pattern`, with the operand after `&&` or `==>`, in which the variables of the pattern are."""

    value: "Expr"
    pattern: "Pat"
    operator: Literal["", "&&", "==>"] = ""
    rest: "Expr | None" = None


@frozen(slots=True)
class ExprField(VerusNode):
    """`value.name`, or `value->name` (`arrow`), which is a field of a variant."""

    value: "Expr"
    name: str
    arrow: bool = False


@frozen(slots=True)
class ExprView(VerusNode):
    """`value@`."""

    value: "Expr"


@frozen(slots=True)
class ExprIndex(VerusNode):
    value: "Expr"
    index: "Expr"


@frozen(slots=True)
class ExprCall(VerusNode):
    function: "Expr"
    arguments: tuple["Expr", ...]


@frozen(slots=True)
class ExprMethodCall(VerusNode):
    receiver: "Expr"
    name: str
    type_arguments: tuple["GenericArgument", ...]
    arguments: tuple["Expr", ...]


@frozen(slots=True)
class ExprTry(VerusNode):
    """`value?`."""

    value: "Expr"


@frozen(slots=True)
class ExprTuple(VerusNode):
    elements: tuple["Expr", ...]


@frozen(slots=True)
class ExprArray(VerusNode):
    elements: tuple["Expr", ...]


@frozen(slots=True)
class ExprRepeat(VerusNode):
    """`[value; length]`."""

    value: "Expr"
    length: "Expr"


@frozen(slots=True)
class FieldValue(VerusNode):
    name: str
    value: "Expr"


@frozen(slots=True)
class ExprStruct(VerusNode):
    path: RustPath
    fields: tuple[FieldValue, ...]
    base: "Expr | None" = None


@frozen(slots=True)
class ClosureParameter(VerusNode):
    pattern: "Pat"
    type: "RustType | None" = None


@frozen(slots=True)
class ExprQuantifier(VerusNode):
    """`attributes`: triggers, `#![auto]`, as they are written."""

    kind: Literal["forall", "exists", "choose"]
    binders: tuple[ClosureParameter, ...]
    body: "Expr"
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ExprClosure(VerusNode):
    parameters: tuple[ClosureParameter, ...]
    body: "Expr"
    result: "FunctionResult | None" = None
    clauses: tuple["SpecClause", ...] = ()
    moves: bool = False


@frozen(slots=True)
class ExprBlock(VerusNode):
    """`kind`: nothing, or `unsafe`, `proof`, `const`, `async`."""

    block: "CodeBlock"
    kind: str = ""
    label: str = ""


@frozen(slots=True)
class ExprLet(VerusNode):
    """`let pattern = value` in a condition."""

    pattern: "Pat"
    value: "Expr"


@frozen(slots=True)
class ExprIf(VerusNode):
    condition: "Expr"
    then: "CodeBlock"
    otherwise: "Expr | None" = None


@frozen(slots=True)
class MatchArm(VerusNode):
    pattern: "Pat"
    guard: "Expr | None"
    body: "Expr"


@frozen(slots=True)
class ExprMatch(VerusNode):
    value: "Expr"
    arms: tuple[MatchArm, ...]


@frozen(slots=True)
class ExprWhile(VerusNode):
    condition: "Expr"
    clauses: tuple["SpecClause", ...]
    body: "CodeBlock"
    label: str = ""


@frozen(slots=True)
class ExprLoop(VerusNode):
    clauses: tuple["SpecClause", ...]
    body: "CodeBlock"
    label: str = ""


@frozen(slots=True)
class ExprForLoop(VerusNode):
    """`for pattern in iterator: value`, where a name for the iterator may be missing."""

    pattern: "Pat"
    iterator: str
    value: "Expr"
    clauses: tuple["SpecClause", ...]
    body: "CodeBlock"
    label: str = ""


@frozen(slots=True)
class ExprBreak(VerusNode):
    label: str = ""
    value: "Expr | None" = None


@frozen(slots=True)
class ExprContinue(VerusNode):
    label: str = ""


@frozen(slots=True)
class ExprReturn(VerusNode):
    value: "Expr | None" = None


@frozen(slots=True)
class ExprMacro(VerusNode):
    """A macro whose arguments are expressions: `vec![a, b]`, `seq![]`, `assert!(e)`."""

    name: str
    arguments: tuple["Expr", ...]


@frozen(slots=True)
class ExprMacroRepeat(VerusNode):
    """`vec![value; length]`."""

    name: str
    value: "Expr"
    length: "Expr"


@frozen(slots=True)
class ExprMacroMap(VerusNode):
    """`map![key => value]`."""

    name: str
    entries: tuple[tuple["Expr", "Expr"], ...]


@frozen(slots=True)
class ExprMacroMatches(VerusNode):
    """`matches!(value, pattern if guard)`."""

    value: "Expr"
    pattern: "Pat"
    guard: "Expr | None" = None


@frozen(slots=True)
class ExprAtomicCall(VerusNode):
    """`f(x) atomically |update| { … }`, whose block is not read."""

    call: "Expr"
    text: str


@frozen(slots=True)
class ExprMacroOpaque(VerusNode):
    """A macro whose argument is not read."""

    name: str
    text: str


@frozen(slots=True)
class ExprAssert(VerusNode):
    """`assert(condition) by(prover) requires … { … }`."""

    condition: "Expr"
    prover: str = ""
    clauses: tuple["SpecClause", ...] = ()
    body: "CodeBlock | None" = None


@frozen(slots=True)
class ExprAssertForall(VerusNode):
    binders: tuple[ClosureParameter, ...]
    condition: "Expr"
    implied: "Expr | None"
    body: "CodeBlock"
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ExprAttributed(VerusNode):
    """`#[trigger] f(x)`."""

    attribute: str
    value: "Expr"


# -- statements


@frozen(slots=True)
class CodeBlock(VerusNode):
    """Its value is that of the last statement, if it is an expression without a semicolon."""

    statements: tuple["Stmt", ...]


@frozen(slots=True)
class StmtLet(VerusNode):
    """`mode`: nothing, `ghost` or `tracked`. `otherwise`: the block after `else`."""

    mode: str
    pattern: "Pat"
    type: "RustType | None" = None
    value: "Expr | None" = None
    otherwise: CodeBlock | None = None


@frozen(slots=True)
class StmtExpr(VerusNode):
    """`ended`: a semicolon follows."""

    value: "Expr"
    ended: bool


@frozen(slots=True)
class StmtItem(VerusNode):
    item: "RustItem"


@frozen(slots=True)
class StmtEmpty(VerusNode):
    """`;`."""


# -- items


@frozen(slots=True)
class SpecClause(VerusNode):
    """`kind` is its first word. `values` has the expressions; `condition` is what follows `when`, `via` the path of
    the proof. Of `opens_invariants`, a word may stand for the expressions; of `atomically` there is the text alone."""

    kind: str
    values: tuple["Expr", ...]
    condition: "Expr | None" = None
    via: "RustPath | None" = None
    text: str = ""


@frozen(slots=True)
class GenericParameter(VerusNode):
    """`kind`: `type`, `lifetime` or `const`, whose type is `type`."""

    kind: Literal["type", "lifetime", "const"]
    name: str
    bounds: tuple["TypeBound", ...] = ()
    type: "RustType | None" = None


@frozen(slots=True)
class WherePredicate(VerusNode):
    subject: "RustType | Lifetime"
    bounds: tuple["TypeBound", ...]


@frozen(slots=True)
class FnParameter(VerusNode):
    """A parameter; `self` has the pattern of that name and, unless it is written, no type: `reference` says how it is
    passed then."""

    pattern: "Pat"
    type: "RustType | None"
    mode: str = ""
    reference: Literal["", "&", "&mut"] = ""


@frozen(slots=True)
class FunctionResult(VerusNode):
    """`-> T`, or `-> (pattern: T)`."""

    type: "RustType"
    pattern: "Pat | None" = None
    mode: str = ""


@frozen(slots=True)
class ItemFn(VerusNode):
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
    type: "RustType"
    modifiers: tuple[str, ...] = ()


VariantShape = Literal["unit", "tuple", "named"]


@frozen(slots=True)
class VariantDef(VerusNode):
    """`shape`: how its fields are written."""

    name: str
    shape: VariantShape
    fields: tuple[FieldDef, ...]
    discriminant: "Expr | None" = None


@frozen(slots=True)
class ItemStruct(VerusNode):
    """`kind`: `struct` or `union`."""

    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    where: tuple[WherePredicate, ...]
    content: VariantDef
    attributes: tuple[str, ...] = ()
    kind: str = "struct"


@frozen(slots=True)
class ItemEnum(VerusNode):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    where: tuple[WherePredicate, ...]
    variants: tuple[VariantDef, ...]
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemImpl(VerusNode):
    generics: tuple[GenericParameter, ...]
    trait: "RustType | None"
    type: "RustType"
    where: tuple[WherePredicate, ...]
    members: tuple["RustItem", ...]
    modifiers: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    negative: bool = False
    """Does it say that the type has not the trait (`impl !Sync for T {}`)?"""


@frozen(slots=True)
class ItemTrait(VerusNode):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    bounds: tuple["TypeBound", ...]
    where: tuple[WherePredicate, ...]
    members: tuple["RustItem", ...]
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemConst(VerusNode):
    """`kind`: `const`, `static` or `static mut`. A spec constant may have clauses and a block as its value."""

    name: str
    kind: str
    modifiers: tuple[str, ...]
    type: "RustType"
    clauses: tuple[SpecClause, ...]
    value: "Expr | None"
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemType(VerusNode):
    name: str
    modifiers: tuple[str, ...]
    generics: tuple[GenericParameter, ...]
    bounds: tuple["TypeBound", ...]
    type: "RustType | None"
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemUse(VerusNode):
    """What it brings into scope: the full path, and the name that it has here (`*` for all in it)."""

    names: tuple[tuple[tuple[str, ...], str], ...]
    modifiers: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemMod(VerusNode):
    """`members` is None of a module in a file of its own."""

    name: str
    modifiers: tuple[str, ...]
    members: tuple["RustItem", ...] | None
    attributes: tuple[str, ...] = ()


@frozen(slots=True)
class ItemOther(VerusNode):
    """What is read by its words only: a macro, `global`, `broadcast use`, `extern crate`, `assume_specification`."""

    kind: str
    text: str


GenericArgument: TypeAlias = "RustType | Lifetime | AssociatedType | Expr"
TypeBound: TypeAlias = "TraitBound | Lifetime"
RustType: TypeAlias = (
    TypePath
    | TypeReference
    | TypePointer
    | TypeTuple
    | TypeSlice
    | TypeArray
    | TypeInfer
    | TypeNever
    | TypeFunction
    | TypeBounds
)
Pat: TypeAlias = (
    PatWild
    | PatRest
    | PatIdent
    | PatLit
    | PatRange
    | PatTuple
    | PatSlice
    | PatPath
    | PatTupleStruct
    | PatStruct
    | PatReference
    | PatOr
)
Expr: TypeAlias = (
    ExprLit
    | ExprPath
    | ExprUnary
    | ExprBinary
    | ExprCompare
    | ExprPrefixed
    | ExprAssign
    | ExprRange
    | ExprCast
    | ExprIs
    | ExprHas
    | ExprMatches
    | ExprField
    | ExprView
    | ExprIndex
    | ExprCall
    | ExprMethodCall
    | ExprTry
    | ExprTuple
    | ExprArray
    | ExprRepeat
    | ExprStruct
    | ExprQuantifier
    | ExprClosure
    | ExprBlock
    | ExprLet
    | ExprIf
    | ExprMatch
    | ExprWhile
    | ExprLoop
    | ExprForLoop
    | ExprBreak
    | ExprContinue
    | ExprReturn
    | ExprMacro
    | ExprMacroRepeat
    | ExprMacroMap
    | ExprMacroMatches
    | ExprMacroOpaque
    | ExprAtomicCall
    | ExprAssert
    | ExprAssertForall
    | ExprAttributed
)
Stmt: TypeAlias = StmtLet | StmtExpr | StmtItem | StmtEmpty
RustItem: TypeAlias = (
    ItemFn | ItemStruct | ItemEnum | ItemImpl | ItemTrait | ItemConst | ItemType | ItemUse | ItemMod | ItemOther
)

"""What a name means: a variable, a builtin, or something imported; and which names a piece of a program
needs from around it (reference, sections 4.2.1 and 6.2.4).

Only what is listed here has a meaning; any other name is unsupported, never guessed.
"""

import builtins
import cmath
import collections
import collections.abc
import functools
import itertools
import keyword
import math
import numbers
import re
import string
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen
from lark import Token, Tree

from ...core.errors import Unsupported
from ...core.ir import library
from ...core.ir.python_builtins import FUNCTIONS
from ...core.ir.signatures import HelperSignature
from ...core.ir.sorts import VALUE
from ...core.ir.terms import Term, const, make, var
from ...core.spans import Span

EXCEPTIONS: dict[str, type[BaseException]] = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
BUILTINS: dict[str, Any] = {
    **{row.value.__name__: row.value for row in FUNCTIONS},
    **EXCEPTIONS,
}
"""The builtins that terms may mention: none has an effect or an identity that differs between runs."""

_REGULAR_EXPRESSIONS = "match fullmatch search findall sub split escape compile"
_FLAGS = "A ASCII I IGNORECASE M MULTILINE S DOTALL U UNICODE X VERBOSE"
_ABSTRACT = (
    "Collection Container Hashable Iterable Mapping MutableMapping MutableSequence MutableSet Reversible Sequence Set"
    " Sized"
)
"""The classes that a plain value is an instance of by its type alone."""
_ITERTOOLS = "accumulate chain combinations combinations_with_replacement pairwise permutations product"
"""The functions of itertools that come to an end where what they are given does."""
MODULES: dict[str, dict[str, Any]] = {
    "keyword": {"iskeyword": keyword.iskeyword, "issoftkeyword": keyword.issoftkeyword},
    "collections": {"Counter": collections.Counter},
    "functools": {"reduce": functools.reduce},
    "itertools": {name: getattr(itertools, name) for name in _ITERTOOLS.split()},
    "collections.abc": {name: getattr(collections.abc, name) for name in _ABSTRACT.split()},
    "numbers": {name: getattr(numbers, name) for name in numbers.__all__},
    "math": {name: value for name, value in vars(math).items() if not name.startswith("_")},
    "cmath": {name: value for name, value in vars(cmath).items() if not name.startswith("_")},
    "re": {name: getattr(re, name) for name in f"{_REGULAR_EXPRESSIONS} {_FLAGS}".split()},
    "string": {name: value for name, value in vars(string).items() if name in string.__all__ and type(value) is str},
    "sys": {"maxsize": sys.maxsize, "maxunicode": sys.maxunicode},
    "sys.float_info": {
        name: getattr(sys.float_info, name) for name in ("dig", "epsilon", "mant_dig", "max", "max_exp", "min", "radix")
    },
}
"""The modules that contracts may import, and what of them terms may mention."""
CLASS_METHODS: dict[tuple[type, str], Any] = {
    **library.CLASS_METHODS,
    (dict, "fromkeys"): dict.fromkeys,
    (itertools.chain, "from_iterable"): itertools.chain.from_iterable,
}
"""Methods of classes that are functions of their arguments alone."""


_BINARY_FUNCTIONS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "and_": "&",
    "or_": "|",
    "xor": "^",
}
"""Without `concat`, which is `+` of sequences alone: it refuses numbers."""
_COMPARING_FUNCTIONS = {
    "lt": "<",
    "le": "<=",
    "eq": "==",
    "ne": "!=",
    "gt": ">",
    "ge": ">=",
    "is_": "is",
    "is_not": "is not",
}
_UNARY_FUNCTIONS = {"neg": "-", "pos": "+", "invert": "~", "inv": "~"}


def operator_function(name: str, span: Span) -> Term | None:
    """A function of the module `operator` as the lambda that its documentation says it is; None for another name."""
    left, right = var("a", VALUE, span), var("b", VALUE, span)
    if name in _UNARY_FUNCTIONS:
        body = make("python.unary", [left], VALUE, _UNARY_FUNCTIONS[name], span)
        return make("python.lambda", [body], VALUE, ("a",), span)
    if name == "not_":
        return make("python.lambda", [make("python.not", [left], VALUE, None, span)], VALUE, ("a",), span)
    if name in _BINARY_FUNCTIONS:
        body = make("python.binary", [left, right], VALUE, _BINARY_FUNCTIONS[name], span)
    elif name in _COMPARING_FUNCTIONS:
        body = make("python.compare", [left, right], VALUE, _COMPARING_FUNCTIONS[name], span)
    elif name == "contains":
        # `contains(a, b)` is `b in a`: the operands change places.
        body = make("python.compare", [right, left], VALUE, "in", span)
    elif name == "getitem":
        body = make("python.index", [left, right], VALUE, None, span)
    else:
        return None
    return make("python.lambda", [body], VALUE, ("a", "b"), span)


@frozen(slots=True)
class ImportedModule:
    """What `import name` binds: a module, known or not."""

    name: str

    def member(self, attribute: str, span: Span) -> Term:
        """The constant `name.attribute`. Raises Unsupported unless it is listed."""
        if self.name == "operator" and (function := operator_function(attribute, span)) is not None:
            return function
        members = {**library.MODULES.get(self.name, {}), **MODULES.get(self.name, {})}
        if attribute not in members:
            raise Unsupported(f"{self.name}.{attribute}", span)
        return const(members[attribute], VALUE, span)


@frozen(slots=True)
class Member:
    """What `from module import name` binds."""

    module: ImportedModule
    name: str


@frozen(slots=True)
class ObjectMembers:
    """What terms may say of an object. `plain`: attributes that are variables of their own, called as they are read
    (`self.size`). `unsure`: those that may also hold what is no plain value; whether one does is a further variable
    (`self.next?`). `missing`: those of both that the object may not have, which is a variable, too (`self.next!`).
    `methods` and `properties`: the lines of the module on which those begin that only read the object
    (`inlined.py`). `constants`: attributes of the class that are always these values.

    `of_class`: of a parameter, the class of the module that it is declared to be of (`object_parameters.py`): it may be
    a plain value, too, which the variable of its name is, or an object of another class. `of_library`: that class is of
    the standard library, whatever the module calls so.

    `assigned`: attributes that a constructor may give a new object, which are variables of the constructor.

    `match_args`: what patterns of that class call its attributes by their positions.

    `members`: of an enumeration and of its objects, the members by their names, with their values (`enums.py`);
    `by_value`: whether they compare as these do."""

    plain: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    methods: Mapping[str, int] = field(factory=dict)
    properties: Mapping[str, int] = field(factory=dict)
    constants: Mapping[str, Any] = field(factory=dict)
    assigned: frozenset[str] = frozenset()
    of_class: str = ""
    of_library: bool = False
    match_args: tuple[str, ...] = ()
    members: Mapping[str, Any] = field(factory=dict)
    by_value: bool = False

    @property
    def fields(self) -> frozenset[str]:
        """The attributes that are variables."""
        return self.plain | self.unsure


NO_MEMBERS = ObjectMembers()


def field_variable(owner: str, name: str) -> str:
    """The variable of an attribute."""
    return f"{owner}.{name}"


def object_variable(owner: str, name: str) -> str:
    """The variable that is True where an attribute holds what is no plain value."""
    return f"{owner}.{name}?"


def given_variable(parameter: str) -> str:
    """The variable that is True where a parameter is an object, and no plain value."""
    return f"{parameter}?"


def instance_variable(parameter: str) -> str:
    """The variable that is True where the object that a parameter is is of the declared class."""
    return f"{parameter}.__class__?"


def member_variable(parameter: str) -> str:
    """The variable that says which member of an enumeration a parameter is: its name; the last one where it is no
    name of another member."""
    return f"{parameter}.__member__"


def missing_variable(parameter: str, name: str) -> str:
    """The variable that is True where an object has no such attribute."""
    return f"{parameter}.{name}!"


def same_variable(one: str, other: str) -> str:
    """The variable that is True where two names stand for one object."""
    return " is ".join(sorted((one, other)))


def is_told(variable: str) -> bool:
    """Whether a variable only tells something of an object: it is True or False."""
    return variable.endswith(("?", "!")) or " is " in variable


def method_variable(owner: str, name: str) -> str:
    """The helper function that a method is, without the object that it is called on."""
    return f"{owner}.{name}()"


@frozen(slots=True)
class Unknown:
    """A name that is bound in a way that is not lowered; `construct` says which. `members`: what terms may say of it
    where it is an object."""

    construct: str
    members: ObjectMembers = NO_MEMBERS


@frozen(slots=True)
class CompiledPattern:
    """A constant that a module binds to `re.compile` of a constant pattern: of its methods the functions of `re` say
    what they do."""

    pattern: str | bytes
    flags: int

    METHODS = ("match", "fullmatch", "search", "findall", "sub", "split")


@frozen(slots=True)
class CompiledStruct:
    """A constant that a module binds to `struct.Struct` of a constant format: of its methods the functions of `struct`
    say what they do."""

    format: str

    METHODS = ("pack", "unpack", "unpack_from")


@frozen(slots=True)
class ModuleException:
    """An exception class of the module, which is made as its builtin base is."""

    name: str
    base: str


Binding = ImportedModule | Member | CompiledPattern | CompiledStruct | ModuleException | Unknown


@frozen(slots=True)
class PythonScope:
    """The names of one function, or of one comprehension inside it."""

    variables: frozenset[str] = frozenset()
    imports: Mapping[str, Binding] = field(factory=dict)
    parent: "PythonScope | None" = None

    def inner(self, variables: frozenset[str], imports: Mapping[str, Binding] | None = None) -> "PythonScope":
        return PythonScope(variables, imports or {}, self)

    def lookup(self, name: str) -> Binding | bool:
        """What is bound to the name: an import, True for a variable, False for nothing in any scope."""
        scope: PythonScope | None = self
        while scope is not None:
            if name in scope.imports:
                return scope.imports[name]
            if name in scope.variables:
                return True
            scope = scope.parent
        return False

    def resolve(self, name: str, span: Span) -> Term:
        """The term that a name stands for. Raises Unsupported for a module or an unknown name."""
        match self.lookup(name):
            case True:
                return var(name, VALUE, span)
            case ImportedModule(name=module):
                raise Unsupported(f"module {module!r} as a value", span)
            case Member(module, member):
                return module.member(member, span)
            case CompiledPattern():
                raise Unsupported("re.compile", span)
            case CompiledStruct():
                raise Unsupported("struct.Struct", span)
            case ModuleException():
                raise Unsupported(f"class {name}", span)
            case Unknown(construct):
                raise Unsupported(construct, span)
            # Neither bound in the function nor in the module: a builtin, of those that are listed, or nothing.
            case _:
                if name in BUILTINS:
                    return const(BUILTINS[name], VALUE, span)
                raise Unsupported(f"name {name!r}", span)

    def exception(self, name: str) -> bool:
        """Whether the name is a builtin exception here."""
        return name in EXCEPTIONS and self.lookup(name) is False


MODULE_SCOPE = PythonScope(imports={name: ImportedModule(name) for name in MODULES})
"""The scope of an expression alone: the known modules count as imported."""


def identifier(token: Token | Tree[Any]) -> str:
    """The name that a token spells: identifiers are compared in normal form NFKC (reference, section 2.3)."""
    text = str(token)
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def target_names(target: Tree[Any]) -> Iterator[str]:
    """The names that an assignment target binds."""
    match target.data:
        case "name":
            yield identifier(target.children[0])
        case "tuple" | "list" | "starred":
            for child in target.children:
                yield from target_names(child)


def captured_names(pattern: Tree[Any]) -> Iterator[str]:
    """The names that a pattern binds (reference, section 8.6.4): `x` and `*rest`, and none for `_`."""
    pattern_children: list[Any] = pattern.children
    match pattern.data:
        case "name" | "star_pattern" | "double_star_pattern":
            if (name := identifier(pattern_children[0])) != "_":
                yield name
        case "as_pattern":
            yield from captured_names(pattern_children[0])
            yield identifier(pattern_children[1])
        case "or_pattern" | "sequence_pattern" | "mapping_pattern":
            for subpattern in pattern_children:
                yield from captured_names(subpattern)
        case "class_pattern" | "mapping_item" | "keyword_pattern":
            for subpattern in pattern_children[1:]:
                yield from captured_names(subpattern)


def function_bindings(statements: list[Tree[Any]]) -> tuple[frozenset[str], dict[str, Binding]]:
    """The variables and the imports of a function with this body (reference, section 4.2.1).

    An import counts when it is a statement of the body itself, the only binding of its name; otherwise its
    name is Unknown, as are names declared global or nonlocal, and names of classes.
    """
    variables: set[str] = set()
    imports: dict[str, Binding] = {}
    unknown: dict[str, Binding] = {}
    # Only an import that is a statement of the body itself is certain to have run before what follows it.
    own_ids = {id(statement) for statement in statements}
    for tree in _own_trees(statements):
        match tree.data:
            case "assignment":
                for target in tree.children[:-1]:
                    variables.update(target_names(target))
            case "augmented_assignment" | "annotated_assignment" | "for":
                variables.update(target_names(tree.children[0]))
            case "as_item":
                variables.update(target_names(tree.children[1]))
            case "function" | "walrus":
                variables.add(identifier(tree.children[0]))
            case "class":
                unknown[identifier(tree.children[0])] = Unknown(f"class {tree.children[0]!s}")
            case "except" | "except_group" if tree.children[1] is not None:
                variables.add(identifier(tree.children[1]))
            case "match":
                variables.update(name for case in tree.children[2:] for name in captured_names(case.children[1]))
            case "global" | "nonlocal":
                for token in _names(tree):
                    unknown[identifier(token)] = Unknown(f"{tree.data} {token!s}")
            case "import" | "from_import":
                for name, binding in imported(tree):
                    # One import in a branch may not have run; two may bind different things.
                    if (name in imports and imports[name] != binding) or id(tree) not in own_ids:
                        binding = Unknown(f"import of {name!r} in some cases only")
                    imports[name] = binding
    # Two bindings of one name: which of them is seen depends on the path, so that it means neither.
    for name in variables & imports.keys():
        imports[name] = Unknown(f"import of {name!r} beside an assignment to it")
    return frozenset(variables), {**imports, **unknown}


def imported(tree: Tree[Any]) -> Iterator[tuple[str, Binding]]:
    """The names that an import statement binds, and what to."""
    if tree.data == "import":
        for item in tree.children:
            path, alias = item.children
            names = [identifier(token) for token in path.children]
            if alias is not None:
                yield identifier(alias), ImportedModule(".".join(names))
            else:
                # `import a.b` binds `a`; only an alias binds the module itself.
                yield names[0], ImportedModule(names[0])
        return
    source, *items = tree.children
    module = ImportedModule(".".join(str(token) for token in _names(source)))
    if source.children and not isinstance(source.children[0], Tree):
        # The dots of a relative import stay part of the name, so that `.math` is not `math`.
        module = ImportedModule("".join(str(t) for t in source.children if not isinstance(t, Tree)) + module.name)
    for item in items:
        if item.data == "star":
            yield from ((name, Member(module, name)) for name in MODULES.get(module.name, {}))
        else:
            name, alias = item.children
            yield identifier(alias or name), Member(module, identifier(name))


def _names(tree: Tree[Any]) -> Iterator[Token]:
    """The name tokens in a tree."""
    for token in tree.scan_values(lambda child: isinstance(child, Token) and child.type == "NAME"):
        yield Token("NAME", str(token))


def _own_trees(statements: list[Tree[Any]]) -> Iterator[Tree[Any]]:
    """The trees of a function's body, not those of functions and classes in it."""
    stack = list(reversed(statements))
    while stack:
        tree = stack.pop()
        yield tree
        if tree.data in ("class", "lambda"):
            continue
        children = [child for child in tree.children if isinstance(child, Tree)]
        if tree.data == "function":
            # Its defaults, but neither its body nor its parameters' names, belong to the scope around it.
            children = [child for child in children if child.data == "parameters"]
        stack.extend(reversed(children))


_COMPREHENSIONS = frozenset({"generator", "list_comprehension", "set_comprehension", "dict_comprehension"})
_PARAMETERS = frozenset({"parameter", "star_parameter", "double_star_parameter"})


def free_names(trees: Sequence[Tree[Any]]) -> list[str]:
    """The names that occur in trees as expressions and are not bound by a function, a lambda or a comprehension inside
    them, sorted. What statements among the trees bind themselves is in the result."""
    names: set[str] = set()
    stack: list[tuple[Tree[Any], frozenset[str]]] = [(tree, frozenset()) for tree in trees]
    while stack:
        tree, bound = stack.pop()
        if tree.data == "name":
            names.update({identifier(tree.children[0])} - bound)
        stack.extend(_parts(tree, bound))
    return sorted(names)


def _parts(tree: Tree[Any], bound: frozenset[str]) -> Iterator[tuple[Tree[Any], frozenset[str]]]:
    """The trees in a tree, each with the names that scopes inside the whole bind there."""
    if tree.data in _COMPREHENSIONS:
        element, first, *more = tree.children
        bound_inside = bound.union(*(target_names(loop.children[1]) for loop in (first, *more)))
        # The iterable of the first loop alone is evaluated in the scope around the comprehension.
        yield first.children[2], bound
        yield from (
            (inner_tree, bound_inside) for inner_tree in (element, first.children[1], *first.children[3:], *more)
        )
    elif tree.data == "lambda":
        parameters, body = tree.children
        parameter_names, around = _parameters(parameters)
        yield from ((inner_tree, bound) for inner_tree in around)
        # The body of a lambda is evaluated later, in the scope of its parameters; its defaults are evaluated here,
        # outside of them.
        yield body, bound | parameter_names | function_bindings([body])[0]
    elif tree.data == "function":
        _, parameters, result, suite = tree.children
        parameter_names, around = _parameters(parameters)
        yield from ((tree, bound) for tree in _trees((*around, result)))
        # A function binds all that it assigns anywhere in its body, before the assignment too.
        variables, imports = function_bindings(suite.children)
        yield suite, bound | parameter_names | variables | imports.keys()
    else:
        yield from ((inner_tree, bound) for inner_tree in _trees(tree.children))


def _parameters(tree: Tree[Any]) -> tuple[frozenset[str], list[Tree[Any]]]:
    """The names of parameters, and their annotations and defaults, which belong to the scope around the function."""
    written = [parameter_tree for parameter_tree in _trees(tree.children) if parameter_tree.data in _PARAMETERS]
    names = frozenset(identifier(parameter_tree.children[0]) for parameter_tree in written)
    return names, [
        annotation_or_default for parameter_tree in written for annotation_or_default in _trees(parameter_tree.children)
    ]


def _trees(children: Iterable[object]) -> list[Tree[Any]]:
    return [child for child in children if isinstance(child, Tree)]


def helper_signature(parameters: list[Any]) -> HelperSignature:
    """The parameters of a helper function or a lambda, from their trees."""
    signature, after_star = HelperSignature(()), False
    for parameter in parameters:
        name = identifier(parameter.children[0]) if parameter.children else ""
        match parameter.data:
            case "positional_only":
                signature = evolve(signature, positional_only=len(signature.names))
            case "star_parameter" | "keyword_only":
                # A star alone takes nothing (`name` is empty); what follows either is given by its name.
                signature, after_star = evolve(signature, rest=name), True
            case "double_star_parameter":
                signature = evolve(signature, options=name)
            case _:
                by_name = signature.by_name | {name} if after_star else signature.by_name
                signature = evolve(signature, names=(*signature.names, name), by_name=by_name)
                if parameter.children[-1] is not None:
                    signature = evolve(signature, with_default=(*signature.with_default, name))
    return signature

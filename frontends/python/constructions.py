"""Values that parameters are declared to take, by annotations and by `isinstance` in clauses: expressions, for search.

What is declared is a hint: nothing is proved from it. It says what kind of value the author of a contract had in mind.
Annotations are read as `typing` has them: unions, `Literal`, `NewType`, aliases of the module, generic containers,
callables; of classes those of the standard library, and of numpy and pandas where the module imports them (those of the
module itself: `objects.py`).
"""

import ast
import copy
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import islice, product

from attrs import evolve, field, frozen

from ...core.iteration import in_turn
from .composed import composed
from .constants.names import module_names
from .declared import annotation_expression
from .deep import unparse
from .origins import OWN, changed_after, origin, origins_at, standard_name
from .python_limits import LIMITS
from .standard_classes import LIBRARIES, OBJECTS, PLAIN

_LISTS = {
    "list": "[{}]",
    "List": "[{}]",
    "Sequence": "[{}]",
    "MutableSequence": "[{}]",
    "Iterable": "[{}]",
    "Collection": "[{}]",
    "Reversible": "[{}]",
    "Container": "[{}]",
    "set": "{{{}}}",
    "Set": "{{{}}}",
    "AbstractSet": "{{{}}}",
    "MutableSet": "{{{}}}",
    "frozenset": "frozenset({{{}}})",
    "FrozenSet": "frozenset({{{}}})",
    "deque": "collections.deque([{}])",
    "Deque": "collections.deque([{}])",
    "Iterator": "iter([{}])",
    "Generator": "iter([{}])",
}
_EMPTY = {"{{{}}}": "set()", "frozenset({{{}}})": "frozenset()"}
_MAPPINGS = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "DefaultDict", "OrderedDict", "defaultdict"})
_SAME = {
    "Text": "str",
    "AnyStr": "str",
    "LiteralString": "str",
    "ByteString": "bytes",
    "SupportsInt": "int",
    "SupportsIndex": "int",
    "SupportsFloat": "float",
    "SupportsAbs": "float",
    "SupportsRound": "float",
    "SupportsComplex": "complex",
    "Number": "float",
    "Real": "float",
    "Rational": "int",
    "Integral": "int",
    "Complex": "complex",
    "Hashable": "object",
    "Any": "object",
    "Sized": "list",
    "Tuple": "tuple",
    "Type": "type",
}
"""What stands for another class. To an abstract class of numbers plain ones belong, and they are what is passed."""
_ITERATORS = ("iter([])", "iter([1, 2])", "iter(['a'])")


@frozen(slots=True)
class AnnotationScope:
    """What an annotation may mention. `names`: what the module's names are bound to, `origins`: where names come from
    (`origins.py`), `imported`: the packages it imports; `constants` and `calls` are those of a contract."""

    names: Mapping[str, ast.stmt] = field(factory=dict)
    origins: Mapping[str, str] = field(factory=dict)
    imported: frozenset[str] = frozenset()
    constants: tuple[int | float | str, ...] = ()
    calls: tuple[ast.Call, ...] = ()
    depth: int = 0

    def name_of(self, node: ast.expr) -> str:
        """The name that a class of the standard library, of numpy or of pandas has there; empty for another class."""
        match node:
            case ast.Constant(value=None):
                return "None"
            case ast.Name() | ast.Attribute():
                name = standard_name(node, self.origins)
                return _name(node) if name is None else name
        return ""


NOWHERE = AnnotationScope()


@lru_cache(maxsize=4)
def of_module(tree: ast.Module) -> AnnotationScope:
    """What annotations in a module may mention."""
    # What a name stands for that several statements bind is not known.
    bindings = module_names(tree).bindings
    origins = origins_at(tree, 0)
    names = {
        name: only
        for only in tree.body
        for name in _bound(only)
        if len(bindings.get(name, ())) == 1 and _says_what_it_is(only, origins, changed_after(tree, only.lineno))
    }
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    imported = frozenset(
        name.partition(".")[0]
        for import_ in imports
        for name in (
            [alias.name for alias in import_.names] if isinstance(import_, ast.Import) else [import_.module or ""]
        )
    )
    return AnnotationScope(names, origins, imported)


def _says_what_it_is(statement: ast.stmt, origins: Mapping[str, str], changed: frozenset[str]) -> bool:
    """Whether the names in an alias or a `TypedDict` mean where it stands what they mean at the end of the module, and
    what makes it is no definition of the module's own."""
    match statement:
        case ast.Assign(value=ast.Call(func=makes)) | ast.ClassDef(bases=[makes]):
            if origin(makes, origins) == OWN or (origin(makes, origins) or "").startswith(f"{OWN}."):
                return False
    return changed.isdisjoint(node.id for node in ast.walk(statement) if isinstance(node, ast.Name))


def of_contract(module: AnnotationScope, contract: ast.AST) -> AnnotationScope:
    """The same, with the constants of a contract in the module."""
    names = module.names
    mentioned = {node.id for node in ast.walk(contract) if isinstance(node, ast.Name)}
    defined = (names[name] for name in sorted(mentioned & names.keys()))
    nodes = [
        node
        for part in (contract, *(statement for statement in defined if _is_constant(statement)))
        for node in ast.walk(part)
    ]
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    # Truth values are tried anyway.
    plain = (value for value in values if isinstance(value, int | float | str) and not isinstance(value, bool))
    calls = tuple(node for node in nodes if isinstance(node, ast.Call))
    return evolve(module, constants=tuple(dict.fromkeys(plain)), calls=calls)


def constructions(
    annotation: str | None, surroundings: AnnotationScope = NOWHERE, *, plain: bool = False
) -> tuple[str, ...]:
    """Expressions for values that an annotation asks for; none where plain values of any kind will do, unless `plain`
    ones are asked for."""
    tree = annotation_expression(annotation)
    if tree is None or not (plain or _has_objects(tree, surroundings)):
        return ()
    return tuple(islice(dict.fromkeys(_values(tree, surroundings)), LIMITS.values))


def parsed_block(text: str) -> ast.Module:
    """Python's tree of a contract's block, whatever its indentation; an empty one where there is none."""
    for form in (textwrap.dedent(text), f"if True:\n{text}"):
        try:
            return ast.parse(form)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return ast.Module([], [])


def of_tests(contract: ast.AST, parameters: Iterable[str]) -> dict[str, str]:
    """Parameter → the classes that `isinstance` asks for in a contract, as an annotation; a callable for one that is
    called."""
    classes_asked: dict[str, list[str]] = {}
    parameter_names = frozenset(parameters)
    for node in ast.walk(contract):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), classes]) if name in parameter_names:
                elements = classes.elts if isinstance(classes, ast.Tuple) else [classes]
                classes_asked.setdefault(name, []).extend(map(unparse, elements))
            case ast.Call(func=ast.Name(id="callable"), args=[ast.Name(id=name)]) if name in parameter_names:
                classes_asked.setdefault(name, []).append("Callable")
            # What is called must be a callable, whether or not it is asked for.
            case ast.Call(func=ast.Name(id=name)) if name in parameter_names:
                classes_asked.setdefault(name, []).append("Callable")
    return {name: " | ".join(dict.fromkeys(classes)) for name, classes in classes_asked.items()}


def compared(contract: ast.AST, parameter: str, module: Iterable[str]) -> tuple[str, ...]:
    """Expressions over a module's names that a contract compares a parameter with: `_MISSING`, `Color.RED`."""
    names = frozenset(module)
    expressions: dict[str, None] = {}
    for node in ast.walk(contract):
        match node:
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                # What a value is looked for in is none of the values that it may be.
                looked_in = [
                    container
                    for op, container in zip(ops, comparators, strict=True)
                    if isinstance(op, ast.In | ast.NotIn)
                ]
                operands = [left, *comparators]
            case _:
                continue
        if any(isinstance(operand, ast.Name) and operand.id == parameter for operand in operands):
            elements = [
                element_node
                for operand in operands
                for element_node in (
                    operand.elts
                    if isinstance(operand, ast.Tuple | ast.List | ast.Set)
                    else []
                    if operand in looked_in
                    else [operand]
                )
            ]
            expressions.update((unparse(element), None) for element in elements if _is_of_module(element, names))
    return tuple(expressions)


def _is_of_module(node: ast.expr, names: frozenset[str]) -> bool:
    """Whether an expression is a name of a module, or an attribute of one."""
    match node:
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(value=value):
            return _is_of_module(value, names)
    return False


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.ClassDef(name=name) if _keys(statement) is not None:
            yield name


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign | ast.AnnAssign)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


_NAMED = frozenset({"NewType", "TypeVar"})


def _meaning(statement: ast.stmt | None) -> ast.expr | None:
    """The type that a statement of a module makes its name stand for, if so: an alias, a `NewType`, a type variable."""
    match statement:
        case ast.Assign(value=ast.Call(func=called, args=[_, *types], keywords=keywords)) if _name(called) in _NAMED:
            # A type variable is one of its types, or any type below its bound.
            bounds = [keyword.value for keyword in keywords if keyword.arg == "bound"]
            return reduce(_or, [*types, *bounds]) if types or bounds else None
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            is_type = isinstance(value, ast.Name | ast.Attribute | ast.Subscript | ast.BinOp)
            return value if is_type else None
        case ast.ClassDef():
            return _keys(statement)
    return None


def _or(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, ast.BitOr(), right)


def _keys(node: ast.ClassDef) -> ast.Dict | None:
    """What a `TypedDict` of a module stands for, written as a dict: its keys, with the types of their values. None for
    another class, and for one that has keys of a base."""
    required = True
    # Other bases may add keys; keywords other than `total` are not known.
    match node.bases, node.keywords:
        case [ast.Name(id="TypedDict") | ast.Attribute(attr="TypedDict")], []:
            pass
        case [ast.Name(id="TypedDict") | ast.Attribute(attr="TypedDict")], [ast.keyword("total", ast.Constant(total))]:
            required = total is not False
        case _:
            return None
    keys: list[ast.expr | None] = []
    types: list[ast.expr] = []
    # Anything but annotations and a docstring makes it another kind of class.
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                keys.append(ast.Constant(name))
                types.append(annotation if required else ast.Subscript(ast.Name("NotRequired"), annotation))
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                return None
    return ast.Dict(keys, types)


class _Expansion(ast.NodeTransformer):
    """Puts what they stand for in place of a module's names."""

    def __init__(self, names: Mapping[str, ast.stmt], depth: int = 0) -> None:
        self.names, self.depth = names, depth

    def visit_Name(self, node: ast.Name) -> ast.expr:
        meaning = _meaning(self.names.get(node.id))
        if meaning is None or self.depth == LIMITS.annotation_depth:
            return node
        expression: ast.expr = _Expansion(self.names, self.depth + 1).visit(copy.deepcopy(meaning))
        return expression

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        quoted_annotation = annotation_expression(node.value) if isinstance(node.value, str) else None
        return node if quoted_annotation is None else self.visit(quoted_annotation)

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        return ast.Dict(node.keys, [self.visit(value) for value in node.values])

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if _name(node.value) != "Literal":
            self.generic_visit(node)
        return node


def expanded(annotation: str | None, surroundings: AnnotationScope) -> str | None:
    """An annotation with aliases, new types and type variables of the module replaced by what they stand for, and
    without quotes."""
    tree = annotation_expression(annotation)
    # A class or function around may give the name another meaning.
    origins = surroundings.origins
    names = {name: statement for name, statement in surroundings.names.items() if origins.get(name, OWN) == OWN}
    return annotation if tree is None else unparse(_Expansion(names).visit(tree))


def _has_objects(node: ast.expr, where: AnnotationScope) -> bool:
    """Whether anything in an annotation asks for what is no plain value."""
    if where.depth > LIMITS.annotation_depth:
        return False
    deeper = evolve(where, depth=where.depth + 1)
    match node:
        case ast.Constant(value=str(text)):
            inner_annotation = annotation_expression(text)
            return inner_annotation is not None and _has_objects(inner_annotation, deeper)
        case ast.Subscript(value=owner, slice=inner_annotation):
            # What stands in `Literal[…]` are values, whose texts name no types.
            return where.name_of(owner) != "Literal" and (
                _has_objects(owner, deeper) or _has_objects(inner_annotation, deeper)
            )
        case ast.BinOp(left=left, right=right):
            return _has_objects(left, deeper) or _has_objects(right, deeper)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Dict(values=elements):
            return any(_has_objects(element, deeper) for element in elements)
        case ast.Name() | ast.Attribute():
            name = where.name_of(node)
            return name in ("Callable", "Iterator", "Generator") or bool(_objects(name, where))
    return False


def _objects(name: str, where: AnnotationScope) -> tuple[str, ...]:
    for package, classes in LIBRARIES.items():
        if package in where.imported and name in classes:
            return (*composed(name, where.constants, where.calls), *classes[name])
    if name in OBJECTS:
        return (*composed(name, where.constants, where.calls), *OBJECTS[name])
    return ()


def _values(node: ast.expr, where: AnnotationScope) -> Iterator[str]:
    """Expressions for values of a type."""
    # Recursive types end here.
    if where.depth > LIMITS.annotation_depth:
        return
    deeper = evolve(where, depth=where.depth + 1)
    # By the form of the annotation, each with values of its own.
    match node:
        case ast.Constant(value=str(text)):
            inner_annotation = annotation_expression(text)
            yield from () if inner_annotation is None else _values(inner_annotation, deeper)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from in_turn([_values(left, deeper), _values(right, deeper)])
        case ast.Subscript(value=owner, slice=inner_annotation):
            type_arguments = inner_annotation.elts if isinstance(inner_annotation, ast.Tuple) else [inner_annotation]
            yield from _of_generic(where.name_of(owner), owner, type_arguments, deeper)
        case ast.Dict(keys=keys, values=types):
            names = [unparse(key) for key in keys if key is not None]
            for row in _rows(types, deeper):
                yield f"{{{', '.join(f'{name}: {value}' for name, value in zip(names, row, strict=True))}}}"
        case ast.Name() | ast.Attribute() | ast.Constant():
            yield from _of_name(where.name_of(node), where)


def _of_name(name: str, where: AnnotationScope) -> Iterator[str]:
    name = _SAME.get(name, name)
    if name == "Callable":
        # What a function returns may be compared with the constants of the module.
        own_constants = (text for kind in ("int", "float", "str") for text in _constants(kind, where.constants))
        yield from _functions(None, dict.fromkeys(("0", "True", "'a'", "-1", "None", "1", *own_constants)))
    elif name in ("Iterator", "Generator"):
        yield from _ITERATORS
    elif name in _LISTS and name not in PLAIN and name not in OBJECTS:
        yield from PLAIN["list"]
    elif name in _MAPPINGS and name not in PLAIN and name not in OBJECTS:
        yield from PLAIN["dict"]
    else:
        yield from _objects(name, where)
        # Two plain values first, then the constants of the module, then all the rest (again the two, which counts for
        # nothing).
        yield from PLAIN.get(name, ())[:2]
        yield from _constants(name, where.constants)
        yield from PLAIN.get(name, ())


def _constants(name: str, constants: Sequence[int | float | str]) -> Iterator[str]:
    """Constants of a contract that are of a type, and the neighbours of whole ones."""
    for value in constants:
        match name, value:
            # A bool is an int in Python.
            case "int" | "float", bool():
                pass
            case "int" | "float", int():
                yield from (str(value), str(value - 1), str(value + 1))
            case ("float", float()) | ("str", str()):
                yield repr(value)


def _of_generic(
    name: str, owner: ast.expr, type_arguments: Sequence[ast.expr], where: AnnotationScope
) -> Iterator[str]:
    # Literals are their own values; unions take turns.
    if not type_arguments and name not in ("tuple", "Tuple"):
        # `list[()]` says of a list what `list` says.
        yield from _values(owner, where)
    elif name == "Literal":
        yield from map(unparse, type_arguments)
    elif name in ("Optional", "Union"):
        nothing = [iter(["None"])] if name == "Optional" else []
        yield from in_turn([*(_values(expression, where) for expression in type_arguments), *nothing])
    # Wrappers say something of the place, not of the value.
    elif name in ("Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"):
        yield from _values(type_arguments[0], where)
    elif name == "Callable":
        arguments = len(type_arguments[0].elts) if isinstance(type_arguments[0], ast.List) else None
        yield from _functions(arguments, _inside(type_arguments[-1], where))
    elif name in ("tuple", "Tuple"):
        yield from _tuples(type_arguments, where)
    elif name in _MAPPINGS and len(type_arguments) == 2:
        yield from _mappings(_inside(type_arguments[0], where), _inside(type_arguments[1], where))
    elif name == "Counter":
        counts = (*_constants("int", where.constants), *PLAIN["int"])
        yield from map(
            "collections.Counter({})".format,
            _mappings(_inside(type_arguments[0], where), [*dict.fromkeys(counts)][: LIMITS.inner_values]),
        )
    elif name in _LISTS:
        yield from _lists(_LISTS[name], _inside(type_arguments[0], where))
    elif name in ("type", "Type"):
        yield from (name for name in map(where.name_of, type_arguments) if name in PLAIN and name != "None")
    else:
        yield from _values(owner, where)


def _inside(node: ast.expr, where: AnnotationScope) -> list[str]:
    """A few values of a type, for what is made of them."""
    return list(islice(dict.fromkeys(_values(node, where)), LIMITS.inner_values)) or ["0", "'a'"]


def _lists(form: str, items: Sequence[str]) -> Iterator[str]:
    # One element first: most contracts are met by it, and what is violated by it is the smallest test. Then nothing,
    # more elements, a pair out of order, the same one twice: what contracts on lists tell apart.
    yield from (form.format(item) for item in items[:2])
    yield _EMPTY.get(form, form.format(""))
    chosen = [items[:2], items[:3], items[1::-1], [items[0]] * 2, [items[0]] * 3, items[-2:], items]
    yield from (form.format(", ".join(items_chosen)) for items_chosen in chosen)
    yield from (form.format(item) for item in items[2:])


def _mappings(keys: Sequence[str], values: Sequence[str]) -> Iterator[str]:
    yield f"{{{keys[0]}: {values[0]}}}"
    yield "{}"
    yield from (f"{{{keys[0]}: {value}}}" for value in values[1:])
    yield from (f"{{{key}: {values[0]}}}" for key in keys[1:])
    yield f"{{{', '.join(f'{key}: {value}' for key, value in zip(keys[:2], values[-2:], strict=False))}}}"


def _tuples(component_types: Sequence[ast.expr], where: AnnotationScope) -> Iterator[str]:
    match component_types:
        case [component_type, ast.Constant(value=value)] if value is Ellipsis:
            items = _inside(component_type, where)
            # One element first, as for lists: it meets most contracts, and makes the smallest test.
            yield from (f"({item},)" for item in items)
            yield "()"
            several = (items[:2], items[:3], items[1::-1], [items[0]] * 2)
            yield from (f"({', '.join(components)})" for components in several if components[1:])
        case _:
            for chosen in _rows(component_types, where):
                yield f"({', '.join(chosen)}{',' if len(chosen) == 1 else ''})"


def _rows(component_types: Sequence[ast.expr], where: AnnotationScope) -> Iterator[Sequence[str]]:
    """A value of each of some types: the first ones, the second ones, and so on, then any."""
    choices = [_inside(expression, where) for expression in component_types]
    most = max(map(len, choices), default=1)
    yield from ([choice[position % len(choice)] for choice in choices] for position in range(most))
    yield from islice(product(*(choice[:2] for choice in choices)), LIMITS.inner_values)


def _functions(arguments: int | None, results: Iterable[str]) -> Iterator[str]:
    """Functions of so many arguments (None: of any), that return one of some values, or what they are given."""
    names = [f"x{position}" if position else "x" for position in range(arguments or 0)]
    header = "lambda *_" if arguments is None else f"lambda {', '.join(names)}".rstrip()
    if names:
        yield f"{header}: x"
    yield from (f"{header}: {result}" for result in results)
    if arguments is None:
        yield from ("abs", "len", "str")

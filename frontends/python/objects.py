"""Objects of a module's own classes, as expressions that make them: `Stack(3)`, `(obj := Stack(3), obj.push(1))[0]`.

What a constructor is called with is chosen by its annotations, defaults and contract. An expression is only tried:
whether the constructor's contract takes it is seen when it runs, and what raises makes no object. Nothing is said of a
class from its text alone.
"""

import ast
import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from itertools import chain, combinations, islice
from typing import Any, Concatenate, ParamSpec, TypeVar

from attrs import define, evolve, field

from ...core.iteration import in_turn
from .argument_texts import PLAIN, SAME, UNKNOWN, constants_in, kind_of_text, sequence_of_numbers
from .class_texts import (
    ABSTRACT,
    ENUMS,
    FLAGS,
    RECORDS,
    SignatureParameter,
    bases_of,
    classes_of,
    default_of,
    is_contract,
    is_ellipsis,
    is_no_argument,
    makes,
    members_of,
    methods_of,
    name_of,
    parameters_without_first,
)
from .constructions import AnnotationScope, constructions, of_module
from .declared import annotation_expression
from .deep import unparse
from .origins import OWN, standard_name
from .styles.harmless import leaves_arguments, only_computes
from .styles.model import FunctionNode

MOST_EXPRESSIONS, MOST_INSIDE = 64, 8
"""Expressions for one class: for itself, and where one is an argument of another."""
MOST_MADE = 96
"""Calls of one constructor. Chosen, not measured."""
MOST_INSIDE_LISTS = 24
"""Objects that are alone in a list."""
DEEPEST = 2
"""How deep objects are nested in arguments."""
CALLS = 2
"""Calls of methods after the constructor; more of one method where the contract mentions a number."""
LENGTHS = 3
"""How many of the numbers in a contract are tried as counts of calls. Chosen, not measured."""
SIZES, LARGEST_SIZE = 6, 9
"""How many small numbers of a contract are tried as sizes, and the largest of them. Chosen, not measured."""
OBJECT = "obj"
"""The name of an object between the calls of its methods."""


Asked = ParamSpec("Asked")
Kept = TypeVar("Kept")


def once_a_module(
    question: Callable[Concatenate["ModuleObjects", Asked], Kept],
) -> Callable[Concatenate["ModuleObjects", Asked], Kept]:
    """A question about the classes of a module, which is asked for each of its functions and looks through the whole
    text: answered once for the same arguments."""

    @wraps(question)
    def answered(objects: "ModuleObjects", /, *args: Asked.args, **options: Asked.kwargs) -> Kept:
        key = (question, args, tuple(options.items()))
        if key not in objects.answers:
            objects.answers[key] = question(objects, *args, **options)
        # The answers to all questions are in one table, whose values have no common type.
        return objects.answers[key]  # type: ignore[no-any-return]

    return answered


@lru_cache(maxsize=8)
def objects_of(tree: ast.Module) -> "ModuleObjects":
    """The classes of a module, without constants to try."""
    return ModuleObjects(tree)


@define(slots=True, eq=False)
class ModuleObjects:
    """The classes of a module, and expressions for their objects. `constants`: texts of constants that the contract
    mentions, which arguments are tried with."""

    tree: ast.Module
    constants: Sequence[str] = ()
    classes: dict[str, ast.ClassDef] = field(init=False)
    functions: dict[str, FunctionNode] = field(init=False)
    scope: AnnotationScope = field(init=False, repr=False)
    answers: dict[Hashable, Any] = field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.classes = dict(classes_of(self.tree, ""))
        self.scope = of_module(self.tree)
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, kinds)}

    def annotated(self, annotation: str | None) -> tuple[str, ...]:
        """Expressions for a value that an annotation declares, where it mentions a class of the module; else none."""
        if annotation is None:
            return ()
        try:
            tree = ast.parse(annotation, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ()
        names = {name for node in ast.walk(tree) for name in [name_of(node)] if name in self.classes}
        return tuple(islice(dict.fromkeys(self.values(tree, None, -1)), MOST_EXPRESSIONS)) if names else ()

    def class_without_objects(self, annotation: str | None) -> str:
        """The class of the module that an annotation is, where neither it nor one that derives from it makes objects;
        else empty."""
        node = annotation_expression(annotation)
        name = node.id if isinstance(node, ast.Name) else ""
        return name if name in self.classes and self.is_abstract(name) and not self.subclasses(name) else ""

    def field_annotation(self, owner: str, name: str) -> ast.expr | None:
        """What a class says of an attribute that it declares."""
        return next((declared.annotation for declared in self._fields(owner) if declared.name == name), None)

    def instances(self, name: str, depth: int = 0) -> tuple[str, ...]:
        """Expressions for objects of a class, those of its subclasses among them, the shortest first."""
        most = MOST_EXPRESSIONS if depth == 0 else MOST_INSIDE
        if name not in self.classes or depth > DEEPEST:
            return ()
        # What an abstract class makes raises, as a rule: where it has subclasses, objects are theirs, some of each.
        subclasses = self.subclasses(name)
        of_subclasses = subclasses and self.is_abstract(name)
        by_class = [
            list(islice(self._of_class(class_name, depth), 3 * most))
            for class_name in (subclasses if of_subclasses else [name, *subclasses])
        ]
        if of_subclasses or depth > 0:
            return tuple(islice(dict.fromkeys(in_turn(by_class)), most * (4 if depth == 0 else min(len(by_class), 4))))
        return tuple(islice(dict.fromkeys([*by_class[0], *in_turn(by_class[1:])]), 4 * most))

    def subclasses(self, name: str) -> list[str]:
        """The classes of the module that inherit from a class; of a protocol, those that have all its members."""
        classes_found = [
            class_name for class_name in self.classes if class_name != name and name in self.lineage(class_name)
        ]
        if not classes_found and self._is_protocol(name):
            wanted_attributes = self.attributes(name)
            classes_found = [
                class_name
                for class_name in self.classes
                if class_name != name
                and not self.derives(class_name, "Protocol")
                and wanted_attributes <= self.attributes(class_name)
            ]
        return classes_found

    def lineage(self, name: str) -> list[str]:
        """A class and those of the module that it inherits from, nearest first (Python's order but for diamonds)."""
        ancestors: list[str] = []
        waiting = [name]
        while waiting:
            nearest = waiting.pop(0)
            if nearest in self.classes and nearest not in ancestors:
                ancestors.append(nearest)
                waiting += bases_of(self.classes[nearest])
        return ancestors

    def bases(self, name: str) -> set[str]:
        """The names of all bases of a class as far as the module says."""
        return {base for class_name in self.lineage(name) for base in bases_of(self.classes[class_name])}

    def derives(self, name: str, *standard: str) -> bool:
        """Whether a class derives from one of some classes of the standard library: not where the module defines what
        it calls so."""
        return not self.bases(name).isdisjoint(self._imported(standard))

    def marks(self, node: ast.ClassDef | FunctionNode) -> list[str]:
        """What the decorators of a class or method are called; empty for one that the module itself defines."""
        return [self._imported_name(decorator) for decorator in node.decorator_list]

    def is_record(self, node: ast.ClassDef) -> bool:
        """Whether a decorator makes a constructor of the annotated names of a class."""
        return not RECORDS.isdisjoint(self.marks(node))

    def is_named_tuple(self, node: ast.ClassDef) -> bool:
        """Whether a class is itself written as a named tuple."""
        return not self._imported(["NamedTuple"]).isdisjoint(bases_of(node))

    def _imported(self, names: Iterable[str]) -> set[str]:
        return {name for name in names if self.scope.origins.get(name) != OWN}

    def _imported_name(self, node: ast.expr) -> str:
        root: ast.AST = node
        while isinstance(root, ast.Call | ast.Attribute | ast.Subscript):
            root = root.func if isinstance(root, ast.Call) else root.value
        is_own = isinstance(root, ast.Name) and self.scope.origins.get(root.id) == OWN
        return "" if is_own else name_of(node) or ""

    def _is_protocol(self, name: str) -> bool:
        return not self._imported(["Protocol"]).isdisjoint(bases_of(self.classes[name]))

    def is_abstract(self, name: str) -> bool:
        """Whether a class is a protocol, leaves a method abstract, or an attribute that it only declares to others."""
        if self._is_protocol(name):
            return True
        for class_name in self.lineage(name):
            for method in methods_of(self.classes[class_name]):
                abstract = any((name_of(decorator) or "").startswith("abstract") for decorator in method.decorator_list)
                if (abstract or _is_left_out(method)) and self.method(name, method.name) is method:
                    return True
        return self._leaves_attributes(name)

    def _leaves_attributes(self, name: str) -> bool:
        """Whether nothing in a class gives a value to one of the attributes that it declares, as its constructor, which
        the text of the class has all of, would."""
        # A generated constructor sets all that is declared; so may one that is inherited from elsewhere.
        if any(self.is_record(self.classes[class_name]) for class_name in self.lineage(name)):
            return False
        if not self.bases(name) <= {*self.classes, *ABSTRACT, "object", "Generic"}:
            return False
        nodes = [node for class_name in self.lineage(name) for node in self.classes[class_name].body]
        without_value = {
            node.target.id
            for node in nodes
            if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name)
        }
        # Whatever stores a name anywhere in the class may be what gives the attribute its value.
        stored = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for part in nodes
            for node in ast.walk(part)
            if isinstance(node, ast.Attribute | ast.Name)
            and isinstance(node.ctx, ast.Store)
            and not (isinstance(part, ast.AnnAssign) and part.value is None)
        }
        # These may set any attribute.
        calls = {name_of(node.func) for part in nodes for node in ast.walk(part) if isinstance(node, ast.Call)}
        return not without_value <= stored and not calls & {"setattr", "update", "__setattr__"}

    @once_a_module
    def attributes(self, name: str) -> set[str]:
        """The attributes of a class's objects that its text and those of its bases mention."""
        mentioned = {field_declared.name for field_declared in self._fields(name)}
        for class_name in self.lineage(name):
            mentioned |= {node.name for node in methods_of(self.classes[class_name])}
            for node in ast.walk(self.classes[class_name]):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    mentioned.add(node.attr)
        return mentioned

    def method(self, name: str, method: str) -> FunctionNode | None:
        """The method of a class or of one that it inherits from."""
        for class_name in self.lineage(name):
            for node in reversed(list(methods_of(self.classes[class_name]))):
                if node.name == method:
                    return node
        return None

    def _of_class(self, name: str, depth: int) -> Iterator[str]:
        if self.derives(name, *ENUMS):
            members = [
                f"{name}.{member}"
                for class_name in self.lineage(name)
                for member in members_of(self.classes[class_name])
            ]
            yield from members
            if self.derives(name, *FLAGS):
                yield from (" | ".join(several) for several in combinations(members[:MOST_INSIDE], 2))
                yield from (f"{name}(0)", " | ".join(members)) if members else ()
            return
        constructions = list(islice(self._constructed(name, depth), MOST_MADE if depth == 0 else MOST_INSIDE))
        yield from constructions
        if depth == 0 and not self.derives(name, "NamedTuple", "TypedDict"):
            yield from self._sequences(constructions, list(self.calls(name)))

    def _sequences(self, bases_made: Sequence[str], calls: Sequence[str]) -> Iterator[str]:
        """Objects after calls of their methods: as many of one as the contract suggests, one, and two."""
        steps = [(base, [call] * count) for count in (1, 2) for base in bases_made[:2] for call in calls]
        for call in calls if bases_made else ():
            for number in self._lengths():
                yield f"({OBJECT} := {bases_made[0]}, [{OBJECT}.{call} for _ in range({number})])[0]"
        for base, chosen in steps:
            yield f"({OBJECT} := {base}, {', '.join(f'{OBJECT}.{call}' for call in chosen)})[0]"

    def _lengths(self) -> list[int]:
        """How often the contract suggests to do something."""
        numbers = [int(text) for text in self.constants if text.isdecimal() and len(text) < 4]
        return [number for number in numbers if number > CALLS][:LENGTHS]

    def _constructed(self, name: str, depth: int) -> Iterator[str]:
        # A TypedDict is a dict at run time: it has no constructor to call. A key without a value in a row is left out.
        if self.derives(name, "TypedDict"):
            fields = self._fields(name)
            for row in self._rows(fields, depth):
                items = (
                    f"{field_declared.name!r}: {text}"
                    for field_declared, text in zip(fields, row, strict=True)
                    if text is not None
                )
                yield f"{{{', '.join(items)}}}"
            return
        with_constants = self._with_constants_of(name)
        yield from (f"{name}({arguments})" for arguments in with_constants.arguments(self.constructor(name), depth))
        # Class methods that return an object of the class are constructors by another name; deeper, so that they are
        # tried after the constructor itself.
        for class_name in self.lineage(name):
            for method in methods_of(self.classes[class_name]):
                if makes(method, name):
                    method_parameters = parameters_without_first(method)
                    yield from (
                        f"{name}.{method.name}({text})"
                        for text in islice(self.arguments(method_parameters, depth + 1), 4)
                    )

    def _with_constants_of(self, name: str) -> "ModuleObjects":
        """The same, with the constants that the constructor and the invariants of a class mention."""
        own_constants = constants_in(
            *self.classes[name].decorator_list,
            *(
                method_found
                for method in ("__init__", "__post_init__")
                if (method_found := self.method(name, method)) is not None
            ),
            *(statement.value for statement in self.classes[name].body if isinstance(statement, ast.Assign)),
        )
        own_constants = (*own_constants, *constants_in(*self._constants_named_in(self.classes[name])))
        return evolve(self, constants=tuple(dict.fromkeys((*self.constants, *own_constants))))

    def _constants_named_in(self, node: ast.AST) -> Iterator[ast.expr]:
        """The values of the module's constants that a class mentions: `if unit not in UNITS`."""
        named = {node_inside.id for node_inside in ast.walk(node) if isinstance(node_inside, ast.Name)}
        for statement in self.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target in named:
                    yield value
                case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target in named:
                    yield value

    def constructor(self, name: str) -> list[SignatureParameter]:
        """The parameters of a class's constructor."""
        for class_name in self.lineage(name):
            node = self.classes[class_name]
            own_methods = {method.name: method for method in methods_of(node)}
            maker = own_methods.get("__init__") or own_methods.get("__new__")
            if maker is not None:
                return parameters_without_first(maker)
            if self.is_record(node) or self.is_named_tuple(node):
                return self._fields(name)
        if self.derives(name, "BaseModel"):  # Pydantic takes each field by its name.
            return [evolve(field_declared, by_name=True) for field_declared in self._fields(name)]
        return [] if self.bases(name) <= self.classes.keys() | ABSTRACT | {"object", "Generic"} else self._fields(name)

    def _fields(self, name: str) -> list[SignatureParameter]:
        """The annotated names of a class and of those that it inherits from, the base's first."""
        fields_by_name: dict[str, SignatureParameter] = {}
        for class_name in reversed(self.lineage(name)):
            for statement in self.classes[class_name].body:
                match statement:
                    case ast.AnnAssign(target=ast.Name(id=target), annotation=annotation, value=value):
                        if name_of(annotation) not in ("ClassVar",) and not is_no_argument(value):
                            fields_by_name[target] = SignatureParameter(target, annotation, default_of(value))
        return list(fields_by_name.values())

    def calls(self, name: str) -> Iterator[str]:
        """Calls of the public methods of a class that take an object and may change it."""
        done: set[str] = set()
        for class_or_decorator in self.lineage(name):
            for method in methods_of(self.classes[class_or_decorator]):
                if method.name in done or method.name.startswith("_") or isinstance(method, ast.AsyncFunctionDef):
                    continue
                done.add(method.name)
                if leaves_arguments(method) and only_computes(method):
                    continue  # It changes nothing.
                if not method.decorator_list or all(
                    is_contract(class_or_decorator) for class_or_decorator in method.decorator_list
                ):
                    method_parameters = parameters_without_first(method)
                    yield from (f"{method.name}({text})" for text in islice(self.arguments(method_parameters, 1), 4))

    def arguments(self, fields: Sequence[SignatureParameter], depth: int) -> Iterator[str]:
        """Texts between the brackets of calls: the simplest, then one argument varied at a time, then any."""
        for row in self._rows(fields, depth):
            argument_texts: list[str] = []
            skipped = False
            for field_declared, text in zip(fields, row, strict=True):
                if text is None:
                    skipped = True
                else:
                    argument_texts.append(
                        f"{field_declared.name}={text}" if skipped or field_declared.by_name else text
                    )
            yield ", ".join(argument_texts)

    def _rows(self, fields: Sequence[SignatureParameter], depth: int) -> Iterator[tuple[str | None, ...]]:
        choices: list[list[str | None]] = []
        for field_declared in fields:
            values: list[str | None] = list(
                islice(dict.fromkeys(self.values(field_declared.annotation, field_declared.default, depth)), 12)
            )
            choices.append([*([None] if field_declared.default is not None else []), *values] or [None])
        # The simplest call, then one argument at a time: most constructors refuse few values, and two odd arguments
        # at once hide which of them it was.
        first = tuple(field_choices[0] for field_choices in choices)
        seen = {first}
        yield first
        single = (
            (*first[:position], value, *first[position + 1 :])
            for turn in range(1, max(map(len, choices), default=0))
            for position, field_choices in enumerate(choices)
            if turn < len(field_choices)
            for value in [field_choices[turn]]
        )
        # A fixed seed: the same module has the same rows in each run.
        chooser = random.Random(1)
        mixed = (tuple(chooser.choice(field_choices) for field_choices in choices) for _ in range(MOST_EXPRESSIONS))
        sized = list(self._of_one_size(fields, first, choices))
        for row in in_turn([single, sized, mixed]) if sized else chain(single, mixed):
            if row not in seen:
                seen.add(row)
                yield row

    def _of_one_size(
        self, fields: Sequence[SignatureParameter], first: Sequence[str | None], choices: Sequence[Sequence[str | None]]
    ) -> Iterator[tuple[str | None, ...]]:
        """Rows in which all sequences have as many items as a number in the contract says, the items numbers in steps
        of one: `Solver([0, 1, 2], [0, 1, 2], 1, last)`; in some of them another argument is varied, too."""
        kinds = [sequence_of_numbers(one.annotation) for one in fields]
        if not any(kinds):
            return
        sizes = [int(text) for text in self.constants if text.isdecimal() and 2 <= int(text) <= LARGEST_SIZE]
        for size in sizes[:SIZES]:
            items = ", ".join(map(str, range(size)))
            texts = {"list": f"[{items}]", "tuple": f"({items})"}
            row = tuple(texts[kind] if kind else text for kind, text in zip(kinds, first, strict=True))
            yield row
            yield from ((*row[:place], first[place], *row[place + 1 :]) for place, kind in enumerate(kinds) if kind)
            for turn in range(1, max(map(len, choices))):
                for place, kind in enumerate(kinds):
                    if kind is None and turn < len(choices[place]):
                        yield (*row[:place], choices[place][turn], *row[place + 1 :])

    def values(self, annotation: ast.expr | None, default: ast.expr | None, depth: int) -> Iterator[str]:
        """Texts of values for a parameter."""
        if annotation is None:
            # Without an annotation, the default's type is the best guess.
            if isinstance(default, ast.Constant) and default.value is not None:
                yield from self._plain(type(default.value).__name__)
            else:
                yield from (*UNKNOWN[:4], *self.constants, *UNKNOWN[4:])
            return
        match annotation:
            case ast.Constant(value=None):
                yield "None"
            case ast.Constant(value=str(text)):
                try:
                    # An annotation in quotes is one that is read later: a forward reference.
                    yield from self.values(ast.parse(text, mode="eval").body, default, depth)
                except SyntaxError:
                    yield from UNKNOWN
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                yield from in_turn([list(self.values(alternative, None, depth)) for alternative in (left, right)])
            case ast.Dict(keys=keys, values=types):  # A `TypedDict`, as `constructions.expanded` writes it.
                pairs = zip(keys, types, strict=True)
                fields = [SignatureParameter(unparse(key), kind, None) for key, kind in pairs if key is not None]
                for row in self._rows(fields, depth):
                    items = (f"{declared.name}: {text}" for declared, text in zip(fields, row, strict=True) if text)
                    yield f"{{{', '.join(items)}}}"
            case ast.Subscript(value=owner, slice=type_arguments):
                yield from self._generic(name_of(owner) or "", type_arguments, depth)
            case _:
                yield from self._named(name_of(annotation) or "", annotation, depth)

    def _named(self, name: str, annotation: ast.expr, depth: int) -> Iterator[str]:
        dotted = unparse(annotation)
        class_known = dotted if dotted in self.classes else name
        of_library = standard_name(annotation, self.scope.origins)
        if class_known in self.classes and not of_library:
            yield from self.instances(class_known, depth + 1)
        elif of_library != "" and (plain := SAME.get(of_library or name, of_library or name)) in PLAIN:
            yield from self._plain(plain)
        elif texts := constructions(dotted, self.scope):
            yield from texts[:4]
        else:
            yield from UNKNOWN

    def _plain(self, name: str) -> Iterator[str]:
        own_constants = [text for text in self.constants if name in ("Any", "object") or kind_of_text(text) == name]
        simple = PLAIN.get(name, UNKNOWN)
        item = {"str": "'a'", "list": "[1]", "tuple": "(1,)", "bytes": "b'a'"}.get(name)
        long = [f"{item} * {number}" for number in self._lengths()] if item else []
        yield from (*simple[:1], *own_constants, *simple[1:3], *long, *simple[3:])

    def _generic(self, name: str, arguments_node: ast.expr, depth: int) -> Iterator[str]:
        type_arguments = arguments_node.elts if isinstance(arguments_node, ast.Tuple) else [arguments_node]
        kind = SAME.get(name, name)
        if kind in ("Optional", "Union"):
            # Alternatives take turns, so that the first few values have one of each.
            choices_of_types = [
                list(islice(self.values(type_argument, None, depth), 6)) for type_argument in type_arguments
            ]
            yield from in_turn([*choices_of_types, *([["None"]] if kind == "Optional" else [])])
        elif kind == "Literal":
            yield from (unparse(type_argument) for type_argument in type_arguments)
        elif kind in ("Annotated", "Final", "ClassVar", "Required", "NotRequired"):
            yield from self.values(type_arguments[0], None, depth)
        # A tuple of fixed length: one column for each position.
        elif kind == "tuple" and not (len(type_arguments) == 2 and is_ellipsis(type_arguments[1])):
            columns = [list(islice(self.values(type_argument, None, depth), 4)) for type_argument in type_arguments]
            yield from (f"({', '.join(row)},)" for row in zip(*columns, strict=False))
        elif kind in ("list", "set", "frozenset", "tuple"):
            items = list(islice(self.values(type_arguments[0], None, depth), MOST_INSIDE_LISTS))
            opened, closed = {"list": ("[", "]"), "tuple": ("(", ",)")}.get(kind, ("{", "}"))
            around = (lambda text: f"frozenset({text})") if kind == "frozenset" else str
            # One element first, then two, none, three: most checks ask for some, and some ask for several.
            for count in (1, 2, 0, 3):
                empty = {"list": "[]", "tuple": "()", "set": "set()", "frozenset": "set()"}[kind]
                yield around(f"{opened}{', '.join(items[:count])}{closed}" if items[:count] else empty)
            if kind in ("list", "tuple") and items:
                yield f"{opened}{', '.join([items[0]] * 2)}{closed}"  # The rows of a matrix have the same length.
                yield from (f"{opened}{items[0]}{closed} * {number}" for number in self._lengths())
            for item in items[1:]:
                yield around(f"{opened}{item}{closed}")
        elif kind == "dict" and len(type_arguments) == 2:
            keys, values = (
                list(islice(self.values(type_argument, None, depth), most))
                for type_argument, most in zip(type_arguments, (3, MOST_INSIDE_LISTS), strict=True)
            )
            pairs = [f"{key}: {value}" for key, value in zip(keys, values, strict=False)]
            yield from ("{}", *(f"{{{pair}}}" for pair in pairs))
            # What is asked of the values depends on the keys less often than on what is in them.
            yield from (f"{{{keys[0]}: {value}}}" for value in values[1:] if keys)
            yield from (f"{{{', '.join(pairs[:count])}}}" for count in (2, 3))
        else:
            yield from self._plain(kind) if kind in PLAIN else self._named(name, ast.Name(name), depth)


def _is_left_out(method: FunctionNode) -> bool:
    """Whether a method does nothing but to say that subclasses have it."""
    match [statement for statement in method.body if not _is_docstring(statement)]:
        case [ast.Raise(exc=ast.Name() | ast.Call() as raised)]:
            return name_of(raised) == "NotImplementedError"
    return False


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def shows_all(objects: ModuleObjects, name: str) -> bool:
    """Whether an object of a class is what its attributes are, all of which are shown of it: nothing is inherited from
    elsewhere, no class inherits from it, and nothing is hidden."""
    if name not in objects.classes or objects.subclasses(name) or not objects.bases(name) <= _EMPTY_BASES:
        return False
    nodes = [*ast.walk(objects.classes[name])]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    hidden = {node.arg for node in nodes if isinstance(node, ast.keyword)} & {"repr", "slots"}
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    return not (defined & _HIDING or hidden or "__slots__" in named)


_EMPTY_BASES = frozenset({"object", "ABC", "Generic"})
_HIDING = frozenset({"__repr__", "__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
"""Methods by which an object may show less than it has, or other attributes."""

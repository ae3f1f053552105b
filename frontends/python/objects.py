"""Objects of a module's own classes, as expressions that make them: `Stack(3)`, `(obj := Stack(3), obj.push(1))[0]`.

What a constructor is called with is chosen by its annotations, defaults and contract. An expression is only tried:
whether the constructor's contract takes it is seen when it runs, and what raises makes no object. Nothing is said of a
class from its text alone.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

from attrs import define, evolve, field

from ...core.iteration import LazyList, distinct, in_turn
from .argument_texts import PLAIN, SAME, UNKNOWN, constants_in, kind_of_text, sequence_of_numbers
from .class_texts import (
    ENUMS,
    FLAGS,
    SignatureParameter,
    is_ellipsis,
    members_of,
    name_of,
)
from .constructions import constructions
from .deep import unparse
from .module_classes import ModuleClasses, once_a_module
from .origins import standard_name
from .python_limits import LIMITS

OBJECT = "obj"
"""The name of an object between the calls of its methods."""


@define(slots=True, eq=False)
class ModuleObjects:
    """Expressions for objects of a module's classes. `constants`: texts of constants that the contract mentions, which
    arguments are tried with."""

    module: ModuleClasses
    constants: Sequence[str] = ()
    made: dict[tuple[str, int], LazyList[str]] = field(factory=dict, init=False, repr=False)
    by_constants: dict[tuple[str, ...], "ModuleObjects"] = field(factory=dict, repr=False)

    def annotated(self, annotation: str | None) -> tuple[str, ...]:
        """Expressions for a value that an annotation declares, where it mentions a class of the module; else none."""
        if annotation is None:
            return ()
        try:
            tree = ast.parse(annotation, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ()
        # Without a class of the module, others make the values.
        names = {name for node in ast.walk(tree) for name in [name_of(node)] if name in self.module.classes}
        return tuple(islice(distinct(self.values(tree, None, -1)), LIMITS.objects)) if names else ()

    def instances(self, name: str, depth: int = 0) -> Iterator[str]:
        """Expressions for objects of a class, those of its subclasses among them, the shortest first. Each is made when
        it is taken: constructors take objects of all classes, whose constructors do, too."""
        if name not in self.module.classes or depth > LIMITS.object_depth:
            return iter(())
        if (name, depth) not in self.made:
            self.made[name, depth] = LazyList(self._instances(name, depth))
        return iter(self.made[name, depth])

    def _instances(self, name: str, depth: int) -> Iterator[str]:
        most = LIMITS.objects if depth == 0 else LIMITS.inner_objects
        # What an abstract class makes raises, as a rule: where it has subclasses, objects are theirs, some of each.
        subclasses = self.module.subclasses(name)
        of_subclasses = bool(subclasses) and self.module.is_abstract(name)
        of_each_class = [
            islice(self._of_class(class_name, depth), 3 * most)
            for class_name in (subclasses if of_subclasses else [name, *subclasses])
        ]
        if of_subclasses or depth > 0:
            # In turn, one of each class: the first few of a class tell more than many of one.
            wanted = most * (4 if depth == 0 else min(len(of_each_class), 4))
            return islice(distinct(in_turn(of_each_class)), wanted)
        own, *of_others = of_each_class
        return islice(distinct(chain(own, in_turn(of_others))), 4 * most)

    def _of_class(self, name: str, depth: int) -> Iterator[str]:
        if self.module.derives(name, *ENUMS):
            members = [
                f"{name}.{member}"
                for class_name in self.module.lineage(name)
                for member in members_of(self.module.classes[class_name])
            ]
            yield from members
            if self.module.derives(name, *FLAGS):
                # Flags are sets of members: also two of them, none, and all.
                yield from (" | ".join(several) for several in combinations(members[: LIMITS.inner_objects], 2))
                yield from (f"{name}(0)", " | ".join(members)) if members else ()
            return
        # Lazily, since most askers take the first few, and each object costs a search of its arguments.
        made = LazyList(
            islice(self._constructed(name, depth), LIMITS.calls_of_constructor if depth == 0 else LIMITS.inner_objects)
        )
        yield from made
        if depth == 0 and not self.module.derives(name, "NamedTuple", "TypedDict"):
            # Calls of methods bring objects into states that no constructor makes. Named tuples do not change.
            yield from self._sequences(list(islice(made, 2)), list(self.calls(name)))

    def _sequences(self, bases_made: Sequence[str], calls: Sequence[str]) -> Iterator[str]:
        """Objects after calls of their methods: as many of one as the contract suggests, one, and two."""
        # All short objects before those after two calls: a shown test should be small.
        steps = [(base, [call] * count) for count in (1, 2) for base in bases_made for call in calls]
        for call in calls if bases_made else ():
            for number in self._lengths():
                yield f"({OBJECT} := {bases_made[0]}, [{OBJECT}.{call} for _ in range({number})])[0]"
        for base, chosen in steps:
            yield f"({OBJECT} := {base}, {', '.join(f'{OBJECT}.{call}' for call in chosen)})[0]"

    def _lengths(self) -> list[int]:
        """How often the contract suggests to do something."""
        numbers = [int(text) for text in self.constants if text.isdecimal() and len(text) < 4]
        return [number for number in numbers if number > LIMITS.calls][: LIMITS.counts]

    def _constructed(self, name: str, depth: int) -> Iterator[str]:
        # A TypedDict is a dict at run time: it has no constructor to call. A key without a value in a row is left out.
        if self.module.derives(name, "TypedDict"):
            fields = self.module.fields(name)
            for row in self._rows(fields, depth):
                items = (
                    f"{field_declared.name!r}: {text}"
                    for field_declared, text in zip(fields, row, strict=True)
                    if text is not None
                )
                yield f"{{{', '.join(items)}}}"
            return
        with_constants = self._with_constants_of(name)
        made_class = self.completed(name)
        yield from (
            f"{made_class}({arguments})" for arguments in with_constants.arguments(self.module.constructor(name), depth)
        )
        if self.module.hides_constructor(name):  # It may take one argument, as those of containers do.
            yield from (f"{made_class}({text})" for text in ("{'a': 1}", *UNKNOWN))
        # Class methods that return an object of the class are constructors by another name; deeper, so that they are
        # tried after the constructor itself.
        for method, parameters in self.module.makers(name):
            yield from (f"{name}.{method}({text})" for text in islice(self.arguments(parameters, depth + 1), 4))

    def completed(self, name: str) -> str:
        """A class that makes objects: of an abstract one, one that derives from it and gives each abstract method and
        property a value of the type that it declares, as `type('Shape', (Shape,), {'area': lambda *_, **__: 0.5})`."""
        if name not in self.module.classes:
            return name
        # The value has the declared type, since a contract may ask for it; whatever arguments come, for nobody knows
        # the calls.
        members = {field.name: self._first(field.annotation) for field in self.module.attributes_of_protocol(name)}
        for method in self.module.abstract_methods(name):
            is_property = any("property" in (name_of(decorator) or "") for decorator in method.decorator_list)
            value = self._first(method.returns)
            members[method.name] = value if is_property else f"lambda *_, **__: {value}"
        if not members:
            return name
        return f"type({name!r}, ({name},), {{{', '.join(f'{member!r}: {text}' for member, text in members.items())}}})"

    def _first(self, annotation: ast.expr | None) -> str:
        return next(self.values(annotation, None, LIMITS.object_depth), "None") if annotation else "None"

    def _with_constants_of(self, name: str) -> "ModuleObjects":
        """The same, with the constants that the constructor and the invariants of a class mention."""
        constants = tuple(dict.fromkeys((*self.constants, *_constants_of_class(self.module, name))))
        if constants not in self.by_constants:
            self.by_constants[constants] = evolve(self, constants=constants)
        return self.by_constants[constants]

    def calls(self, name: str) -> Iterator[str]:
        """Calls of the public methods of a class that take an object and may change it."""
        for method, parameters in self.module.changing_methods(name):
            yield from (f"{method}({text})" for text in islice(self.arguments(parameters, 1), 4))

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
        choices = [LazyList(self._choices(declared, depth)) for declared in fields]
        # The simplest call, then one argument at a time: most constructors refuse few values, and two odd arguments
        # at once hide which of them it was.
        first = tuple(value for field_choices in choices for value in field_choices.at(0))
        seen = {first}
        yield first
        single = (
            (*first[:position], value, *first[position + 1 :])
            for turn in range(1, LIMITS.choices + 1)
            for position, field_choices in enumerate(choices)
            for value in field_choices.at(turn)
        )
        # A fixed seed: the same module has the same rows in each run.
        chooser = random.Random(1)
        mixed = (
            tuple(chooser.choice(field_choices) for field_choices in map(tuple, choices)) for _ in range(LIMITS.objects)
        )
        sized = list(self._of_one_size(fields, first, choices))
        for row in in_turn([single, sized, mixed]) if sized else chain(single, mixed):
            if row not in seen:
                seen.add(row)
                yield row

    def _choices(self, declared: SignatureParameter, depth: int) -> Iterator[str | None]:
        """What a parameter may be given, None for nothing: its default."""
        if declared.default is not None:
            yield None
        values = islice(distinct(self.values(declared.annotation, declared.default, depth)), LIMITS.choices)
        first_value = next(values, None)
        if first_value is not None or declared.default is None:
            yield first_value
        yield from values

    def _of_one_size(
        self, fields: Sequence[SignatureParameter], first: Sequence[str | None], choices: Sequence[LazyList[str | None]]
    ) -> Iterator[tuple[str | None, ...]]:
        """Rows in which all sequences have as many items as a number in the contract says, the items numbers in steps
        of one: `Solver([0, 1, 2], [0, 1, 2], 1, last)`; in some of them another argument is varied, too."""
        # Constructors that take two lists mostly refuse lists of different lengths, which choices one by one nearly
        # always have.
        kinds = [sequence_of_numbers(one.annotation) for one in fields]
        if not any(kinds):
            return
        sizes = [int(text) for text in self.constants if text.isdecimal() and 2 <= int(text) <= LIMITS.largest_size]
        for size in sizes[: LIMITS.sizes]:
            items = ", ".join(map(str, range(size)))
            texts = {"list": f"[{items}]", "tuple": f"({items})"}
            row = tuple(texts[kind] if kind else text for kind, text in zip(kinds, first, strict=True))
            yield row
            yield from ((*row[:place], first[place], *row[place + 1 :]) for place, kind in enumerate(kinds) if kind)
            for turn in range(1, LIMITS.choices + 1):
                for place, kind in enumerate(kinds):
                    if kind is None:
                        yield from ((*row[:place], value, *row[place + 1 :]) for value in choices[place].at(turn))

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
        class_known = dotted if dotted in self.module.classes else name
        of_library = standard_name(annotation, self.module.scope.origins)
        if class_known in self.module.classes and not of_library:
            yield from self.instances(class_known, depth + 1)
        # Empty: the module defines the name itself, so that `int` there is no number.
        elif of_library != "" and (plain := SAME.get(of_library or name, of_library or name)) in PLAIN:
            yield from self._plain(plain)
        elif texts := constructions(dotted, self.module.scope):
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
        if not type_arguments:
            # `tuple[()]` is the type of the empty tuple (PEP 484); `list[()]` says of a list what `list` says.
            yield from ("()",) if kind == "tuple" else self._plain(kind)
        elif kind in ("Optional", "Union"):
            # Alternatives take turns, so that the first few values have one of each.
            choices_of_types = [list(islice(self.values(argument, None, depth), 6)) for argument in type_arguments]
            yield from in_turn([*choices_of_types, *([["None"]] if kind == "Optional" else [])])
        elif kind == "Literal":
            yield from (unparse(type_argument) for type_argument in type_arguments)
        elif kind in ("Annotated", "Final", "ClassVar", "Required", "NotRequired"):
            yield from self.values(type_arguments[0], None, depth)
        # A tuple of fixed length: one column for each position.
        elif kind == "tuple" and not (len(type_arguments) == 2 and is_ellipsis(type_arguments[1])):
            columns = [list(islice(self.values(type_argument, None, depth), 4)) for type_argument in type_arguments]
            yield from (f"({', '.join(row)},)" for row in _turns(columns) if len(row) == len(columns))
        elif kind in ("list", "set", "frozenset", "tuple"):
            items = list(islice(self.values(type_arguments[0], None, depth), LIMITS.listed_objects))
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
                list(islice(self.values(argument, None, depth), most))
                for argument, most in zip(type_arguments, (3, LIMITS.listed_objects), strict=True)
            )
            pairs = [f"{key}: {value}" for key, value in zip(keys, values, strict=False)]
            yield from ("{}", *(f"{{{pair}}}" for pair in pairs))
            # What is asked of the values depends on the keys less often than on what is in them.
            yield from (f"{{{keys[0]}: {value}}}" for value in values[1:] if keys)
            yield from (f"{{{', '.join(pairs[:count])}}}" for count in (2, 3))
        else:
            yield from self._plain(kind) if kind in PLAIN else self._named(name, ast.Name(name), depth)


@once_a_module
def _constants_of_class(module: ModuleClasses, name: str) -> tuple[str, ...]:
    """The constants that the constructor and the invariants of a class mention."""
    node = module.classes[name]
    constructors = (module.method(name, method) for method in ("__init__", "__post_init__"))
    values_of_class = (statement.value for statement in node.body if isinstance(statement, ast.Assign))
    texts = constants_in(
        *node.decorator_list, *(method for method in constructors if method is not None), *values_of_class
    )
    return (*texts, *constants_in(*module.constants_named_in(node)))


def shows_all(module: ModuleClasses, name: str) -> bool:
    """Whether an object of a class is what its attributes are, all of which are shown of it: nothing is inherited from
    elsewhere, no class inherits from it, and nothing is hidden."""
    if name not in module.classes or module.subclasses(name) or not module.bases(name) <= _EMPTY_BASES:
        return False
    nodes = [*ast.walk(module.classes[name])]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    hidden = {node.arg for node in nodes if isinstance(node, ast.keyword)} & {"repr", "slots"}
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    return not (defined & _HIDING or hidden or "__slots__" in named)


_EMPTY_BASES = frozenset({"object", "ABC", "Generic"})
_HIDING = frozenset({"__repr__", "__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
"""Methods by which an object may show less than it has, or other attributes."""


def _turns(columns: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The first of each, the second of each, and so on."""
    for turn in range(max(map(len, columns), default=0)):
        yield [column[turn] for column in columns if turn < len(column)]

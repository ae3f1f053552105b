"""Functions that check their arguments: `require_positive(n)` raises where n is not what it should be, and does nothing
else.

Such a function is one of the module, of the class, or of the head itself. It changes nothing, as far as its text says,
and has a check as heads have them (`head.py`), or calls a function that does. One that only raises is none: a method
that subclasses have to define, say.
"""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from ..constants.names import bound_in
from .harmless import FUNCTIONS, MODULES, MUTATORS, called, dotted, leaves_arguments, only_computes
from .model import FunctionNode, Module
from .quiet import quiet_parts

CheckingCalls = frozenset[str]
"""The functions whose calls are checks, as they are called: `require_positive`, `self._require_open`."""
HasCheck = Callable[[ast.FunctionDef, CheckingCalls], bool]
"""Whether a function has a check in it, where calls of some functions are checks."""


@frozen(slots=True)
class KnownCalls:
    """The functions that a function calls and that change nothing, as they are called, and those of them that check
    something."""

    checking: CheckingCalls
    computing: frozenset[str]


def known_calls(module: Module, function: FunctionNode, has_check: HasCheck) -> KnownCalls:
    """What is known of the functions that a function calls: those of its module, of its class and of the standard
    library."""
    tree = module.tree
    parameters = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    # Names that the function binds itself, as parameters or locals, hide functions of the module.
    own = {*bound_in(function.body), *(node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg))}
    of_module, classes = _of_module(tree)
    calls = {**of_module, **_constructors(tree)}
    calls = {name: argument for name, argument in calls.items() if name not in own and argument is not function}
    calls |= {
        name: argument
        for name, argument in _defined(function.body)
        if name not in parameters and not _asserts(argument)
    }
    around = classes.get(function)
    # A method is called on the receiver by the name of this function's own first parameter; with decorators it is not
    # known what the receiver is.
    if around is not None and parameters and not function.decorator_list:
        receiver = parameters[0]
        methods = ((name, argument) for name, argument in around.items() if _receiver(argument) == receiver)
        calls |= {f"{receiver}.{name}": argument for name, argument in methods if argument is not function}
    # Only what is reached is looked into: large modules have thousands of functions.
    calls = _reached(function, calls)
    standard = standard_calls(tree, function).union(*(standard_calls(tree, argument) for argument in calls.values()))
    calls = {
        name: argument
        for name, argument in calls.items()
        if leaves_arguments(argument, _receiver(argument) if argument.name in _MADE else None)
        and not _only_raises(argument)
    }
    # The rest is a greatest fixed point: of functions that call each other, all change nothing if none does by itself.
    computing = _computing(calls, standard)
    of_objects = _calls_of_objects(tree, function)
    return KnownCalls(_with_checks(computing, has_check), standard | computing.keys() | of_objects)


def _calls_of_objects(tree: ast.Module, function: FunctionNode) -> frozenset[str]:
    """The calls of methods that change nothing, as they are written, `box.area` and `line.total`, on what the function
    is given: on an object of a class of the module that an annotation of a parameter mentions."""
    called_names = {name for node in ast.walk(function) if isinstance(node, ast.Call) and (name := called(node))}
    computing = _computing_methods(tree)
    methods = {name: name.rpartition(".")[2] for name in called_names if "." in name}
    declared = {
        node.id if isinstance(node, ast.Name) else node.value
        for parameter in ast.walk(function.args)
        if isinstance(parameter, ast.arg) and parameter.annotation is not None
        for node in ast.walk(parameter.annotation)
        if isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    }
    return frozenset(name for name, method in methods.items() if not declared.isdisjoint(computing.get(method, ())))


@lru_cache(maxsize=4)
def _computing_methods(tree: ast.Module) -> Mapping[str, frozenset[str]]:
    """The methods of the module's classes that change nothing, in whichever class they are defined: by name, these
    classes and those that inherit from them or that they inherit from."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    definitions: dict[str, list[ast.FunctionDef | None]] = {}
    owners: dict[str, set[str]] = {}
    for node in classes:
        # What is abstract is none: subclasses define it.
        suite = [statement for statement in node.body if not any(map(_is_abstract, _decorators(statement)))]
        # None stands for what is no plain function, so that its name is left out below for all classes.
        plain = dict(_defined(suite))
        for name in bound_in(suite):
            definitions.setdefault(name, []).append(plain.get(name))
            owners.setdefault(name, set()).add(node.name)
    # What is not a plain function in one of them may do anything there.
    left = {
        name: [function for function in functions if function is not None and leaves_arguments(function)]
        for name, functions in definitions.items()
        if name not in MUTATORS
    }
    left = {name: functions for name, functions in left.items() if len(functions) == len(definitions[name])}
    while True:
        kept = {
            name: functions
            for name, functions in left.items()
            if all(only_computes(function, _calls_of(function, left)) for function in functions)
        }
        if len(kept) == len(left):
            break
        left = kept
    bases = {node.name: {base.id for base in node.bases if isinstance(base, ast.Name)} for node in classes}
    return {name: frozenset(_with_relatives(owners[name], bases)) for name in left}


def _calls_of(function: ast.FunctionDef, methods: Collection[str]) -> frozenset[str]:
    """The calls in a function of some methods, as they are written."""
    called_names = (called(node) or "" for node in ast.walk(function) if isinstance(node, ast.Call))
    return frozenset(name for name in called_names if "." in name and name.rpartition(".")[2] in methods)


def _with_relatives(names: Collection[str], bases: Mapping[str, Collection[str]]) -> set[str]:
    """Some classes, with all that they inherit from and all that inherit from them."""
    above, below = set(names), set(names)
    # As many rounds as there are classes reach every relative, and circles end.
    for _ in bases:
        above |= {base for name in above for base in bases.get(name, ())}
        below |= {name for name, of_name in bases.items() if not below.isdisjoint(of_name)}
    return above | below


def standard_calls(tree: ast.Module, function: FunctionNode) -> frozenset[str]:
    """The functions of the standard library that a function calls and that only compute, as they are called."""
    quiet = quiet_parts(tree, function)
    calls = {name: node.func for node in ast.walk(function) if isinstance(node, ast.Call) if (name := called(node))}
    return frozenset(name for name, node in calls.items() if _is_standard(quiet.meaning(node)))


def _is_standard(meaning: str | None) -> bool:
    owner, _, name = (meaning or "").rpartition(".")
    return meaning in FUNCTIONS or name in _OF_MODULES.get(owner, ()) or (owner in _WHOLE and name not in MUTATORS)


_WHOLE = MODULES | {"base64", "binascii", "colorsys", "html", "posixpath", "urllib.parse", "zlib"}
"""Modules whose functions only compute."""
_OF_MODULES = {
    "codecs": frozenset({"decode", "encode"}),
    "csv": frozenset({"DictReader", "reader"}),
    "difflib": frozenset({"get_close_matches"}),
    "email.utils": frozenset({"getaddresses", "parseaddr", "parsedate", "parsedate_to_datetime"}),
    "fnmatch": frozenset({"filter", "fnmatch", "fnmatchcase", "translate"}),
    "hashlib": frozenset({"blake2b", "md5", "new", "sha1", "sha256", "sha512"}),
    "hmac": frozenset({"compare_digest", "digest", "new"}),
    "io": frozenset({"BytesIO", "StringIO"}),
    "json": frozenset({"dumps", "loads"}),
    "os.path": frozenset(
        {"basename", "commonpath", "commonprefix", "dirname", "isabs", "join", "normcase", "normpath", "split"}
        | {"splitdrive", "splitext"}
    ),
    "shlex": frozenset({"join", "quote", "split"}),
    "struct": frozenset({"calcsize", "iter_unpack", "pack", "unpack", "unpack_from"}),
    "time": frozenset({"gmtime", "localtime", "monotonic", "monotonic_ns", "perf_counter", "time", "time_ns"}),
    "tomllib": frozenset({"loads"}),
}
"""Module → its functions that change nothing and read only their arguments, or a clock."""


DefinedFunctions = Mapping[str, ast.FunctionDef]


@lru_cache(maxsize=4)
def _of_module(tree: ast.Module) -> tuple[DefinedFunctions, Mapping[ast.stmt, DefinedFunctions]]:
    """The functions of a module, and for each statement of a class the methods of that. Asked for each function."""
    classes = [(node, dict(_defined(node.body))) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return dict(_defined(tree.body)), {inner: methods for node, methods in classes for inner in node.body}


def _reached(function: FunctionNode, known: DefinedFunctions) -> dict[str, ast.FunctionDef]:
    """The functions among `known` that a function calls, directly or indirectly."""
    functions: dict[str, ast.FunctionDef] = {}
    waiting: list[ast.AST] = [function]
    while waiting:
        calls = (called(node) or "" for node in ast.walk(waiting.pop()) if isinstance(node, ast.Call))
        new = {name: known[name] for name in calls if name in known and name not in functions}
        functions |= new
        waiting += new.values()
    # In the order of the module, whatever the order of the calls.
    return {name: each for name, each in known.items() if name in functions}


def _defined(suite: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions that are all that the statements of a block bind to their names, and that nothing wraps but what
    keeps their results."""
    functions = [
        statement
        for statement in suite
        if isinstance(statement, ast.FunctionDef) and all(map(_keeps_results, statement.decorator_list))
    ]
    if functions:
        # Of two definitions in branches either may be the one that is called.
        times = Counter(name for statement in suite for name in bound_in([statement]))
        yield from ((function.name, function) for function in functions if times[function.name] == 1)


def _keeps_results(decorator: ast.expr) -> bool:
    """Whether a decorator is one of functools that returns again what the function has returned."""
    name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return name in {"cache", "lru_cache", "functools.cache", "functools.lru_cache"}


def _decorators(statement: ast.stmt) -> Sequence[ast.expr]:
    return statement.decorator_list if isinstance(statement, ast.FunctionDef) else ()


def _is_abstract(decorator: ast.expr) -> bool:
    return dotted(decorator) in ("abc.abstractmethod", "abstractmethod")


def _receiver(method: ast.FunctionDef) -> str | None:
    names = [each.arg for each in (*method.args.posonlyargs, *method.args.args)]
    return names[0] if names else None


_MADE = frozenset({"__init__", "__post_init__"})
_MAKING = frozenset({"__new__", "__setattr__", "__init_subclass__", "_missing_", "__set_name__"})
"""Methods that are called where an object is made: those that are looked into, and those that are not."""
_BASES = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "typing.NamedTuple"})
_NOTHING = ast.FunctionDef("", ast.arguments([], [], None, [], [], None, []), [ast.Pass()], [])


@lru_cache(maxsize=4)
def _constructors(tree: ast.Module) -> DefinedFunctions:
    """What the classes of a module execute where an object of them is made, where that is known: of each one function,
    which only gives that object attributes."""
    classes = [statement for statement in tree.body if isinstance(statement, ast.ClassDef)]
    times = Counter(name for statement in tree.body for name in bound_in([statement]))
    found = ((class_.name, _constructor(tree, class_)) for class_ in classes if times[class_.name] == 1)
    return {name: function for name, function in found if function is not None}


def _constructor(tree: ast.Module, node: ast.ClassDef) -> ast.FunctionDef | None:
    quiet = quiet_parts(tree, _NOTHING)
    meanings = [
        quiet.meaning(decorator.func if isinstance(decorator, ast.Call) else decorator)
        for decorator in node.decorator_list
    ]
    bases = {quiet.meaning(base) for base in node.bases}
    if node.keywords or not bases <= _BASES or not {*meanings} <= {"dataclasses.dataclass", "enum.unique"}:
        return None
    methods = [decorator for name, decorator in _defined(node.body) if name in _MADE]
    making = [name for name in bound_in(node.body) if name in _MADE | _MAKING]
    # Something else decides how objects are made, or one of these is no plain function.
    if len(methods) > 1 or len(making) > len(methods):
        return None
    return methods[0] if methods else _NOTHING


def _asserts(function: ast.FunctionDef) -> bool:
    """Whether a function of the head has assertions: these are clauses themselves."""
    return any(isinstance(node, ast.Assert) for node in ast.walk(function))


def _only_raises(function: ast.FunctionDef) -> bool:
    """Whether a call returns on no input that gets to the end: subclasses define such a method."""
    return isinstance(function.body[-1], ast.Raise)


def _computing(known: Mapping[str, ast.FunctionDef], standard: frozenset[str]) -> dict[str, ast.FunctionDef]:
    """The functions that change nothing: the largest set of which each calls at most others of it, and
    `standard` ones."""
    left = dict(known)
    while True:
        kept = {name: function for name, function in left.items() if only_computes(function, left.keys() | standard)}
        if len(kept) == len(left):
            return kept
        left = kept


def _with_checks(known: Mapping[str, ast.FunctionDef], has_check: HasCheck) -> CheckingCalls:
    """The functions that check: those with a check of their own, and those that call one of the set."""
    checking_calls: CheckingCalls = frozenset()
    while True:
        # Until nothing is added: a function checks if it calls one that does.
        more = checking_calls | {
            name
            for name, function in known.items()
            if name not in checking_calls and has_check(function, checking_calls)
        }
        if more == checking_calls:
            return checking_calls
        checking_calls = more

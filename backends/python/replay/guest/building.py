"""Objects for a parameter, made from what classes say when they are loaded: runs inside, beside `task.py`.

What a class of another module takes is not in the text of a task's module, but it is in the running process: classes
with their bases, signatures and annotations. So an object is built here as a person at a prompt would do it: call the
constructor with values of the annotated types (of plain ones where nothing is said), see what works, call public
methods, and keep what is in another state than the objects before.

Example: a function reads `G.nodes` and `G.is_directed()`. In its package `Graph` and `DiGraph` have both; `Graph()`
works, `Graph([(1, 2)])` too, and `(obj := Graph(), obj.add_edge(1, 2))[0]` has another state than the first.

Invariant: every expression that is returned has been evaluated to an object of the class that was wanted. Nothing is
decided by what is found here: a test with an object is replayed as any other.
"""

import ast
import contextlib
import dis
import enum
import inspect
import itertools
import random
import re
import sys
import time
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .types_of_values import DEEPEST, PLAIN, UNKNOWN, VALUES, Types, distinct, is_own, is_union, mixed

TRIES, SECONDS = 1_500, 1.0
"""Expressions that are evaluated for one parameter, and the processor time after which no more are: only slow
constructors come to that."""
CLASSES, MOST = 6, 120
"""Classes of which objects are made for one parameter, and these objects."""
OBJECTS, OBJECTS_INSIDE = 24, 6
"""Objects of one class: for itself, and where one is an argument of another."""
ARGUMENTS, CALLS, MOVES = 40, 14, 24
"""Rows of arguments of a constructor, those of one method, and sequences of calls that are tried."""
CHANGING = 3
"""Calls of one method that are kept."""
LONGEST = 6
"""Calls of a sequence."""
OBJECT = "obj"
"""The name of an object between the calls of its methods, as in `frontends/python/objects.py`."""


class Wanted(typing.NamedTuple):
    """What is asked of a parameter's objects. `owner`: the dotted name of their class in the module; `annotation`: its
    text; `reads`: attributes that they have; `words`: names that a description has for them. `known`: expressions for
    objects of classes of the standard library, by name; `constants`: texts of constants that the contract mentions."""

    owner: str = ""
    annotation: str = ""
    reads: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    known: Mapping[str, tuple[str, ...]] = {}
    constants: tuple[str, ...] = ()


class Builder:
    """Makes objects for the parameters of a task. `evaluate`: the value of an expression in the task's module; it
    raises Exception for one that has none."""

    def __init__(self, module: types.ModuleType, wanted: Wanted, evaluate: Callable[[str], Any]) -> None:
        self.module, self.wanted, self.evaluate = module, wanted, evaluate
        self.tries, self.end = TRIES, time.process_time() + SECONDS
        self.made: dict[type, list[str]] = {}
        self.failed: dict[type, int] = {}
        self.open: list[type] = []
        self.package = module.__name__.partition(".")[0]
        self.loaded = list(classes_of(module, self.package))
        self.types = Types(module, self.loaded, wanted.constants, self._path, self._objects)

    def texts(self) -> list[str]:
        """Expressions for objects, of the likeliest class first."""
        columns = [self._known(cls) for cls in itertools.islice(self._candidates(), CLASSES)]
        expressions = dict.fromkeys([*itertools.chain(*(column[:2] for column in columns)), *mixed(columns)])
        # No class of the package fits: perhaps one of the standard library has all attributes that are read.
        if not expressions and self.wanted.reads and not self.wanted.owner and not self._asks_for_class():
            expressions = dict.fromkeys(mixed(list(itertools.islice(self._standard(self.wanted.reads), CLASSES))))
        if not expressions and self.wanted.annotation:
            annotation = self.types.type_of(self.wanted.annotation)
            if annotation is not None and self.types.has_own(annotation, 0):
                expressions = dict.fromkeys(itertools.islice(self.types.values(annotation, -1), 2 * OBJECTS))
        return list(dict.fromkeys(map(self._plainly, list(expressions)[:MOST])))

    def _asks_for_class(self) -> bool:
        """Whether the annotation is one class of the package, or one that is not known here: then no object of another
        has its type."""
        annotation = self.types.type_of(self.wanted.annotation) if self.wanted.annotation else typing.Any
        return annotation is None or (isinstance(annotation, type) and is_own(annotation) and annotation in self.loaded)

    def _standard(self, reads: Sequence[str]) -> Iterator[Sequence[str]]:
        """Objects of the standard library's classes that have some attributes."""
        for texts in self.wanted.known.values():
            value = self._value(texts[0])
            if value is not None and all(hasattr(value[0], name) for name in reads):
                yield texts

    def _plainly(self, text: str) -> str:
        """The literal of a value that is plain, as what a class makes that only checks texts; else the expression."""
        with contextlib.suppress(Exception):
            value = self.evaluate(text)
            literal_text = repr(value)
            if type(value) in PLAIN and not isinstance(value, type) and ast.literal_eval(literal_text) == value:
                return literal_text
        return text

    def _known(self, cls: type) -> list[str]:
        """Objects of a class; none where it raises when it is looked at, as any class of foreign code may."""
        with contextlib.suppress(Exception):
            return self.instances(cls, 0)
        return []

    def _candidates(self) -> Iterator[type]:
        """The classes that are asked for, abstract ones replaced by those that can be made."""
        objects_wanted = self.wanted
        classes_asked: list[type] = []
        # The class that the task names comes first, then its annotation, the attributes that it reads, and at last its
        # words.
        if objects_wanted.owner:
            owner: Any = self.module
            for owner_name in objects_wanted.owner.split("."):
                owner = getattr(owner, owner_name, None)
            classes_asked = [owner] if isinstance(owner, type) else []
        elif objects_wanted.annotation:
            # An annotation may be a union of classes.
            annotated_type = self.types.type_of(objects_wanted.annotation)
            members = typing.get_args(annotated_type) if is_union(annotated_type) else (annotated_type,)
            classes_asked = [
                member_class for member_class in members if isinstance(member_class, type) and is_own(member_class)
            ]
        # Without any of these: whatever class has the attributes that the code reads.
        if not classes_asked and not objects_wanted.owner and objects_wanted.reads:
            classes_asked = self._alike(objects_wanted.reads)
        if not classes_asked and not objects_wanted.owner and objects_wanted.words:
            lower = {word.lower() for word in objects_wanted.words}
            classes_asked = [cls for cls in self.loaded if cls.__name__.lower() in lower]
        for cls in dict.fromkeys(classes_asked):
            yield from self._concrete(cls)

    def _alike(self, reads: Sequence[str]) -> list[type]:
        """The classes of the package that have some attributes, public ones where there are any: those that the module
        names first, then those with the fewest ancestors."""
        named = {id(value) for value in vars(self.module).values() if isinstance(value, type)}
        first, *further_names = reads
        classes_alike = [cls for cls in self.loaded if hasattr(cls, first) or first in attributes(cls)]
        classes_alike = [cls for cls in classes_alike if all(name in attributes(cls) for name in further_names)]
        classes_alike = [cls for cls in classes_alike if not cls.__name__.startswith("_")] or classes_alike
        classes_alike.sort(key=lambda cls: (id(cls) not in named, len(cls.__mro__), cls.__name__))
        return classes_alike

    def _concrete(self, cls: type) -> list[type]:
        """A class and those that derive from it, as far as objects of them can be made."""
        below = [derived for derived in self._below(cls) if derived is not cls]
        if getattr(cls, "_is_protocol", False):
            public_names = [name for name in vars(cls) if not name.startswith("_")]
            return [derived for derived in self._alike(public_names) if derived is not cls] if public_names else below
        if inspect.isabstract(cls):
            return below
        # What leaves a method to those that derive from it is an object all the same where its own methods are meant.
        if _leaves_methods(cls) and (below or not self.wanted.owner):
            return below
        return [cls, *below[: CLASSES - 1]]

    def _below(self, cls: type) -> list[type]:
        classes_below: list[type] = []
        waiting = [cls]
        while waiting and len(classes_below) < 4 * CLASSES:
            class_waiting = waiting.pop(0)
            if class_waiting not in classes_below:
                # Nearest first: what an annotation names is more likely than something far below it.
                classes_below.append(class_waiting)
                waiting += type.__subclasses__(class_waiting)
        return [
            class_waiting for class_waiting in classes_below if not class_waiting.__name__.startswith("_")
        ] or classes_below

    def _objects(self, cls: type, depth: int) -> list[list[str]]:
        """Objects of a class and of those that derive from it."""
        return [self.instances(concrete_class, depth) for concrete_class in self._concrete(cls)[:3]]

    def instances(self, cls: type, depth: int) -> list[str]:
        """Expressions for objects of a class in different states, the simplest first."""
        # Objects that were made before serve again.
        if cls in self.made:
            return self.made[cls][: OBJECTS if depth == 0 else OBJECTS_INSIDE]
        # A class of which nothing could be made at some depth may succeed nearer to the top, where its arguments have
        # more room; deeper it cannot.
        if depth >= self.failed.get(cls, DEEPEST + 1):
            return []
        name = self._path(cls)
        # `open`: the classes around this one. A tree of trees would be made for ever; without a tree as an argument it
        # may still be made with the default of that parameter.
        if name is None or cls in self.open or depth > DEEPEST:
            return []
        # Around itself: a class that takes itself would be built for ever.
        self.open.append(cls)
        most = OBJECTS if depth == 0 else OBJECTS_INSIDE
        states: dict[str, str] = {}
        for text in self._attempts(cls, name, depth):
            value = self._value(text)
            # Only what is an object of the class, or a plain value that it stands for, counts.
            if value is not None and (isinstance(value[0], cls) or (type(value[0]) in PLAIN and value[0] is not None)):
                # One object for each state, the first and so the simplest: another text for it would be no other test.
                states.setdefault(state_of(value[0]), text)
                if len(states) >= (most if depth else most // 2):
                    break
        # A changed state by calling methods, at the top only.
        if depth == 0 and states and not issubclass(cls, enum.Enum):
            self._moved(cls, states, most)
        self.open.pop()
        state_texts = list(states.values())
        # Failure is kept with the depth at which it occurred.
        if state_texts:
            self.made[cls] = state_texts
        else:
            self.failed[cls] = depth
        return state_texts

    def _attempts(self, cls: type, name: str, depth: int) -> Iterator[str]:
        """Expressions that may make an object of a class."""
        if issubclass(cls, enum.Enum):
            yield from (f"{name}.{member}" for member in cls.__members__)
            return
        known = self.wanted.known.get(cls.__name__, ())
        # A class of another library may have the same name.
        if known and (value := self._value(known[0])) is not None and isinstance(value[0], cls):
            yield from known
            return
        for arguments in itertools.islice(self._arguments(cls, depth), ARGUMENTS if depth == 0 else ARGUMENTS // 4):
            yield f"{name}({arguments})"
        for maker in makers(cls):
            for arguments in itertools.islice(self._arguments(getattr(cls, maker), depth), CALLS):
                yield f"{name}.{maker}({arguments})"

    def _moved(self, cls: type, states: dict[str, str], most: int) -> None:
        """Objects after calls of their methods, where that changes their state."""
        bases = list(states.values())[:3]
        moves: list[str] = []
        for method in methods(cls):
            tried = itertools.islice(self._arguments(getattr(cls, method), 1, bound=False), CALLS)
            texts = (f"{method}({arguments})" for arguments in tried)
            new = (text for text in texts if self._is_new(_after(bases[0], [text]), cls, states))
            moves += itertools.islice(new, CHANGING)
            if len(states) >= most:
                break
        # A fixed seed: the same class gives the same objects in every process.
        chance = random.Random(0)
        for turn in range(MOVES if moves else 0):
            chosen = [chance.choice(moves) for _ in range(chance.randint(2, LONGEST))]
            self._is_new(_after(bases[turn % len(bases)], chosen), cls, states)

    def _is_new(self, text: str, cls: type, states: dict[str, str]) -> bool:
        value = self._value(text)
        state = "" if value is None else state_of(value[0])
        if value is None or not isinstance(value[0], cls) or state in states:
            return False
        states[state] = text
        return True

    def _value(self, text: str) -> tuple[Any] | None:
        """The value of an expression, in a tuple; None where there is none, or no more may be tried."""
        if self.tries <= 0 or time.process_time() > self.end:
            return None
        self.tries -= 1
        try:
            return (self.evaluate(text),)
        except Exception:  # Foreign code refuses these arguments, in whatever way: another attempt is the answer.
            return None

    def _path(self, cls: type) -> str | None:
        """The shortest expression that names a class in the module of the task."""
        names = vars(self.module)
        # The name that the module itself has for the class.
        direct = [name for name, value in names.items() if value is cls and name.isidentifier()]
        if direct:
            return min(direct, key=lambda name: (name != cls.__name__, len(name), name))
        # Then the name in a module that it imports.
        inside = [
            f"{name}.{cls.__name__}"
            for name, value in names.items()
            if isinstance(value, types.ModuleType) and vars(value).get(cls.__name__) is cls
        ]
        if inside:
            return min(inside, key=lambda text: (len(text), text))
        # A class inside of a function has no name from outside.
        outer, _, last = cls.__qualname__.rpartition(".")
        if "<" in outer:
            return None
        # A nested class is named through the one around it.
        if outer:
            around: Any = sys.modules.get(cls.__module__)
            for outer_name in outer.split("."):
                around = getattr(around, outer_name, None)
            path = self._path(around) if isinstance(around, type) and around is not cls else None
            return None if path is None else f"{path}.{last}"
        home = sys.modules.get(cls.__module__)
        if home is None or vars(home).get(last) is not cls:
            return None
        # By its full module path, where the top package is imported; otherwise by an import in the expression.
        top = home.__name__.partition(".")[0]
        if names.get(top) is sys.modules.get(top):
            return f"{home.__name__}.{last}"
        return last if home.__name__ == "builtins" else f"importlib.import_module({cls.__module__!r}).{last}"

    def _arguments(self, function: Any, depth: int, *, bound: bool = True) -> Iterator[str]:
        """Texts between the brackets of calls of a function or class: the simplest, one argument varied at a time, then
        any. `bound`: whether the object is given already."""
        # Functions of C may have no signature: then a few plain values are tried.
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            yield from ("", *UNKNOWN[:6])
            return
        parameters = [
            parameter
            for parameter in parameters
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
        if not bound:
            parameters = parameters[1:]
        # Annotations may be strings, and are evaluated where the function was defined.
        hints = self._hints(function)
        choices: list[list[str | None]] = []
        for parameter in parameters:
            hint = hints.get(parameter.name, parameter.annotation)
            texts: list[str | None] = list(
                itertools.islice(distinct(self._of_parameter(parameter, hint, depth)), VALUES)
            )
            # A required parameter without any value makes a call impossible.
            if parameter.default is parameter.empty and not texts:
                return
            choices.append([*([] if parameter.default is parameter.empty else [None]), *texts])
        # The simplest of each first, then one varied at a time.
        for row in _rows(choices):
            argument_texts: list[str] = []
            skipped = False
            for parameter, text in zip(parameters, row, strict=True):
                if text is None:
                    skipped = True
                else:
                    # After a parameter that is left out, the others go by name.
                    by_name = (
                        skipped or parameter.kind is parameter.KEYWORD_ONLY
                    ) and parameter.kind is not parameter.POSITIONAL_ONLY
                    argument_texts.append(f"{parameter.name}={text}" if by_name else text)
            yield ", ".join(argument_texts)

    def _of_parameter(self, parameter: inspect.Parameter, hint: Any, depth: int) -> Iterator[str]:
        if hint is not parameter.empty:
            yield from self.types.values(hint, depth)
        elif parameter.default not in (parameter.empty, None) and type(parameter.default) in PLAIN:
            yield from self.types.plain(type(parameter.default))
        else:
            yield from (*UNKNOWN[:4], *self.wanted.constants[:4], *UNKNOWN[4:])

    def _hints(self, function: Any) -> Mapping[str, Any]:
        if isinstance(function, type):
            function = getattr(function, "__init__" if "__init__" in defined(function) else "__new__")
        raw = getattr(inspect.unwrap(function), "__annotations__", {})
        home = sys.modules.get(getattr(inspect.unwrap(function), "__module__", ""), self.module)
        return {name: self.types.type_of(hint, home) if isinstance(hint, str) else hint for name, hint in raw.items()}


def _leaves_methods(cls: type) -> bool:
    """Whether all that a method of a class does is to raise NotImplementedError."""
    functions = (getattr(cls, name, None) for name in dir(cls))
    return any(
        isinstance(function, types.FunctionType) and function.__code__.co_names == ("NotImplementedError",)
        for function in functions
    )


def _after(base: str, calls: Sequence[str]) -> str:
    """An object after calls of its methods."""
    return f"({OBJECT} := {base}, {', '.join(f'{OBJECT}.{call}' for call in calls)})[0]"


def _rows(choices: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """One of each: the first ones, then one varied at a time, then any.

    `ModuleObjects._rows` of `frontends/python/objects.py` does the same for texts of classes that are not loaded. The
    guest has no file of this package but those of its folder, so neither can import the other."""
    first = tuple(column[0] for column in choices)
    seen = {first}
    yield first
    single = (
        (*first[:position], column[turn], *first[position + 1 :])
        for turn in range(1, max(map(len, choices), default=0))
        for position, column in enumerate(choices)
        if turn < len(column)
    )
    chance = random.Random(1)
    for row in itertools.chain(single, (tuple(map(chance.choice, choices)) for _ in range(ARGUMENTS))):
        if row not in seen:
            seen.add(row)
            yield row


# What the classes of a running process say about themselves: runs inside, beside `building.py`.

SHOWN, MANY = 1_000, 8
"""Characters of the state of an object, and items of a container that are part of it."""


def classes_of(module: types.ModuleType, package: str) -> Iterator[type]:
    """The classes that the loaded modules of a package define, and those that the module itself names."""
    seen: set[int] = set()
    named = sorted(sys.modules.items())
    homes = [module, *(each for name, each in named if name.partition(".")[0] == package and hasattr(each, "__dict__"))]
    for home in homes:
        for value in list(vars(home).values()):
            # A module of the package also names classes that others define: those are found at their homes.
            defined = isinstance(value, type) and (home is module or value.__module__ == vars(home).get("__name__"))
            if defined and id(value) not in seen and value.__module__ != "builtins":
                seen.add(id(value))
                yield value


def defined(cls: type) -> set[str]:
    """The names that a class or one that it derives from defines, but for `object`."""
    return {name for each in cls.__mro__[:-1] for name in vars(each)}


def attributes(cls: type) -> set[str]:
    """The attributes that objects of a class have: what it defines and annotates, and what its methods assign."""
    found = defined(cls)
    for each in cls.__mro__[:-1]:
        annotated = vars(each).get("__annotations__")
        found.update(annotated if isinstance(annotated, dict) else ())
        for value in vars(each).values():
            if isinstance(value, types.FunctionType):
                # From the byte code: sources may not be there, and methods would have to be called to see what they
                # assign.
                found.update(str(step.argval) for step in dis.get_instructions(value) if step.opname == "STORE_ATTR")
    return found


def makers(cls: type) -> list[str]:
    """The public class methods and static methods that say that they return an object of the class."""
    found: list[str] = []
    for name in sorted(defined(cls)):
        method = inspect.getattr_static(cls, name, None)
        if isinstance(method, classmethod | staticmethod) and not name.startswith("_"):
            # Not `get_type_hints`, which evaluates annotations, and fails on names that only type checkers import.
            returned = getattr(method.__func__, "__annotations__", {}).get("return")
            named = returned if isinstance(returned, str) else getattr(returned, "__name__", str(returned))
            if named.strip("'\"").rpartition(".")[2] in (cls.__name__, "Self") or name.startswith("from_"):
                found.append(name)
    return found


_LIKELY = re.compile(r"add|append|set|insert|push|put|update|extend|register|remove|pop|clear|open|start|begin|enter")
"""Verbs that names of methods begin with which change their object."""


def methods(cls: type) -> list[str]:
    """The public methods of a class, those first that are called as if they changed something."""
    found = [
        name
        for name in defined(cls)
        if not name.startswith("_")
        and isinstance(inspect.getattr_static(cls, name, None), types.FunctionType)
        and not inspect.iscoroutinefunction(getattr(cls, name))
    ]
    return sorted(found, key=lambda name: (not _LIKELY.match(name), name))


def state_of(value: object, depth: int = 3) -> str:
    """What tells an object from others of its class, as text: its attributes, and what is in them."""
    try:
        if depth == 0 or isinstance(value, type):
            return type(value).__name__
        if isinstance(value, (list, tuple)):
            return f"{type(value).__name__}({', '.join(state_of(item, depth - 1) for item in value[:MANY])})"
        if isinstance(value, dict):
            pairs = itertools.islice(value.items(), MANY)
            return f"{{{', '.join(f'{state_of(key, depth - 1)}: {state_of(item, depth - 1)}' for key, item in pairs)}}}"
        if hasattr(value, "__dict__"):
            return f"{type(value).__name__} {state_of(vars(value), depth)}"[:SHOWN]
        return re.sub(r"0x[0-9a-f]+", "", repr(value))[:SHOWN]
    except Exception:  # A foreign `__repr__` or `__dict__`: such objects are not told apart, which costs inputs only.
        return ""

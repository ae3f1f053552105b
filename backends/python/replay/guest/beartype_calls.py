"""What calls of functions decorated by beartype demand, and what beartype says of them: runs beside `declared.py`.

A call is given to the function itself, which stops at the first parameter that it refuses. Which others it would refuse
is asked by `beartype.door.is_bearable`, the same check of one value: of the annotation without its validators (`Is[…]`,
the type), and of the annotation with one validator only. Of a list beartype looks at one element, picked at random, so
that a test with several elements need not fail each time; those of one element do.
"""

import types
from collections.abc import Mapping
from enum import Enum
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from beartype.door import is_bearable

from .declared import Constraint, InputField, Refusal

PLAIN = {int: "int", float: "float", str: "str", bytes: "bytes", bool: "bool", type(None): "none", Any: "any"}
CONTAINERS = {list: "list", set: "set", frozenset: "frozenset"}


class BeartypeFunction:
    """A function that beartype has decorated. The annotation of each parameter is a clause, each of its validators one
    more."""

    def __init__(self, name: str, function: types.FunctionType, inner: types.FunctionType) -> None:
        self.name, self.function, self.inner = name, function, inner
        self.manner = "call"
        self.fields: list[InputField] = []
        self.clauses: list[Constraint] = []
        self.unread: list[str] = []
        self.checks: dict[str, list[tuple[int, Any]]] = {}
        hints = get_type_hints(inner, include_extras=True)
        for parameter in signature(inner).parameters.values():
            self._parameter(parameter, hints.get(parameter.name, Any))

    def _parameter(self, parameter: Parameter, hint: Any) -> None:
        name = parameter.name
        self.fields.append(InputField(name, name, parameter.default is Parameter.empty, _tree(hint)))
        checks = self.checks[name] = []
        if hint is Any:
            return
        base, validators = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
        checks.append((self._clause(name, _shown(base), "type"), base))
        for validator in validators:
            if type(validator).__module__.partition(".")[0] == "beartype":
                checks.append((self._clause(name, repr(validator), "constraint"), Annotated[base, validator]))
            else:
                self.unread.append(f"{name}: {validator!r}, which beartype does not check")

    def _clause(self, name: str, constraint: str, kind: str) -> int:
        self.clauses.append(Constraint(name, name, constraint, kind))
        return len(self.clauses) - 1

    def refusal(self, values: Mapping[str, Any]) -> Refusal:
        """What beartype says of a call. A parameter that is left out is no matter of beartype's, and the call is not
        made then."""
        violated: dict[int, str] = {}
        # Parameter by parameter, since a call stops at the first one that is refused.
        for name, value in values.items():
            for index, (clause, hint) in enumerate(self.checks[name]):
                try:
                    # The first is the annotation without validators. They are not asked about what it refuses, as
                    # beartype does not.
                    fine = is_bearable(value, hint)
                except Exception as error:
                    violated[clause] = type(error).__name__
                    continue
                if not fine:
                    violated[clause] = "false"
                    if index == 0:
                        break
        # A call without a required argument raises a TypeError of Python's, which is none of beartype's clauses.
        if any(field.required and field.name not in values for field in self.fields):
            return Refusal(violated, "TypeError") if violated else Refusal({}, "TypeError")
        raised = self._called(values)
        # What the checks say has to agree with the call itself; where it does not, nothing is claimed.
        if violated:
            if raised:
                return Refusal(violated, raised)
            return Refusal({}, None, "accepted although an annotation should refuse it")
        return Refusal({}, None, f"refused, but not because of a known annotation: {raised}" if raised else "")

    def _called(self, values: Mapping[str, Any]) -> str | None:
        """The class of what refuses a call, before the function's body runs; None where that runs."""
        try:
            self.function(**values)
        except Exception as error:
            trace = error.__traceback__
            while trace is not None:
                if trace.tb_frame.f_code is self.inner.__code__:
                    return None
                trace = trace.tb_next
            return type(error).__name__
        return None


def _shown(hint: Any) -> str:
    return getattr(hint, "__name__", "") if isinstance(hint, type) and not get_args(hint) else str(hint)


def _tree(hint: Any) -> dict[str, Any]:
    """What values an annotation takes, to make inputs from."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _tree(inside[0])
    if origin in (Union, types.UnionType):
        return {"kind": "chain", "choices": [_tree(inner_hint) for inner_hint in inside]}
    if origin is Literal:
        return {"kind": "chain", "samples": [repr(inner_hint) for inner_hint in inside]}
    kind = origin or hint
    if kind in CONTAINERS:
        return {"kind": CONTAINERS[kind], "items": _tree(inside[0]) if inside else {"kind": "any"}}
    if kind is dict:
        keys, items = inside or (Any, Any)
        return {"kind": "dict", "keys": _tree(keys), "items": _tree(items)}
    if kind is tuple and inside:
        return {"kind": "tuple", "choices": [_tree(inner_hint) for inner_hint in inside if inner_hint is not ...]}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"kind": "chain", "samples": [f"{kind.__qualname__}.{inner_hint.name}" for inner_hint in kind]}
    if kind in PLAIN:
        return {"kind": PLAIN[kind]}
    # Of any other class, only a call without arguments can be tried.
    return {"kind": "chain", "samples": [f"{getattr(kind, '__name__', 'object')}()"], "choices": [{"kind": "any"}]}


def found(name: str, value: object) -> BeartypeFunction | None:
    """What a function's calls demand by beartype; None for one that it has not decorated, and for one whose arguments
    cannot all be given by name."""
    undecorated = getattr(value, "__wrapped__", None)
    if not isinstance(value, types.FunctionType) or not isinstance(undecorated, types.FunctionType):
        return None
    if not value.__code__.co_filename.startswith("<@beartype("):
        return None
    kinds = {parameter.kind for parameter in signature(undecorated).parameters.values()}
    if not kinds <= {Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY}:
        return None
    return BeartypeFunction(name, value, undecorated)

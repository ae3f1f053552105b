"""The sort of a term from its operator and arguments: the typing rules of `operators.py`."""

from collections.abc import Sequence
from typing import Any

from ...errors import SortError
from ..sorts import (
    BOOL,
    CHAR,
    DOMAIN,
    INT,
    REAL,
    REGEX,
    STRING,
    VALUE,
    Sort,
    function_of,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from ..terms import BINDING, Binder, Term
from .table import OPERATORS

_FIXED: dict[str, tuple[tuple[Sort, ...], Sort]] = {
    "not": ((BOOL,), BOOL),
    "implies": ((BOOL, BOOL), BOOL),
    "unbounded": ((), DOMAIN),
    "real.of_int": ((INT,), REAL),
    "real.floor": ((REAL,), INT),
    "real.to_int": ((REAL,), INT),
    "char.code": ((CHAR,), INT),
    "char.of_int": ((INT,), CHAR),
    "str.len": ((STRING,), INT),
    "str.at": ((STRING, INT), STRING),
    "str.substr": ((STRING, INT, INT), STRING),
    "str.contains": ((STRING, STRING), BOOL),
    "str.prefixof": ((STRING, STRING), BOOL),
    "str.suffixof": ((STRING, STRING), BOOL),
    "str.indexof": ((STRING, STRING, INT), INT),
    "str.replace": ((STRING, STRING, STRING), STRING),
    "str.replace_all": ((STRING, STRING, STRING), STRING),
    "str.lt": ((STRING, STRING), BOOL),
    "str.le": ((STRING, STRING), BOOL),
    "str.to_code": ((STRING,), INT),
    "str.from_code": ((INT,), STRING),
    "str.to_int": ((STRING,), INT),
    "str.from_int": ((INT,), STRING),
    "str.in_re": ((STRING, REGEX), BOOL),
    "re.literal": ((), REGEX),
    "re.range": ((), REGEX),
    "re.characters": ((), REGEX),
    "re.allchar": ((), REGEX),
    "re.all": ((), REGEX),
    "re.none": ((), REGEX),
    "re.star": ((REGEX,), REGEX),
    "re.plus": ((REGEX,), REGEX),
    "re.optional": ((REGEX,), REGEX),
    "re.complement": ((REGEX,), REGEX),
    "re.loop": ((REGEX,), REGEX),
    "python.truth": ((VALUE,), BOOL),
    "python.of_bool": ((BOOL,), VALUE),
}

_ANY_COUNT: dict[str, Sort] = {
    "and": BOOL,
    "or": BOOL,
    "str.concat": STRING,
    "re.union": REGEX,
    "re.intersection": REGEX,
    "re.concat": REGEX,
}

_NUMERIC = {"neg", "add", "sub", "mul", "div", "mod"}
_ORDER = {"lt", "le", "gt", "ge"}
_COMBINE = {"union", "intersection", "difference"}
_RELATE = {"subset", "proper_subset", "disjoint"}
DECLARED = frozenset({"const", "var", "call", "bv.of_int", "datatype.make", "datatype.at"})
"""Operators whose sort is declared elsewhere: it must be given."""


def result_sort(op: str, args: Sequence[Term], data: Any = None) -> Sort:
    """The sort of `op` applied to these arguments.

    Raises SortError when they do not fit, and where they do not determine it: operators of `DECLARED`, empty
    literals."""
    known = OPERATORS.get(op)
    if known is None:
        raise SortError(f"no such operator: {op}")
    if known.arity is not None and len(args) != known.arity:
        raise SortError(f"{op} takes {known.arity} arguments, not {len(args)}")
    if op in DECLARED:
        raise SortError(f"the sort of {op} must be given")
    sorts = [arg.sort for arg in args]
    fixed = _FIXED.get(op)
    if fixed is not None:
        _expect(op, sorts, fixed[0])
        return fixed[1]
    if op in _ANY_COUNT:
        _expect(op, sorts, (_ANY_COUNT[op],) * len(sorts))
        return _ANY_COUNT[op]
    if op.startswith("python."):
        return VALUE
    if op in BINDING:
        return _binding(op, sorts, data)
    if op.startswith("bv."):
        return _bit_vector(op, sorts)
    if "." in op:
        return _collection(op, sorts, data)
    return _logic(op, sorts)


def _expect(op: str, found: Sequence[Sort], wanted: Sequence[Sort]) -> None:
    for position, (have, need) in enumerate(zip(found, wanted, strict=True)):
        if have != need:
            raise SortError(f"argument {position + 1} of {op} has sort {have}, not {need}")


def _same(op: str, sorts: Sequence[Sort]) -> Sort:
    """The one sort of all arguments."""
    if not sorts:
        raise SortError(f"the sort of an empty {op} must be given")
    _expect(op, sorts, (sorts[0],) * len(sorts))
    return sorts[0]


def _parts(op: str, sort: Sort, kind: str) -> tuple[Sort, ...]:
    """The argument sorts of a sort that must be of this kind."""
    if sort.kind != kind:
        raise SortError(f"{op} needs a {kind}, not {sort}")
    return sort.args


def _logic(op: str, sorts: Sequence[Sort]) -> Sort:
    if op in _NUMERIC or op in _ORDER:
        allowed = (INT, REAL) if op in _NUMERIC else (INT, REAL, CHAR)
        sort = _same(op, sorts)
        if sort not in allowed or (op == "mod" and sort != INT):
            raise SortError(f"{op} is not defined on {sort}")
        return sort if op in _NUMERIC else BOOL
    match op:
        case "eq" | "distinct":
            if sorts:
                _same(op, sorts)
            return BOOL
        case "ite":
            _expect(op, sorts, (BOOL, sorts[1], sorts[1]))
            return sorts[1]
        case "apply":
            *parameters, result = _parts(op, sorts[0], "Function")
            if len(parameters) != len(sorts) - 1:
                raise SortError(f"the function takes {len(parameters)} arguments, not {len(sorts) - 1}")
            _expect(op, sorts[1:], parameters)
            return result
        case "range":
            if _same(op, sorts) not in (INT, CHAR):
                raise SortError(f"range is not defined on {sorts[0]}")
            return DOMAIN
        case "elements":
            _element(op, sorts[0])
            return DOMAIN
        case _:
            raise SortError(f"no typing rule for {op}")


def _element(op: str, sort: Sort) -> Sort:
    if sort.kind not in ("Seq", "Set", "Multiset", "Map", "Array"):
        raise SortError(f"{op} needs a collection, not {sort}")
    return sort.args[0]


def _binding(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    names: tuple[Binder, ...] = data
    inner = sorts[len(names) :]
    extra = {"set.comprehension": 2, "map.comprehension": 3, "such_that": 2}.get(op, 1)
    if len(inner) != extra:
        raise SortError(f"{op} with {len(names)} variables takes {len(names) + extra} arguments")
    bound = [binder.sort for binder in names]
    _expect(op, sorts[: len(names)], bound if op == "let" else (DOMAIN,) * len(names))
    if op in ("forall", "exists", "set.comprehension", "map.comprehension", "such_that"):
        _expect(op, inner[:1], (BOOL,))
    match op:
        case "forall" | "exists":
            return BOOL
        case "set.comprehension":
            return set_of(inner[1])
        case "map.comprehension":
            return map_of(inner[1], inner[2])
        case "seq.comprehension":
            _expect(op, bound, (INT,))
            return seq_of(inner[0])
        case "lambda":
            return function_of(*bound, inner[0])
        case _:
            return inner[-1]


def _bit_vector(op: str, sorts: Sequence[Sort]) -> Sort:
    _parts(op, sorts[0], "BitVec")
    if op in ("bv.shl", "bv.shr"):
        _expect(op, sorts, (sorts[0], INT))
    else:
        _same(op, sorts)
    if op in ("bv.lt", "bv.le"):
        return BOOL
    return INT if op == "bv.to_int" else sorts[0]


def _collection(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    kind, _, action = op.partition(".")
    match kind:
        case "seq":
            return _sequence(op, action, sorts)
        case "array":
            (element,) = _parts(op, sorts[0], "Array")
            if action == "at":
                _expect(op, sorts[1:], (INT,))
            return {"len": INT, "at": element, "elements": seq_of(element), "is_null": BOOL}[action]
        case "set" | "multiset":
            return _bag(op, kind.capitalize(), action, sorts)
        case "map":
            return _map(op, action, sorts)
        case "tuple":
            if action == "make":
                return tuple_of(*sorts)
            fields = _parts(op, sorts[0], "Tuple")
            if not isinstance(data, int) or not 0 <= data < len(fields):
                raise SortError(f"{sorts[0]} has no component {data}")
            return fields[data]
        case _:
            _parts(op, sorts[0], "Datatype")
            return BOOL if action == "is" else sorts[0]


def _sequence(op: str, action: str, sorts: Sequence[Sort]) -> Sort:
    if action == "literal":
        return seq_of(_same(op, sorts))
    whole = sorts[1] if action == "member" else sorts[0]
    (element,) = _parts(op, whole, "Seq")
    rest: dict[str, tuple[tuple[Sort, ...], Sort]] = {
        "len": ((whole,), INT),
        "at": ((whole, INT), element),
        "concat": ((whole, whole), whole),
        "slice": ((whole, INT, INT), whole),
        "update": ((whole, INT, element), whole),
        "member": ((element, whole), BOOL),
        "prefix": ((whole, whole), BOOL),
    }
    wanted, result = rest[action]
    _expect(op, sorts, wanted)
    return result


def _bag(op: str, kind: str, action: str, sorts: Sequence[Sort]) -> Sort:
    """Sets and multisets."""
    if action == "literal":
        return Sort(kind, (_same(op, sorts),))
    if action == "of_seq":
        return multiset_of(*_parts(op, sorts[0], "Seq"))
    if action == "of_set":
        return multiset_of(*_parts(op, sorts[0], "Set"))
    whole = sorts[1] if action == "member" else sorts[0]
    (element,) = _parts(op, whole, kind)
    if action in _COMBINE or action in _RELATE:
        _expect(op, sorts, (whole, whole))
        return whole if action in _COMBINE else BOOL
    rest: dict[str, tuple[tuple[Sort, ...], Sort]] = {
        "member": ((element, whole), BOOL),
        "card": ((whole,), INT),
        "count": ((whole, element), INT),
        "update": ((whole, element, INT), whole),
    }
    wanted, result = rest[action]
    _expect(op, sorts, wanted)
    return result


def _map(op: str, action: str, sorts: Sequence[Sort]) -> Sort:
    if action == "literal":
        if len(sorts) % 2:
            raise SortError("map.literal takes keys and values in pairs")
        return map_of(_same(op, sorts[::2]), _same(op, sorts[1::2]))
    whole = sorts[1] if action == "member" else sorts[0]
    key, value = _parts(op, whole, "Map")
    rest: dict[str, tuple[tuple[Sort, ...], Sort]] = {
        "at": ((whole, key), value),
        "member": ((key, whole), BOOL),
        "update": ((whole, key, value), whole),
        "merge": ((whole, whole), whole),
        "remove": ((whole, set_of(key)), whole),
        "keys": ((whole,), set_of(key)),
        "values": ((whole,), set_of(value)),
        "items": ((whole,), set_of(tuple_of(key, value))),
        "card": ((whole,), INT),
    }
    wanted, result = rest[action]
    _expect(op, sorts, wanted)
    return result

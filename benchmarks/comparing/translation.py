"""Clauses of specifications as Python expressions: each is true of a value exactly where the clause is defined and true
of the value that it stands for.

What a clause leaves undefined (an index out of range, a division by 0) is false here: the condition under which a term
is defined comes first (`core/ir/definedness.py`). Quantifiers are over the finite domains that the evaluator uses
(`core/evaluate/domains.py`). What is not translated raises Unsupported: nothing is approximated.

Example: `xs[i] > 0` becomes `0 <= i < len(xs) and xs[i] > 0`, up to parentheses.

Invariant: on a value that has a counterpart (`counterparts.py`) the expression does not raise. A Python contract takes
a clause that raises for violated, so that an exception would show up as a difference between the two sides.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import define, field

from ...core.errors import Unsupported
from ...core.evaluate.domains import always_defined, plan
from ...core.ir.build import conj, disj, elements, implies, negate
from ...core.ir.contracts import Function
from ...core.ir.definedness import well_defined
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import BOOL, CHAR, INT, REAL, Sort
from ...core.ir.substitution import instantiate, unused_name
from ...core.ir.terms import (
    BINDING,
    FALSE,
    TRUE,
    ZERO,
    Binder,
    Term,
    bare,
    fold,
    free_names,
    make,
    rebuild,
    subterms,
    var,
)
from ...core.ir.type_instances import at_call
from ...core.ir.variables import Name
from ...frontends.python import literal
from .comparing_limits import LIMITS


def translated(clause: Term, names: Mapping[Name, str], functions: Mapping[Name, Function]) -> str:
    """A clause as a Python expression. `names`: variable of the clause → its name in Python. Raises Unsupported."""
    defined_clause = clause if always_defined(clause, functions) else conj(well_defined(clause, functions), clause)
    text = Translation(functions, dict(names)).text(without_null(defined_clause))
    if len(text) > LIMITS.clause_characters:
        raise Unsupported(f"a clause of more than {LIMITS.clause_characters:,} characters in Python", clause.span)
    return text


@define(slots=True)
class Translation:
    """A term in work. `names`: what the variables around it are called in Python."""

    functions: Mapping[Name, Function]
    names: dict[Name, str] = field(factory=dict)
    made: int = 0
    depth: int = 0
    calls: int = 0

    def text(self, term: Term) -> str:
        """The term as an expression in parentheses, where it needs any."""
        self.depth += 1
        if self.depth > LIMITS.clause_levels:
            raise Unsupported(
                f"a clause with more than {LIMITS.clause_levels} expressions inside each other", term.span
            )
        try:
            expression_text = self._text(term)
        finally:
            self.depth -= 1
        if len(expression_text) > LIMITS.clause_characters:
            raise Unsupported(f"a clause of more than {LIMITS.clause_characters:,} characters in Python", term.span)
        return expression_text

    def _text(self, term: Term) -> str:
        match term.op:
            case "var":
                return self._variable(term)
            case "const":
                return literal(_plain(term.data, term.sort))
            case "forall" | "exists":
                return self._quantifier(term)
            # Python has no expression for it that may stand in any other: the values are put in place of the names.
            case "let":
                values = {binder.name: value for binder, value in zip(term.data, term.args[:-1], strict=True)}
                return self.text(instantiate(term.args[-1], values))
            case "call":
                return self._call(term)
            case "seq.comprehension":
                return self._comprehension(term)
            case "set.comprehension":
                return self._set(term)
        shower = _SHOWERS.get(term.op)
        # What is exact for reals is rounded for floats.
        if shower is None or (term.args and term.op in _EXACT and term.args[0].sort == REAL):
            raise Unsupported(f"{term.op} in Python", term.span)
        return f"({shower(term, [self.text(arg) for arg in term.args])})"

    def _variable(self, term: Term) -> str:
        if term.data not in self.names:
            raise Unsupported(f"{term.data}, which is not a parameter", term.span)
        return self.names[term.data]

    def _quantifier(self, term: Term) -> str:
        domains, body = term.args[:-1], term.args[-1]
        is_exists = term.op == "exists"
        loops = plan(term.data, domains, body, is_exists, self.functions)
        elements, body = by_elements(loops, body)
        outer = dict(self.names)
        try:
            loop_texts = [self._loop(binder, domain) for binder, domain in elements]
            body_text = self.text(body)
        finally:
            self.names = outer
        return f"{'any' if is_exists else 'all'}({body_text} {' '.join(loop_texts)})"

    def _loop(self, binder: Binder, domain: Term) -> str:
        over = self._domain(binder, domain)
        name = f"_v{self.made}"
        self.made += 1
        self.names[binder.name] = name
        return f"for {name} in {over}"

    def _domain(self, binder: Binder, domain: Term) -> str:
        match domain.op:
            case "range" if binder.sort == INT:
                low, high = (self.text(arg) for arg in domain.args)
                return f"range({low}, {high})"
            case "elements" if domain.args[0].sort.kind in ("Seq", "Set", "Array", "Map"):
                return self.text(domain.args[0])
            case "unbounded" if binder.sort.kind == "Bool":
                return "(False, True)"
        raise Unsupported(f"a quantifier over all values of {binder.name}", domain.span)

    def _call(self, term: Term) -> str:
        function = self.functions.get(term.data)
        if function is None or function.body is None:
            raise Unsupported(f"{term.data}, whose body is not known", term.span)
        self.calls += 1
        try:
            if self.calls > LIMITS.inlined_levels:
                raise Unsupported(f"{term.data}, which calls itself", term.span)
            instance = at_call(function, term)
            assert instance.body is not None
            names = (binder.name for binder in instance.parameters)
            return self.text(instantiate(instance.body, dict(zip(names, term.args, strict=True))))
        finally:
            self.calls -= 1

    def _comprehension(self, term: Term) -> str:
        outer = dict(self.names)
        try:
            loop = self._loop(term.data[0], term.args[0])
            element_text = self.text(term.args[-1])
        finally:
            self.names = outer
        elements = f"[{element_text} {loop}]"
        return f"''.join({elements})" if term.sort.args[0] == CHAR else elements

    def _set(self, term: Term) -> str:
        domains, (condition, element) = term.args[: len(term.data)], term.args[len(term.data) :]
        loops = plan(term.data, domains, condition, True, self.functions)
        outer = dict(self.names)
        try:
            loop_texts = [self._loop(binder, domain) for binder, domain in loops]
            return f"{{{self.text(element)} {' '.join(loop_texts)} if {self.text(condition)}}}"
        finally:
            self.names = outer


def _plain(value: Any, sort: Sort) -> Any:
    match sort.kind:
        case "Real":
            return _float(value)
        case "Seq" if sort.args[0] == CHAR:
            return "".join(value)
        case "Seq":
            return [_plain(element, sort.args[0]) for element in value]
        case "Set":
            return {_plain(element, sort.args[0]) for element in value}
        case "Tuple":
            return tuple(_plain(element, arg) for element, arg in zip(value, sort.args, strict=True))
        case "Int" | "Bool" | "Char" | "BitVec":
            return value
    raise Unsupported(f"a constant of type {sort} in Python")


def _float(value: Fraction) -> float:
    nearest = float(value)
    if Fraction(nearest) != value:
        raise Unsupported(f"the number {value}, which is not a float")
    return nearest


_EXACT = frozenset({"add", "sub", "mul", "div"})
"""Operators that are exact on reals and rounded on floats."""

Show = Callable[[Term, Sequence[str]], str]


def _between(symbol: str) -> Show:
    return lambda term, texts: f"{texts[0]} {symbol} {texts[1]}"


def _form(text: str) -> Show:
    return lambda term, texts: text.format(*texts)


def _wrapped(text: str) -> Show:
    """Modulo the width of the bit-vector."""
    return lambda term, texts: f"({text.format(*texts)}) & {2 ** int(term.sort.label or 0) - 1}"


def _and(term: Term, texts: Sequence[str]) -> str:
    return " and ".join(texts) or "True"


def _or(term: Term, texts: Sequence[str]) -> str:
    return " or ".join(texts) or "False"


def _eq(term: Term, texts: Sequence[str]) -> str:
    left_term = term.args[0]
    if left_term.sort.kind not in ("Int", "Bool", "Char", "Real", "BitVec", "Seq", "Set", "Tuple", "Map"):
        raise Unsupported(f"equality of {left_term.sort} in Python", term.span)
    if _is_list(left_term.sort):
        return f"list({texts[0]}) == list({texts[1]})"
    return f"{texts[0]} == {texts[1]}"


def _is_list(sort: Sort) -> bool:
    if sort.kind == "Seq" and sort.args[0].kind in ("Seq", "Tuple", "Set", "Map"):
        raise Unsupported(f"equality of {sort} in Python")  # A list is no tuple, inside neither.
    return sort.kind == "Seq" and sort.args[0] != CHAR


def _concat(term: Term, texts: Sequence[str]) -> str:
    return f"{texts[0]} + {texts[1]}" if term.sort.args[0] == CHAR else f"list({texts[0]}) + list({texts[1]})"


def _prefix(term: Term, texts: Sequence[str]) -> str:
    beginning = f"{texts[1]}[:len({texts[0]})]"
    return f"list({texts[0]}) == list({beginning})" if _is_list(term.args[0].sort) else f"{texts[0]} == {beginning}"


def _literal(term: Term, texts: Sequence[str]) -> str:
    return f"''.join([{', '.join(texts)}])" if term.sort.args[0] == CHAR else f"[{', '.join(texts)}]"


def _member(term: Term, texts: Sequence[str]) -> str:
    if term.args[0].sort.kind not in ("Int", "Bool", "Char", "Real", "BitVec"):
        raise Unsupported(f"whether a {term.args[0].sort} is in a collection, in Python", term.span)
    return f"{texts[0]} in {texts[1]}"


def _div(term: Term, texts: Sequence[str]) -> str:
    """Euclidean: the remainder is not negative (Python's has the sign of the divisor)."""
    if _is_positive(term.args[1]):
        return f"{texts[0]} // {texts[1]}"
    return f"({texts[0]} - {texts[0]} % abs({texts[1]})) // {texts[1]}"


def _mod(term: Term, texts: Sequence[str]) -> str:
    return f"{texts[0]} % {texts[1]}" if _is_positive(term.args[1]) else f"{texts[0]} % abs({texts[1]})"


def _is_positive(term: Term) -> bool:
    return term.op == "const" and term.data > 0


def _real(term: Term, texts: Sequence[str]) -> str:
    return texts[0]  # Python compares whole numbers with floats exactly.


_SHOWERS: Mapping[str, Show] = {
    "not": _form("not {0}"),
    "and": _and,
    "or": _or,
    "implies": _form("not {0} or {1}"),
    "eq": _eq,
    "ite": _form("{1} if {0} else {2}"),
    "neg": _form("-{0}"),
    "add": _between("+"),
    "sub": _between("-"),
    "mul": _between("*"),
    "div": _div,
    "mod": _mod,
    "lt": _between("<"),
    "le": _between("<="),
    "gt": _between(">"),
    "ge": _between(">="),
    "real.of_int": _real,
    "char.code": _form("ord({0})"),
    "char.of_int": _form("chr({0})"),
    "bv.and": _between("&"),
    "bv.or": _between("|"),
    "bv.xor": _between("^"),
    "bv.to_int": _form("{0}"),
    "bv.of_int": _form("{0}"),
    "bv.add": _wrapped("{0} + {1}"),
    "bv.sub": _wrapped("{0} - {1}"),
    "bv.mul": _wrapped("{0} * {1}"),
    "bv.shl": _wrapped("{0} << {1}"),
    "bv.shr": _between(">>"),
    "bv.lt": _between("<"),
    "bv.le": _between("<="),
    "bv.not": _wrapped("~{0}"),
    "seq.literal": _literal,
    "seq.len": _form("len({0})"),
    "seq.at": _form("{0}[{1}]"),
    "seq.concat": _concat,
    "seq.slice": _form("{0}[{1}:{2}]"),
    "seq.member": _member,
    "seq.prefix": _prefix,
    "array.len": _form("len({0})"),
    "array.at": _form("{0}[{1}]"),
    "array.elements": _form("{0}"),
    "array.is_null": _form("False"),
    "tuple.make": lambda term, parts: f"{', '.join(parts)},",
    "tuple.at": lambda term, parts: f"{parts[0]}[{term.data}]",
    "set.literal": lambda term, parts: f"{{{', '.join(parts)}}}" if parts else "set()",
    "set.member": _member,
    "set.union": _between("|"),
    "set.intersection": _between("&"),
    "set.difference": _between("-"),
    "set.subset": _between("<="),
    "set.proper_subset": _between("<"),
    "set.card": _form("len({0})"),
    "set.disjoint": _form("not {0} & {1}"),
    "map.at": _form("{0}[{1}]"),
    "map.member": _member,
    "map.card": _form("len({0})"),
    "map.keys": _form("set({0})"),
}


# Quantifiers over indices as quantifiers over elements.
#
# `forall i :: 0 <= i < |s| ==> s[i] > 0` looks at each element by its index. Said of the elements, as Python does with
# `all(x > 0 for x in s)`, it is proved for sequences of any length (`core/encoding/skolem.py`), of which only the first
# few have an index that is looked at one by one.

_MEMBER: Mapping[str, OperatorName] = {"Seq": "seq.member", "Set": "set.member", "Map": "map.member"}
RangedVariables = Sequence[tuple[Binder, Term]]
"""A bound variable, and what it ranges over."""


def by_elements(loops: RangedVariables, body: Term) -> tuple[list[tuple[Binder, Term]], Term]:
    """The same quantifier: without the bounds of an index or the membership of an element in its body, where its domain
    has them, and over the elements of a sequence where the index is used for nothing else."""
    loops_found: list[tuple[Binder, Term]] = []
    for number, (binder, domain) in enumerate(loops):
        later = [later_domain for _, later_domain in loops[number + 1 :]]
        body = _assuming(body, _membership(binder, domain, body))
        # If the name is bound again inside, replacing it would take the inner one for the outer.
        if domain.op != "range" or binder.sort != INT or _is_bound_inside(binder.name, body):
            loops_found.append((binder, domain))
            continue
        body = _assuming(body, _within(binder, domain))
        # A later loop that mentions the index needs it as a number: then it cannot become an element.
        sequence = (
            None
            if any(binder.name in free_names(later_domain) for later_domain in later)
            else _sequence(binder, domain, body)
        )
        if sequence is None:
            loops_found.append((binder, domain))
            continue
        # The new name must not be one of the body's own variables.
        fresh = Binder(unused_name(f"{binder.name}'element", body), sequence.sort.args[0])
        body = _replaced(body, binder, sequence, var(fresh.name, fresh.sort))
        loops_found.append((fresh, elements(sequence)))
    return loops_found, body


def _is_bound_inside(name: Name, body: Term) -> bool:
    return any(
        node.op in BINDING and any(inner_binder.name == name for inner_binder in node.data) for node in subterms(body)
    )


def _membership(binder: Binder, domain: Term, body: Term) -> Mapping[Term, Term]:
    """What a domain of elements says of one: in `forall x :: x in s ==> x > 0` that it is in s."""
    if domain.op != "elements" or domain.args[0].sort.kind not in _MEMBER:
        return {}
    (collection,) = domain.args
    if any(_is_bound_inside(name, body) for name in (binder.name, *free_names(collection))):
        return {}
    return {make(_MEMBER[collection.sort.kind], (var(binder.name, binder.sort), bare(collection)), BOOL): TRUE}


def _within(binder: Binder, domain: Term) -> Mapping[Term, Term]:
    """What the domain says of the index, as terms that the body may have."""
    low, high = map(bare, domain.args)
    index = var(binder.name, INT)
    true: list[tuple[OperatorName, Term, Term]] = [
        ("le", low, index),
        ("ge", index, low),
        ("lt", index, high),
        ("gt", high, index),
    ]
    return {make(name, (low_side, high_side), BOOL): TRUE for name, low_side, high_side in true}


def without_null(term: Term) -> Term:
    """The term where no array is null, as none is in Python."""
    return _assuming(term, {bare(node): FALSE for node in subterms(term) if node.op == "array.is_null"})


def _assuming(term: Term, known_truths: Mapping[Term, Term]) -> Term:
    """The term, in which what is known is replaced."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if bare(node) in known_truths:
            return known_truths[bare(node)]
        match node.op:
            case "and":
                return conj(*args)
            case "or":
                return disj(*args)
            case "implies":
                return implies(args[0], args[1])
            case "not":
                return negate(args[0])
        return rebuild(node, args)

    return fold(term, step)


def _sequence(binder: Binder, domain: Term, body: Term) -> Term | None:
    """The sequence or array whose elements, all of them, are what the index is used for; None where it is used for
    anything else."""
    low, high = map(bare, domain.args)
    if low is not ZERO or high.op not in ("seq.len", "array.len"):
        return None
    (sequence,) = high.args
    rest = _replaced(body, binder, sequence, FALSE)
    return None if binder.name in free_names(rest) or binder.name in free_names(sequence) else sequence


def _replaced(body: Term, binder: Binder, sequence: Term, by: Term) -> Term:
    """The body with something in place of the element at the index. (With a term of another sort it only serves to see
    where else the index is used.)"""
    free = free_names(sequence)

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op in ("seq.at", "array.at") and bare(args[0]) is bare(sequence):
            index = args[1]
            if index.op == "var" and index.data == binder.name:
                return by
        if node.op in BINDING and free & {inner_binder.name for inner_binder in node.data}:
            return node  # Inside, the names of the sequence mean something else.
        return make(node.op, args, node.sort, node.data, node.span)

    return fold(body, step)

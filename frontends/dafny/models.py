"""What an object stands for where functions of its class say it, as `Elements()` of a stack, instead of ghost fields.

Where clauses mention fields through functions only, a caller knows of the object what these functions say, and how the
fields represent that is the object's own choice.

Example: `ensures Valid() && Elements() == old(Elements()) + [x]`. An array with another number beyond those elements is
the same stack, one with another element is not.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import frozen

from ...core.ir.contracts import Condition
from ...core.ir.sorts import BOOL, OBJECT
from ...core.ir.terms import Term, free_names, free_variables, make, var
from ...core.ir.variables import Name, is_pre_state, root_of, without_state
from .names import Signature


@frozen(slots=True)
class Models:
    """`fields` are the variables that clauses mention through functions only; `terms` what these say of them."""

    fields: tuple[Name, ...] = ()
    terms: tuple[Term, ...] = ()


NONE = Models()


def models_of(
    names: Collection[Name], ensures: Iterable[Condition], functions: Mapping[str, Signature], kind: str | None
) -> Models:
    """The models among clauses of a postcondition. `names`: the fields that have a value of their own after the call;
    `kind`: the class of `this`, whose functions without parameters say what its objects stand for, too."""
    direct: set[Name] = set()
    calls: list[Term] = []
    for condition in ensures:
        clause = condition.clause
        if condition.term is None:
            return NONE  # What is not read may mention any field.
        if clause.implicit or clause.fact:
            continue
        known = free_names(condition.term)
        for part in _parts(condition.term, names, direct):
            used = free_names(part)
            if not used <= known or any(map(is_pre_state, used)):
                return NONE  # Of a bound variable, or of two states: no single value says it.
            calls.append(part)
    hidden = {name for call in calls for name, _ in free_variables(call) if name in names} - direct
    spoken = [call for call in calls if call.sort != BOOL and not hidden.isdisjoint(free_names(call))]
    owners = {root_of(name) for call in spoken for name in free_names(call) if name in hidden}
    fields = tuple(name for name in names if name in hidden and root_of(name) in owners)
    if not fields or any(_observes(signature, fields) for signature in _members(kind, functions)):
        return NONE
    own = _functions_of(kind, functions, {name: sort for call in calls for name, sort in free_variables(call)})
    return Models(fields, tuple(dict.fromkeys((*calls, *own))))


def _parts(term: Term, names: Collection[Name], direct: set[Name]) -> Iterator[Term]:
    """The outermost calls that are given fields as they are after the call; fields outside of calls become `direct`."""
    pending = [term]
    while pending:
        part = pending.pop()
        if part.op == "call":
            used = free_names(part)
            if not used.isdisjoint(names):
                yield part
            continue
        if part.op == "var" and without_state(part.data) in names:
            direct.add(without_state(part.data))
        pending.extend(part.args)


def _members(kind: str | None, functions: Mapping[str, Signature]) -> list[Signature]:
    """The functions of a class that read the state of its objects."""
    return [each for name, each in functions.items() if name.rpartition(".")[0] == kind and each.state]


def _observes(signature: Signature, fields: Collection[Name]) -> bool:
    """Does a function tell something of the fields for each of its arguments, as `At(key)` does? Then no single value
    says what an object stands for."""
    read = {each.variable for each in signature.state if each.field}
    return len(signature.state) < len(signature.parameters) and not read.isdisjoint(fields)


def _functions_of(kind: str | None, functions: Mapping[str, Signature], known: Mapping[Name, object]) -> Iterator[Term]:
    """The calls on `this` of the functions of its class that have no parameters, where all that they read is known."""
    for signature in _members(kind, functions):
        if len(signature.state) != len(signature.parameters):
            continue
        variables = [
            var(read.variable, binder.sort) for read, binder in zip(signature.state, signature.parameters, strict=True)
        ]
        plain = all(read.root == "this" and not read.before for read in signature.state)
        if plain and all(each.data in known or each.sort == OBJECT for each in variables):
            yield make("call", tuple(variables), signature.result, signature.name)

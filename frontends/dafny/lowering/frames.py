"""`reads` clauses: their frames as sets of objects, and `read.of` around what the body of a function reads of objects
and arrays, for whoever checks the clause.

A term reads a snapshot: `c.x` is a variable, and in a call of `Valid()` the fields that it reads are arguments. Of the
two only the first is a read of this body (reference manual, "Reads Clauses"); what a callee reads is in its own frame.
"""

from collections.abc import Callable, Iterable, Mapping

from attrs import frozen

from ....core.ir.build import op
from ....core.ir.sorts import OBJECT, seq_of, set_of
from ....core.ir.terms import TRUE, Binder, Term, rebuild, var
from ....core.ir.variables import (
    Name,
    heap_of_read,
    heap_place,
    hidden_variable,
    holder_of,
    is_heap,
    is_heap_read,
    is_pre_state,
    member_of,
    root_of,
    which_array,
)
from ..names import Read, Signature
from ..syntax import Node, formal_name, name_of, nodes, text_of
from .elaboration import Draft, Elaboration, Scope


def frame_of(elaboration: Elaboration, node: Node, scope: Scope) -> Callable[[], Term]:
    """The set of the objects that a part of a `reads` clause names: an object, an array, a set of objects, or the owner
    of a field. Raises Unsupported for what has no such set, as `*`."""
    if name_of(node) == "wildcard":
        raise elaboration.unsupported("reads *", node)
    # A field alone belongs to `this`; here all fields of an object count, which is more than the clause allows.
    if name_of(node) == "frame_field" and not nodes(node):
        return lambda: op("set.literal", var("this", OBJECT), span=elaboration.span(node))
    named = nodes(node)[0] if name_of(node) == "frame_field" else node
    draft = elaboration.as_object(elaboration.infer(named, scope), named)

    def build() -> Term:
        # What kind of frame it is depends on the sort, which inference knows only when terms are built.
        term = draft.build()
        if term.sort.kind == "Array":
            term = op("array.object", term, span=elaboration.span(node))
        if term.sort == OBJECT:
            return op("set.literal", term, span=elaboration.span(node))
        if term.sort == set_of(OBJECT):
            return term
        if term.sort == seq_of(OBJECT):
            return _elements(term)
        raise elaboration.unsupported(f"the frame {text_of(node, elaboration.source)}, a {term.sort},", node)

    return build


def frames_of(elaboration: Elaboration, clauses: Iterable[Node], scope: Scope) -> tuple[tuple[Term, str], ...]:
    """What `reads` clauses list: sets of objects, each with the one field, if it is one only. Raises Unsupported."""
    frames = []
    for frame_expression in (node for clause in clauses for node in nodes(nodes(clause)[0])):
        # `reads {}` names nothing, and its elements would have no sort.
        if name_of(frame_expression) == "set_display" and not nodes(frame_expression):
            continue
        name = formal_name(frame_expression) if name_of(frame_expression) == "frame_field" else ""
        term = elaboration.finish(
            Draft(set_of(OBJECT), frame_of(elaboration, frame_expression, scope)), frame_expression
        )
        frames.append((term, name))
    return tuple(frames)


def _elements(sequence: Term) -> Term:
    """The set of the elements of a sequence."""
    element = Binder(hidden_variable("element"), OBJECT)
    value = var(element.name, OBJECT)
    return op("set.comprehension", op("elements", sequence), TRUE, value, data=(element,), span=sequence.span)


_THIS = "this"


@frozen(slots=True)
class ReadMarks:
    """What tells reads apart. `objects`: name → class, of those whose fields are variables; `parameters`: of the
    function; `arrays`: the variables that are elements of an array which an object holds; `may_change`: has a class a
    field of this name that is no constant?"""

    objects: Mapping[Name, str]
    parameters: frozenset[Name]
    arrays: frozenset[Name]
    functions: Mapping[str, Signature]
    may_change: Callable[[str, Name], bool]

    def marked(self, term: Term) -> Term:
        """The term with its reads marked."""
        # Each read of the state is marked with the object that is read.
        match term.op:
            case "var":
                return self._variable(term)
            # Lengths of arrays never change.
            case "seq.len" if term.args[0].op == "var":  # The length of an array is no part of the state.
                return rebuild(term, (self._variable(term.args[0], elements=False),))
            case "call" if is_heap_read(term.data):
                owner = self.marked(term.args[1])
                kind, name = heap_place(heap_of_read(term.data))
                field_read = rebuild(term, (term.args[0], owner))
                return (
                    _read(owner, field_read, holder_of(name)) if self.may_change(kind, holder_of(name)) else field_read
                )
            # The state itself, among the arguments, is no read.
            case "call":
                state = self._state_of(term.data)
                arguments_marked = (
                    arg if number in state else self.marked(arg) for number, arg in enumerate(term.args)
                )
                return rebuild(term, tuple(arguments_marked))
            # An element is a read of the array.
            case "array.at" | "array.elements":
                operands = tuple(map(self.marked, term.args))
                return _read(op("array.object", operands[0]), rebuild(term, operands), "")
            case _:
                return rebuild(term, tuple(map(self.marked, term.args)))

    def _state_of(self, function: str) -> frozenset[int]:
        """The positions of the arguments that nobody writes: what the function reads of the state. Its object is not
        among them, for that is an expression of the caller."""
        signature = self.functions.get(function)
        if signature is None:
            return frozenset()
        is_value = bool(signature.parameters) and signature.parameters[0].name == _THIS
        receiver_count = 1 if is_value and Read(_THIS) not in signature.state else 0
        return frozenset(receiver_count + number for number, read in enumerate(signature.state) if read != Read(_THIS))

    def _variable(self, term: Term, elements: bool = True) -> Term:
        name = term.data
        root, field = root_of(name), member_of(name)
        if not field or is_heap(name) or is_pre_state(name) or root not in self.objects:
            return term
        reading, kept = term, holder_of(field)
        if elements and name in self.arrays and which_array(name) in self.parameters:
            reading = _read(var(which_array(name), OBJECT, term.span), reading, "")
        # What cannot change in any state is the same in all, and needs no reading.
        if root not in self.parameters or not self.may_change(self.objects[root], kept):
            return reading
        return _read(var(root, OBJECT, term.span), reading, kept)


def _read(owner: Term, value: Term, name: Name) -> Term:
    return op("read.of", owner, value, data=name, span=value.span)

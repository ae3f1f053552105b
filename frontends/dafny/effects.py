"""What a method may change, by its `modifies` clauses."""

from collections.abc import Callable

from attrs import define, field, frozen

from ...core.ir.shapes import is_shaped
from ...core.ir.sorts import OBJECT, Sort, multiset_of, seq_of, set_of
from ...core.ir.variables import Name, field_variable, is_field, root_of, which_array
from .classes import MATRIX
from .lexing.scan import DafnySource
from .lowering import Scope
from .lowering.objects import HELD_ARRAY, object_name
from .syntax import Node, formal_name, name_of, nodes, text_of


@define(slots=True)
class Effects:
    """`arrays`: parameters whose elements may change. `objects`: names of objects all of whose fields may. `fields`:
    single ones, as variables, of a field that holds an array that for its elements (`modifies c.rows`) or for which
    array it is (``modifies c`rows``). `inner`: the first frame that may be an array without a name, or a collection of
    arrays: then any array may change that has elements of one of the sorts `inner_elements`, of which None is any sort.
    `unclear` is the first one that is something else: then any object may change. `reached`: those of them that are one
    object, which others lead to (`this.next`); `collections`: those that are a set or a sequence of objects."""

    arrays: list[Name] = field(factory=list)
    objects: list[Name] = field(factory=list)
    fields: list[Name] = field(factory=list)
    inner: str | None = None
    inner_elements: set[Sort | None] = field(factory=set)
    unclear: str | None = None
    reached: list[Node] = field(factory=list)
    collections: list[Node] = field(factory=list)

    @property
    def open(self) -> str | None:
        """A frame by which any object may change, or any array."""
        return self.unclear or self.inner

    @property
    def names_arrays_only(self) -> bool:
        """Are there frames that are arrays without a name, or collections of arrays, and none that may be anything?"""
        return self.inner is not None and self.unclear is None and None not in self.inner_elements

    def may_change(self, variable: Name, mutable: bool, scope: Scope) -> bool:
        """May the field that is this variable have another value after the call? An array that is held changes with
        its elements, whatever the field may."""
        held = scope.variables[variable].kind == HELD_ARRAY
        if variable in self.fields or (held and which_array(variable) in self.fields):
            return True
        if (self.unclear is not None and mutable) or (self.inner is not None and held):
            return True
        return mutable and root_of(variable) in self.objects


@frozen(slots=True)
class FrameTypes:
    """What is known of the expressions of frames in one scope. `sort_of`: their sorts, None where they have none;
    `are_of_classes`: are they objects of classes and traits only, by the declarations? An `object` may be an array."""

    sort_of: Callable[[Node], Sort | None]
    are_of_classes: Callable[[Node], bool]


def effects_of(node: Node, scope: Scope, source: DafnySource, types: FrameTypes) -> Effects:
    """The effects of a method by its header."""
    effects = Effects()
    for clause in nodes(node, "modifies"):
        for frame in nodes(nodes(clause)[0]):
            # `modifies {a, b}` names a and b, as `modifies a, b` does.
            for frame_part in nodes(frame) if name_of(frame) == "set_display" else [frame]:
                _add(frame_part, effects, scope, source, types)
    return effects


def _add(frame: Node, effects: Effects, scope: Scope, source: DafnySource, types: FrameTypes) -> None:
    name = object_name(frame, scope)
    variable = _variable(frame, scope)
    if variable is not None and scope.variables[variable].kind in ("Array", MATRIX):
        effects.arrays.append(variable)
    elif name is not None:
        effects.objects.append(name)
    # An array that no name leads to (`modifies s[0]`): which one it is no variable says, only what it can hold.
    elif (variable is None or not is_field(variable)) and (array := _array_in(types.sort_of(frame))) is not None:
        effects.inner = effects.inner or text_of(frame, source)
        effects.inner_elements.add(array.args[0])
    elif variable is None or scope.variables[variable] == OBJECT:
        _add_unclear(frame, effects, source, types)
    elif is_field(variable):
        # With a backquote it is the field itself, and not what the array in it holds.
        itself = name_of(frame) == "frame_field" and scope.variables[variable].kind == HELD_ARRAY
        effects.fields.append(which_array(variable) if itself else variable)
    else:
        _add_unclear(frame, effects, source, types)


def _add_unclear(frame: Node, effects: Effects, source: DafnySource, types: FrameTypes) -> None:
    text, sort = text_of(frame, source), types.sort_of(frame)
    effects.unclear = effects.unclear or text
    # A frame of type `object` may be an array, whose elements could change then as well.
    if not types.are_of_classes(frame):
        effects.inner = effects.inner or text
        effects.inner_elements.add(None)
    if sort == OBJECT:
        effects.reached.append(frame)
    elif sort in _COLLECTIONS:
        effects.collections.append(frame)


_COLLECTIONS = (set_of(OBJECT), seq_of(OBJECT), multiset_of(OBJECT))


def _array_in(sort: Sort | None) -> Sort | None:
    """The sort of the array that a frame of this sort is, or of those that it is a collection of."""
    if sort is None:
        return None
    element = sort.args[0] if sort.kind in ("Seq", "Set", "Multiset") else sort
    return element.args[0] if is_shaped(element) else element if element.kind == "Array" else None


def _variable(frame: Node, scope: Scope) -> Name | None:
    """The variable that a frame names: an array, an array that an object holds, or a field after a backquote."""
    match name_of(frame):
        case "frame_field":
            # A backquote without an object before it is about the receiver.
            owner = object_name(nodes(frame)[0], scope) if nodes(frame) else "this"
            if owner is None:
                return None
            name = field_variable(owner, formal_name(frame))
            return name if name in scope.variables else None
        case "member":
            owner = object_name(nodes(frame)[0], scope)
            return None if owner is None else _held(field_variable(owner, str(frame.children[1])), scope)
        case "name" if str(frame.children[0]) in scope.variables:
            return str(frame.children[0])
        case "name":
            return _held(field_variable("this", str(frame.children[0])), scope)
        case _:
            return None


def _held(variable: Name, scope: Scope) -> Name | None:
    """The variable, if it is an array that an object holds: of other fields the value is the frame, not the field."""
    return variable if variable in scope.variables and scope.variables[variable].kind == HELD_ARRAY else None

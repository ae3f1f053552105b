"""What expressions say of members of enumerations, and of the parameters that may be one, as terms.

Example. Where `Level` is read from the module (`enums.py`) and `def route(level: Level)`, `level is Level.LOW` is true
where the variable of which member it is says so, `Level.LOW.value` is a constant, and `level < Level.HIGH` compares
values, as members of `IntEnum` do.

Invariant: an expression of another form is none of these, and gives None; how it is read is not decided here.
"""

from collections.abc import Callable
from typing import Any

from attrs import frozen
from lark import Tree

from ...core.ir.operator_names import operator_name
from ...core.ir.sorts import VALUE
from ...core.ir.terms import Term, const, make
from ...core.spans import Span
from .enums import ATTRIBUTES
from .names import BUILTINS, NO_MEMBERS, ObjectMembers, PythonScope, Unknown, identifier
from .object_parameters import ObjectParameter
from .source import PythonSource

_BY_VALUE = frozenset({"", "==", "!=", "<", "<=", ">", ">="})
"""Comparisons that members of enumerations leave to their values."""
_DISPLAYS = frozenset({"tuple", "list", "set"})


@frozen(slots=True)
class EnumExpressions:
    """What expressions are read against: their text and the names in scope."""

    source: PythonSource
    scope: PythonScope

    def object_of(self, tree: Tree[Any]) -> tuple[str, ObjectMembers] | None:
        """The name of an object of which terms may say something, and what; None for other expressions."""
        if tree.data != "name":
            return None
        owner = identifier(tree.children[0])
        meaning = self.scope.lookup(owner)
        return (owner, meaning.members) if isinstance(meaning, Unknown) and meaning.members != NO_MEMBERS else None

    def parameter_of(self, tree: Tree[Any]) -> ObjectParameter | None:
        """The parameter that an expression names which may be an object or a plain value; None for any other."""
        pair = self.object_of(tree)
        return ObjectParameter(*pair) if pair is not None and pair[1].of_class else None

    def attribute(self, receiver: Tree[Any], name: str, span: Span) -> Term | None:
        """`Color.RED.name` and `Color.RED.value`; None for other attributes."""
        if name not in ATTRIBUTES or (member := self._member(receiver)) is None:
            return None
        return const(member[1] if name == "name" else member[2], VALUE, span)

    def is_member(self, tree: Tree[Any], span: Span) -> Term | None:
        """`p is E.A`, `p == E.A` and `p in (E.A, None)` of a parameter that may be a member of the enumeration E."""
        children: list[Any] = tree.children
        left, operator, right = children
        words = " ".join(operator.children)
        # Comparisons are symmetric and membership is not: the parameter is put on the left for the former.
        if self.parameter_of(left) is None and words not in ("in", "not in"):
            left, right = right, left
        parameter_given = self.parameter_of(left)
        if parameter_given is None or not parameter_given.members.members:
            return None
        member = self._member(right)
        # `is` knows members by identity, `==` asks their `__eq__`: a class may define the latter, so that they are
        # lowered apart.
        if words in ("is", "is not") and member is not None and member[0] == parameter_given.members.of_class:
            term = parameter_given.is_member(member[1], span)
        elif words in ("==", "!=") and (equal := self.equals(left, right, span)) is not None:
            term = equal
        elif words in ("in", "not in") and right.data in _DISPLAYS:
            children_and_members = [(child, self._member(child)) for child in right.children]
            names = [
                member_found[1]
                for _, member_found in children_and_members
                if member_found is not None and member_found[0] == parameter_given.members.of_class
            ]
            # Of what is no member, only None can be compared exactly; any other value may be equal to a member.
            no_members = [child_given for child_given, member_found in children_and_members if member_found is None]
            if len(names) + len(no_members) < len(children_and_members) or any(
                child_given.data != "none" for child_given in no_members
            ):
                return None
            term = parameter_given.is_among(
                names,
                right.data,
                [const(None, VALUE, self.source.span(child_given)) for child_given in no_members],
                span,
            )
        else:
            return None
        return make("python.not", [term], VALUE, None, span) if words in ("is not", "!=", "not in") else term

    def equals(self, tree: Tree[Any], member_tree: Tree[Any], span: Span) -> Term | None:
        """Whether a parameter equals a member of its enumeration, both as their expressions name them; None where they
        name anything else."""
        parameter_given, member = self.parameter_of(tree), self._member(member_tree)
        if parameter_given is None or member is None or member[0] != parameter_given.members.of_class:
            return None
        return parameter_given.is_among([member[1]], "tuple", (), span)

    def _member(self, tree: Tree[Any]) -> tuple[str, str, Any] | None:
        """The enumeration, the name and the value of a member of one that an expression names: `Color.RED`."""
        if tree.data != "attribute" or (pair := self.object_of(tree.children[0])) is None or pair[1].of_class:
            return None
        name = identifier(tree.children[1])
        return (pair[0], name, pair[1].members[name]) if name in pair[1].members else None

    def operands(self, children: list[Any], term: Callable[[Tree[Any]], Term]) -> list[Term]:
        """The operands of a comparison. Members of enumerations that are numbers or texts compare as these do; any
        other operand is what `term` makes of it."""
        operators = ["", *(" ".join(child.children) for child in children[1::2]), ""]
        in_display = len(children) == 3 and children[2].data in _DISPLAYS
        terms: list[Term] = []
        for tree, operator_before, after in zip(children[::2], operators[:-1], operators[1:], strict=True):
            # In `c in (E.A, 3)` the display's elements are compared with `c`.
            by_value = _BY_VALUE.issuperset({operator_before, after} - ({"in", "not in"} if in_display else set()))
            member, parameter_given = self._member(tree), self.parameter_of(tree)
            if by_value and member is not None and self._is_by_value(tree):
                terms.append(const(member[2], VALUE, self.source.span(tree)))
            elif by_value and parameter_given is not None and parameter_given.compares_by_value:
                terms.append(parameter_given.number_or_text(self.source.span(tree)))
            elif not after and operator_before in ("in", "not in") and tree.data in _DISPLAYS:
                element_terms = [self.operands([child], term)[0] for child in tree.children]
                terms.append(
                    make(operator_name(f"python.{tree.data}"), element_terms, VALUE, None, self.source.span(tree))
                )
            else:
                terms.append(term(tree))
        return terms

    def _is_by_value(self, tree: Tree[Any]) -> bool:
        """Whether a member of an enumeration is of one whose members compare as their values."""
        pair = self.object_of(tree.children[0])
        return pair is not None and pair[1].by_value

    def builtin_types(self, tree: Tree[Any]) -> tuple[type, ...]:
        """The types that an expression names, `str` or `(int, str)`; empty for anything else."""
        type_nodes = tree.children if tree.data == "tuple" else [tree]
        if any(
            type_node.data != "name" or self.scope.lookup(identifier(type_node.children[0])) is not False
            for type_node in type_nodes
        ):
            return ()
        named = [BUILTINS.get(identifier(type_node.children[0])) for type_node in type_nodes]
        builtin_kinds = tuple(
            kind_named for kind_named in named if isinstance(kind_named, type) and kind_named is not object
        )
        return builtin_kinds if len(builtin_kinds) == len(type_nodes) else ()

"""Parameters that are declared to take objects of a class of the module, as terms that proofs may speak of.

Such a parameter is a plain value, or an object whose attributes hold plain values: one of the declared class, or of any
other, which may have the same attributes or not. Each of these is a variable (`names.py`). Whatever else is done with
the object, such as calling its methods, is an unsupported construct there, where it is an object.

Example. With `def fits(box: Box, n)`, the clause `box.size >= n` is about the variables `box?` (is it an object?),
`box.size` (where it is), and `box`, whose attribute `size` does not exist where it is not: that raises.
"""

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from ...core.ir.library import FOLLOWED
from ...core.ir.operator_names import operator_name
from ...core.ir.sorts import VALUE
from ...core.ir.terms import Term, const, make, var
from ...core.spans import Span
from .made_terms import compared, is_instance
from .names import (
    ObjectMembers,
    field_variable,
    given_variable,
    instance_variable,
    member_variable,
    missing_variable,
    object_variable,
    same_variable,
)


@frozen(slots=True)
class ObjectParameter:
    """A parameter that may be an object, and what terms may say of it where it is one of the declared class."""

    name: str
    members: ObjectMembers

    @property
    def compares_by_value(self) -> bool:
        """Whether it is declared to be a member of an enumeration that compares as its value does."""
        return self.members.by_value

    @property
    def is_of_library(self) -> bool:
        """Whether it is declared to be a date or the like, of which terms say what the standard library does."""
        return self.members.of_library and self.members.of_class in FOLLOWED

    def value(self, span: Span) -> Term:
        """The parameter itself: of an object as a value nothing is said, unless the encoding follows its class."""
        term = self._unknown(f"{self.name}, which may be any object", span)
        if self.is_of_library:
            of_class = make("python.library_object", (), VALUE, (self.members.of_class, self.name), span)
            term = make("python.ite", [is_true(instance_variable(self.name), span), of_class, term], VALUE, None, span)
        return self._where_object(term, self._plain(span), span)

    def is_none(self, words: str, span: Span) -> Term:
        """`p is None`, or `is not`: no object is None."""
        term = const(words == "is not", VALUE, span)
        return self._where_object(term, compared(self._plain(span), words, const(None, VALUE, span), span), span)

    def is_instance(self, span: Span) -> Term:
        """`isinstance(p, C)` of the declared class."""
        return self._where_object(is_true(instance_variable(self.name), span), const(False, VALUE, span), span)

    def is_builtin(self, kinds: tuple[type, ...], span: Span) -> Term:
        """`isinstance(p, (int, str))` of the declared enumeration."""
        value = next(iter(self.members.members.values()))
        is_of = self.members.by_value and isinstance(value, kinds)
        term = self._unknown(f"{self.name}, which may be any object", span)
        is_of_class = is_true(instance_variable(self.name), span)
        of_object = make("python.ite", [is_of_class, const(is_of, VALUE, span), term], VALUE, None, span)
        return self._where_object(of_object, is_instance(self._plain(span), kinds, span), span)

    def is_same(self, other_name: str, members: ObjectMembers, span: Span) -> Term:
        """`p is other`, which is the receiver, an object always, or another parameter."""
        are_one = is_true(same_variable(self.name, other_name), span)
        false = const(False, VALUE, span)
        if not members.of_class:
            return self._where_object(are_one, false, span)
        # Four cases: of an object and a plain value `is` is false, of two objects a variable says so, of two plain
        # values CPython decides.
        second = ObjectParameter(other_name, members)
        plain = compared(self._plain(span), "is", second._plain(span), span)
        return self._where_object(
            second._where_object(are_one, false, span), second._where_object(false, plain, span), span
        )

    def is_member(self, name: str, span: Span) -> Term:
        """`p is E.name` of the declared enumeration."""
        false = const(False, VALUE, span)
        is_of_class = is_true(instance_variable(self.name), span)
        named = make("python.ite", [is_of_class, self._is_member(name, span), false], VALUE, None, span)
        return self._where_object(named, false, span)

    def is_among(self, names: Sequence[str], container: str, further_terms: Sequence[Term], span: Span) -> Term:
        """`p in (E.A, E.B, None)`, or in a list or set: `names` are the members, `further_terms` the terms beside them,
        to which no object is equal. An object of another class is taken to be equal to itself alone; whether it has a
        hash is not known."""
        false = const(False, VALUE, span)
        term = self._unknown(f"the hash of {self.name}", span) if container == "set" else false
        named = make("python.or", [*(self._is_member(name, span) for name in names), false], VALUE, None, span)
        member = make("python.ite", [is_true(instance_variable(self.name), span), named, term], VALUE, None, span)
        values = [const(self.members.members[name], VALUE, span) for name in names] if self.members.by_value else []
        # A set asks for the hash of what is looked for also where it is empty.
        items = make(operator_name(f"python.{container}"), [*values, *further_terms], VALUE, None, span)
        return self._where_object(member, compared(self._plain(span), "in", items, span), span)

    def number_or_text(self, span: Span) -> Term:
        """The parameter where it is compared, of an enumeration whose members compare as their values."""
        member_value = self._by_member(self.members.members, span)
        term = self._unknown(f"{self.name}, which may be any object", span)
        of_object = make(
            "python.ite", [is_true(instance_variable(self.name), span), member_value, term], VALUE, None, span
        )
        return self._where_object(of_object, self._plain(span), span)

    def attribute(self, name: str, span: Span) -> Term:
        """`p.name`."""
        if self.is_of_library:
            return make("python.attribute", [self.value(span)], VALUE, name, span)
        plain = make("python.attribute", [self._plain(span)], VALUE, name, span)
        return self._where_object(self._of_object(name, span), plain, span)

    def _of_object(self, name: str, span: Span) -> Term:
        if name not in self.members.fields and name not in self.members.constants:
            return self._unknown(f"{self.name}.{name} of an object", span)
        # An object of another class may have the attribute, or none of that name.
        term = where_there(self.name, name, var(field_variable(self.name, name), VALUE, span), span)
        if self.members.members:
            members = self.members.members
            attribute_value = self._by_member(
                {member: member for member in members} if name == "name" else members, span
            )
        elif name in self.members.constants:
            attribute_value = literal_term(self.members.constants[name], span)
        else:
            attribute_value = field_term(self.name, name, self.members, span)
        return make(
            "python.ite", [is_true(instance_variable(self.name), span), attribute_value, term], VALUE, None, span
        )

    def _by_member(self, values: Mapping[str, Any], span: Span) -> Term:
        """One of these values, by which member it is."""
        *other_names, last = values
        term = const(values[last], VALUE, span)
        for name in reversed(other_names):
            is_named = self._is_named(name, span)
            term = make("python.ite", [is_named, const(values[name], VALUE, span), term], VALUE, None, span)
        return term

    def _is_member(self, name: str, span: Span) -> Term:
        """Whether an object of the class is this member. Every value of the variable stands for a member: so no
        assumption has to be made of it."""
        *other_members, last = self.members.members
        if name != last:
            return self._is_named(name, span)
        tests = [
            make("python.not", [self._is_named(member_name, span)], VALUE, None, span) for member_name in other_members
        ]
        return make("python.and", [const(True, VALUE, span), *tests], VALUE, None, span)

    def _is_named(self, name: str, span: Span) -> Term:
        return compared(var(member_variable(self.name), VALUE, span), "==", const(name, VALUE, span), span)

    def _where_object(self, then: Term, orelse: Term, span: Span) -> Term:
        return make("python.ite", [is_true(given_variable(self.name), span), then, orelse], VALUE, None, span)

    def _plain(self, span: Span) -> Term:
        return var(self.name, VALUE, span)

    def _unknown(self, description: str, span: Span) -> Term:
        return make("python.object", (), VALUE, description, span)


def field_term(owner: str, name: str, members: ObjectMembers, span: Span) -> Term:
    """A field of an object, where it has it: a variable, which may stand for what is no plain value."""
    value = var(field_variable(owner, name), VALUE, span)
    if name in members.unsure:
        unknown = make("python.object", (), VALUE, f"{owner}.{name}, which may be any object", span)
        value = make("python.ite", [is_true(object_variable(owner, name), span), unknown, value], VALUE, None, span)
    return where_there(owner, name, value, span) if name in members.missing else value


def where_there(owner: str, name: str, value: Term, span: Span) -> Term:
    """What reading an attribute gives that an object may not have: where it has not, it raises AttributeError."""
    missing = make("python.attribute", [const(None, VALUE, span)], VALUE, name, span)
    return make("python.ite", [is_true(missing_variable(owner, name), span), missing, value], VALUE, None, span)


def literal_term(value: Any, span: Span) -> Term:
    """A literal that a class has as an attribute."""
    if isinstance(value, tuple):
        return make("python.tuple", [literal_term(component, span) for component in value], VALUE, None, span)
    return const(value, VALUE, span)


def is_true(variable: str, span: Span | None) -> Term:
    """Whether a variable is True."""
    return compared(var(variable, VALUE, span), "is", const(True, VALUE, span), span)


def variables_of(parameter: str, members: ObjectMembers) -> list[str]:
    """The variables that describe the object that a parameter may be."""
    names = sorted({*members.fields, *members.constants})
    return [
        given_variable(parameter),
        instance_variable(parameter),
        *(field_variable(parameter, name) for name in names),
        *(object_variable(parameter, name) for name in sorted(members.unsure)),
        *(missing_variable(parameter, name) for name in names),
        *([member_variable(parameter)] if members.members else ()),
    ]


def pairs_of(contract: ast.AST, members_by_parameter: Mapping[str, ObjectMembers], receiver: str) -> list[str]:
    """The variables that tell which names that a contract compares stand for one object."""
    variables: dict[str, None] = {}
    for node in ast.walk(contract):
        match node:
            case ast.Compare(
                left=ast.Name(id=first_name), ops=[ast.Is() | ast.IsNot()], comparators=[ast.Name(id=second_name)]
            ):
                # Whether two names stand for one object is a variable of its own, since each has fields of its own.
                if {first_name, second_name} <= {*members_by_parameter, receiver} and {
                    first_name,
                    second_name,
                } & members_by_parameter.keys():
                    variables[same_variable(first_name, second_name)] = None
    return [*variables]

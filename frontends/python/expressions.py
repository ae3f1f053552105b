"""Expressions: Lark trees to terms of sort VALUE. The layout of every operator is in `core/ir/operators/table.py`.

A term has a value and no identity. What depends on the identity of an object is left to others: a change in place is
an assignment where nobody can tell (`aliasing/`), and unsupported elsewhere.

Example: `a < b <= c` is one `python.compare`, so that b is evaluated once; `f"{x:>{n}}"` is a `python.format` with the
terms of x and n; `self.size` of a method's receiver is a variable, and `self.is_empty()` the call of a helper.

Invariant: a term has the value that CPython gives the expression, or raises where CPython does. What has another
meaning under some circumstance that is not seen here raises Unsupported, and the clause is marked. A clause that is
misread is worse than one that is not read.
"""

import struct
from typing import Any

from attrs import frozen
from lark import Token, Tree

from ...core.errors import Unsupported
from ...core.ir import library
from ...core.ir.operator_names import OperatorName, operator_name
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Comprehension, Generator, Target
from ...core.ir.terms import Term, const, make, subterms, var
from ...core.spans import Span
from .enum_expressions import EnumExpressions
from .made_terms import (
    called,
    changes_receiver,
    check_fields,
    checked_length,
    helper_call,
    item_getter,
    joined_span,
    matched,
    with_keys,
)
from .names import (
    CLASS_METHODS,
    MODULES,
    CompiledPattern,
    CompiledStruct,
    ImportedModule,
    Member,
    ObjectMembers,
    PythonScope,
    Unknown,
    field_variable,
    helper_signature,
    identifier,
    missing_variable,
    object_variable,
    target_names,
)
from .object_parameters import ObjectParameter, field_term, is_true, literal_term, where_there
from .parse import parse
from .source import PythonSource
from .strings import ReplacementField, format_parts, is_format, value

_COMPREHENSIONS = {
    "generator": "generator",
    "list_comprehension": "list",
    "set_comprehension": "set",
    "dict_comprehension": "dict",
}
_CONSTANTS = {"none": None, "true": True, "false": False, "ellipsis": ...}
_UNSUPPORTED = {
    "walrus": "assignment expression",
    "yield": "yield",
    "yield_from": "yield",
    "await": "await",
}
SET_ITEM, DELETE_ITEM = "__setitem__", "__delitem__"
"""The methods that an assignment to an item, and its deletion, call."""
_BY_NAME = frozenset({"keyword", "star_argument", "double_star_argument"})
"""Arguments that are not given by position."""
_CONVERSIONS = {"r": repr, "s": str, "a": ascii}


@frozen(slots=True)
class Lowering:
    """What an expression is read against: its text and the names in scope. `binds`: whether an assignment expression
    may bind a name here; not in an inner scope, and not in a clause, which has no effect where it is left out (but for
    `contract.binding_alone`)."""

    source: PythonSource
    scope: PythonScope
    binds: bool = False

    @property
    def named(self) -> EnumExpressions:
        """What expressions say here of members of enumerations."""
        return EnumExpressions(self.source, self.scope)

    def within(self, variables: frozenset[str]) -> "Lowering":
        return Lowering(self.source, self.scope.inner(variables))

    def term(self, tree: Tree[Any]) -> Term:
        """The term of an expression. Raises Unsupported, and ParseError for a malformed literal."""
        span = self.source.span(tree)
        children: list[Any] = tree.children
        match tree.data:
            case "name":
                parameter_given = self.named.parameter_of(tree)
                return (
                    self.scope.resolve(identifier(children[0]), span)
                    if parameter_given is None
                    else parameter_given.value(span)
                )
            case "number":
                return const(value(children[0], self.source), VALUE, span)
            case "strings":
                return self._strings(children, span)
            case "none" | "true" | "false" | "ellipsis" as name:
                return const(_CONSTANTS[name], VALUE, span)
            case "and" | "or" | "not" as name:
                return self._make(operator_name(f"python.{name}"), children, span)
            case "conditional":
                then, test, orelse = children
                return self._make("python.ite", [test, then, orelse], span)
            case "walrus" if self.binds:
                return make("python.assign", [self.term(children[1])], VALUE, identifier(children[0]), span)
            case "unary":
                return self._make("python.unary", children[1:], span, str(children[0]))
            case "binary":
                return self._binary(children, span)
            case "comparison":
                return self._comparison(tree, span)
            case "attribute":
                return self._attribute(children[0], identifier(children[1]), span)
            case "call":
                return self._call(children[0], children[1].children, span)
            case "subscript":
                return self._make("python.index", children, span)
            case "slice":
                # A missing bound is None in Python's own slices (language reference, 6.3.3).
                terms = [const(None, VALUE, span) if child is None else self.term(child) for child in children]
                return make("python.slice", terms, VALUE, None, span)
            case "list" | "set" | "tuple" | "starred" as name:
                return self._make(operator_name(f"python.{name}"), children, span)
            case "dict":
                return self._dict(children, span)
            case "lambda":
                return self._lambda(children, span)
            case "generator" | "list_comprehension" | "set_comprehension" | "dict_comprehension" as name:
                return self._comprehension(_COMPREHENSIONS[name], children, span)
            case name:
                raise Unsupported(_UNSUPPORTED.get(name, name), span)

    def _make(self, op: OperatorName, children: list[Any], span: Span, data: object = None) -> Term:
        return make(op, [self.term(child) for child in children], VALUE, data, span)

    def _binary(self, children: list[Any], span: Span) -> Term:
        result = self.term(children[0])
        # All others are left associative; the grammar nests `**` to the right.
        if len(children) == 3 and children[1].type == "DOUBLE_STAR":
            return make("python.binary", [result, self.term(children[2])], VALUE, "**", span)
        for operator, right in zip(children[1::2], children[2::2], strict=True):
            result = make("python.binary", [result, self.term(right)], VALUE, str(operator), self._until(span, right))
        return result

    def _until(self, whole_span: Span, last: Tree[Any]) -> Span:
        """The span from the start of an expression to the end of one of its operands."""
        end_span = self.source.span(last)
        return Span(whole_span.file, whole_span.line, whole_span.column, end_span.end_line, end_span.end_column)

    def _comparison(self, tree: Tree[Any], span: Span) -> Term:
        children: list[Any] = tree.children
        if len(children) == 3:
            # These forms are about what a value is, not about an operation: they come before the general comparison.
            term = self._is_none(tree, span) or self._is_same(tree, span) or self._contained(tree, span)
            term = term or self.named.is_member(tree, span)
            if term is not None:
                return term
        operands = self.named.operands(children, self.term)
        # A middle operand stands in two links and is evaluated once in Python: it must not have an effect.
        for middle in operands[1:-1]:
            changing = [term for term in subterms(middle) if changes_receiver(term)]
            if changing:
                raise Unsupported("chained comparison over a call with an effect", changing[0].span)
        operators = [" ".join(child.children) for child in children[1::2]]
        links = [
            make("python.compare", (left, right), VALUE, operator, joined_span(left, right, span))
            for left, operator, right in zip(operands, operators, operands[1:], strict=False)
        ]
        return links[0] if len(links) == 1 else make("python.and", links, VALUE, None, span)

    def _attribute(self, receiver: Tree[Any], name: str, span: Span) -> Term:
        module = self._module(receiver)
        if module is not None:
            return module.member(name, span)
        if name in ("size", "format") and (compiled := self._struct(receiver)) is not None:
            return const(getattr(struct.Struct(compiled.format), name), VALUE, span)
        # Objects of the module's classes before plain values: they say themselves what their attributes are.
        if (of_object := self._member_of_object(receiver, name, span)) is not None:
            return of_object
        if (of_member := self.named.attribute(receiver, name, span)) is not None:
            return of_member
        term = self.term(receiver)
        check_fields(term, name, span)
        if term.op == "const" and isinstance(term.data, type) and (term.data, name) in CLASS_METHODS:
            return const(CLASS_METHODS[term.data, name], VALUE, span)
        return make("python.attribute", [term], VALUE, name, span)

    def _member_of_object(self, receiver: Tree[Any], name: str, span: Span) -> Term | None:
        """What reading an attribute of an object is: a variable, or the call of a property."""
        if (pair := self.named.object_of(receiver)) is None:
            return None
        owner, members = pair
        if members.of_class:
            return ObjectParameter(owner, members).attribute(name, span)
        if name in members.properties:
            return helper_call(owner, name, [], (), span)
        if name in members.constants:
            return literal_term(members.constants[name], span)
        if name in members.assigned:
            return var(field_variable(owner, name), VALUE, span)
        if name not in members.fields:
            return None
        return field_term(owner, name, members, span)

    def _unsure(self, tree: Tree[Any]) -> tuple[str, str, ObjectMembers] | None:
        """The object and the name of an attribute that may hold what is no plain value, and what terms may say of the
        object."""
        if tree.data != "attribute" or (pair := self.named.object_of(tree.children[0])) is None:
            return None
        name = identifier(tree.children[1])
        return (pair[0], name, pair[1]) if name in pair[1].unsure else None

    def _is_none(self, tree: Tree[Any], span: Span) -> Term | None:
        """The term of `self.next is None`: a value that is not plain is not None."""
        children: list[Any] = tree.children
        left, operator, right = children
        words = " ".join(operator.children)
        if words not in ("is", "is not") or right.data != "none":
            return None
        if (parameter_given := self.named.parameter_of(left)) is not None:
            return parameter_given.is_none(words, span)
        if (unsure_field := self._unsure(left)) is None:
            return None
        # A field that may hold an object has a marker for that, under which it is not None; else its variable says.
        owner, name, members = unsure_field
        value = var(field_variable(owner, name), VALUE, span)
        term = const(words == "is not", VALUE, span)
        is_none_term = make("python.compare", (value, const(None, VALUE, span)), VALUE, words, span)
        answer_term = make(
            "python.ite", [is_true(object_variable(owner, name), span), term, is_none_term], VALUE, None, span
        )
        return where_there(owner, name, answer_term, span) if name in members.missing else answer_term

    def _is_same(self, tree: Tree[Any], span: Span) -> Term | None:
        """The term of `other is self`, and of identity between parameters that may be objects."""
        children: list[Any] = tree.children
        left, operator, right = children
        words = " ".join(operator.children)
        parameter_given, pair = self.named.parameter_of(left), self.named.object_of(right)
        if parameter_given is None:
            parameter_given, pair = self.named.parameter_of(right), self.named.object_of(left)
        # Only identity with an object that is known: of plain values it is left to `python.compare`, and mostly
        # unknown.
        if words not in ("is", "is not") or parameter_given is None or pair is None:
            return None
        term = parameter_given.is_same(*pair, span)
        return term if words == "is" else make("python.not", [term], VALUE, None, span)

    def _is_instance(self, arguments: list[Any], span: Span) -> Term | None:
        """`isinstance(other, Order)` of a parameter that may be an object of that class, and `isinstance(c, str)` of
        one that may be a member of an enumeration."""
        if len(arguments) != 2 or self.scope.lookup("isinstance") is not False:
            return None
        parameter_given = self.named.parameter_of(arguments[0])
        if (
            parameter_given is not None
            and parameter_given.members.members
            and (kinds := self.named.builtin_types(arguments[1]))
        ):
            return parameter_given.is_builtin(kinds, span)
        if parameter_given is None or arguments[1].data != "name":
            return None
        name = identifier(arguments[1].children[0])
        return parameter_given.is_instance(span) if self.is_declared_class(name, parameter_given) else None

    def is_declared_class(self, name: str, parameter_given: ObjectParameter) -> bool:
        """Whether a name stands for the class that a parameter is declared to take objects of."""
        return name == parameter_given.members.of_class and isinstance(self.scope.lookup(name), Unknown)

    def _of_object(self, name: str, arguments: list[Any], span: Span) -> Term | None:
        """`len(self)`, which is checked, as what `__len__` returns, and `hasattr(self, "size")`; None for other
        calls."""
        if name == "hasattr" and self.scope.lookup(name) is False and len(arguments) == 2:
            return self._has(arguments[0], arguments[1], span)
        if name != "len" or self.scope.lookup(name) is not False or len(arguments) != 1:
            return None
        if (pair := self.named.object_of(arguments[0])) is None or "__len__" not in pair[1].methods:
            return None
        return checked_length(helper_call(pair[0], "__len__", [], (), span), span)

    def _has(self, receiver: Tree[Any], key: Tree[Any], span: Span) -> Term | None:
        """Whether an object has an attribute; None where that is not known, or not asked of one."""
        if (pair := self.named.object_of(receiver)) is None or pair[1].of_class or key.data != "strings":
            return None
        owner, members = pair
        name = self.term(key).data
        if str(name).startswith("__"):
            return None  # An attribute `self.__x` has another name.
        # Whether it is there is a variable, by which an input may have it or not.
        if name in members.missing:
            return make("python.not", [is_true(missing_variable(owner, name), span)], VALUE, None, span)
        always = name in members.fields or name in members.constants or name in members.methods
        return const(True, VALUE, span) if always else None

    def _contained(self, tree: Tree[Any], span: Span) -> Term | None:
        """`x in self`: whether what `__contains__` returns is true."""
        children: list[Any] = tree.children
        left, operator, right = children
        words = " ".join(operator.children)
        if words not in ("in", "not in") or (pair := self.named.object_of(right)) is None:
            return None
        if "__contains__" not in pair[1].methods:
            return None
        contains_term = make(
            "python.not", [helper_call(pair[0], "__contains__", [self.term(left)], (None,), span)], VALUE, None, span
        )
        # Twice `not`: `in` gives a truth value, whatever `__contains__` returns (language reference, 6.10.2).
        return contains_term if words == "not in" else make("python.not", [contains_term], VALUE, None, span)

    def _module(self, tree: Tree[Any]) -> ImportedModule | None:
        """The module that an expression names, if it does: `math`, or `collections.abc` after `import collections`."""
        match tree.data:
            case "name":
                meaning = self.scope.lookup(identifier(tree.children[0]))
                return meaning if isinstance(meaning, ImportedModule) else None
            case "attribute":
                package = self._module(tree.children[0])
                name = "" if package is None else f"{package.name}.{identifier(tree.children[1])}"
                return ImportedModule(name) if name in MODULES or name in library.MODULES else None
            case _:
                return None

    def _call(self, callee: Tree[Any], arguments: list[Any], span: Span) -> Term:
        # From the most special reading to the most general one: each returns None where it does not apply, and the
        # last, a call of what the callee's term is, always does.
        if callee.data == "name":
            name = identifier(callee.children[0])
            term = self._of_fresh(name, arguments, span) or self._of_object(name, arguments, span)
            if name == "isinstance" and term is None:
                term = self._is_instance(arguments, span)
            if term is not None:
                return term
        if callee.data == "lambda" and (applied := self._applied(callee, arguments, span)) is not None:
            return applied
        terms, kinds = self.arguments(arguments)
        if self.is_of_module(callee, "operator", "itemgetter"):
            return item_getter(terms, kinds, span)
        # A method of an object becomes a helper function of the contract with the object's fields as arguments.
        if callee.data == "attribute" and (pair := self.named.object_of(callee.children[0])) is not None:
            owner, members = pair
            if (name := identifier(callee.children[1])) in members.methods:
                return helper_call(owner, name, terms, kinds, span)
        # A compiled pattern or format is no plain value, but its methods are functions of modules over values that are.
        if callee.data == "attribute" and (pattern := self._pattern(callee.children[0])) is not None:
            return matched(pattern, identifier(callee.children[1]), terms, kinds, span)
        if callee.data == "attribute" and (compiled := self._struct(callee.children[0])) is not None:
            if (name := identifier(callee.children[1])) not in compiled.METHODS:
                raise Unsupported(f"method {name!r} of a struct", span)
            return called(getattr(struct, name), [const(compiled.format, VALUE, span), *terms], span, (None, *kinds))
        if callee.data == "attribute" and self._module(callee.children[0]) is None:
            receiver, name = self.term(callee.children[0]), identifier(callee.children[1])
            check_fields(receiver, name, span)
            # `dict.fromkeys` and its like: a function that a type has, called on no value of it.
            if receiver.op == "const" and isinstance(receiver.data, type) and (receiver.data, name) in CLASS_METHODS:
                return called(CLASS_METHODS[receiver.data, name], terms, span, kinds)
            return make("python.method", [receiver, *terms], VALUE, (name, kinds), span)
        function = self.term(callee)
        # `dict(a=1)` is `{'a': 1}`: a dict with keys that are names.
        if (
            function.op == "const"
            and function.data is dict
            and all(kind and not kind.startswith("*") for kind in kinds)
        ):
            return with_keys(dict(zip(filter(None, kinds), terms, strict=True)), span)
        return make("python.call", [function, *terms], VALUE, kinds, span)

    def _applied(self, function: Tree[Any], arguments: list[Any], span: Span) -> Term | None:
        """`(lambda a, b=1, *rest: …)(x, y)`, as the call of a lambda that has neither defaults nor stars; None where
        what the parameters are is not told by the text, and for a call without need of it."""
        parameters, body = function.children
        signature = helper_signature(parameters.children)
        terms, kinds = self.arguments(arguments)
        if (signature.is_plain and not signature.with_default) or not {"*", "**"}.isdisjoint(kinds):
            return None
        written = [child.children[-1] for child in parameters.children if child.data == "parameter"]
        defaults = [self.term(written_default) for written_default in written if written_default is not None]
        operands = (default.args[0] if default.op == "python.unary" else default for default in defaults)
        # A default is evaluated where the lambda is made, once. Only constants and variables have no effect and cannot
        # raise, so that they may be evaluated at the call instead.
        if any(written_default.op not in ("const", "var") for written_default in operands):
            return None  # It is computed also where it is not needed.
        by_position = [term for term, kind in zip(terms, kinds, strict=True) if kind is None]
        keywords = {kind: term for term, kind in zip(terms, kinds, strict=True) if kind is not None}
        bound = signature.bound(by_position, keywords, defaults)
        if bound is None:
            return None
        values = dict(bound.values)
        if signature.rest:
            values[signature.rest] = make("python.tuple", bound.rest, VALUE, None, span)
        if signature.options:
            values[signature.options] = with_keys(bound.options, span)
        result = self.within(frozenset(values)).term(body)
        callee = make("python.lambda", [result], VALUE, tuple(values), span)
        return make("python.call", [callee, *values.values()], VALUE, (None,) * len(values), span)

    def is_of_module(self, tree: Tree[Any], module: str, name: str) -> bool:
        """Whether an expression names this member of a module."""
        if tree.data == "name":
            return self.scope.lookup(identifier(tree.children[0])) == Member(ImportedModule(module), name)
        owner = self._module(tree.children[0]) if tree.data == "attribute" else None
        return owner == ImportedModule(module) and identifier(tree.children[1]) == name

    def _of_fresh(self, name: str, arguments: list[Any], span: Span) -> Term | None:
        """`next(iter(x))` and `next(… for …)`, which change nothing that anyone else has, and `getattr(x, "name")`,
        which is the attribute; None for other calls."""
        if name not in ("next", "getattr") or self.scope.lookup(name) is not False:
            return None
        if not arguments or any(tree.data in _BY_NAME for tree in arguments):
            return None
        first, *further_arguments = arguments
        # `next` of an iterator that is made right here changes nothing that lives on; of any other iterator it would.
        if name == "next" and len(further_arguments) < 2 and (iterator_term := self._iterator(first)) is not None:
            return called(next, [iterator_term, *map(self.term, further_arguments)], span)
        if (
            name == "getattr"
            and further_arguments
            and len(further_arguments) < 3
            and further_arguments[0].data == "strings"
        ):
            key = self.term(further_arguments[0])
            if key.op == "const" and isinstance(key.data, str) and not key.data.startswith("__"):
                return self._attribute_or(
                    first, key, further_arguments[1:], self._has(first, further_arguments[0], span), span
                )
        return None

    def _iterator(self, tree: Tree[Any]) -> Term | None:
        """An iterator that an expression makes."""
        if tree.data == "generator":
            return self.term(tree)
        if tree.data != "call" or tree.children[0].data != "name":
            return None
        name = identifier(tree.children[0].children[0])
        if name != "iter" or self.scope.lookup(name) is not False:
            return None
        terms, kinds = self.arguments(tree.children[1].children)
        span = self.source.span(tree)
        return called(iter, terms, span) if kinds == (None,) else None

    def _attribute_or(
        self, receiver: Tree[Any], key: Term, default: list[Any], has_attribute: Term | None, span: Span
    ) -> Term:
        """`getattr(x, "name")`, or `x.name if hasattr(x, "name") else default`. `has_attribute`: whether an object has
        it."""
        attribute = self._attribute(receiver, key.data, span)
        if not default:
            return attribute
        if has_attribute is None and (
            attribute.op != "python.attribute" or self.term(receiver).op not in ("var", "const")
        ):
            raise Unsupported("getattr with a default", span)
        # The receiver stands twice, in the test and in the attribute: above it was seen to be a name or a constant.
        test = called(hasattr, [self.term(receiver), key], span) if has_attribute is None else has_attribute
        term = self.term(default[0])
        if term.op not in ("const", "var"):
            raise Unsupported("getattr with a default that is computed", span)  # It is computed anyway.
        return make("python.ite", [test, attribute, term], VALUE, None, span)

    def _pattern(self, tree: Tree[Any]) -> CompiledPattern | None:
        """The compiled pattern that an expression names, if it does."""
        meaning = self.scope.lookup(identifier(tree.children[0])) if tree.data == "name" else None
        return meaning if isinstance(meaning, CompiledPattern) else None

    def _struct(self, tree: Tree[Any]) -> CompiledStruct | None:
        """The compiled format of a struct that an expression names, if it does."""
        found = self.scope.lookup(identifier(tree.children[0])) if tree.data == "name" else None
        return found if isinstance(found, CompiledStruct) else None

    def arguments(self, trees: list[Any]) -> tuple[list[Term], tuple[str | None, ...]]:
        """The terms of the arguments of a call, and for each None, ``*``, ``**`` or its keyword."""
        terms: list[Term] = []
        kinds: list[str | None] = []
        for tree in trees:
            match tree.data:
                case "keyword":
                    kinds.append(identifier(tree.children[0]))
                    terms.append(self.term(tree.children[1]))
                case "star_argument":
                    kinds.append("*")
                    terms.append(self.term(tree.children[0]))
                case "double_star_argument":
                    kinds.append("**")
                    terms.append(self.term(tree.children[0]))
                case _:
                    kinds.append(None)
                    terms.append(self.term(tree))
        return terms, tuple(kinds)

    def _dict(self, children: list[Any], span: Span) -> Term:
        terms: list[Term] = []
        for child in children:
            if child.data == "double_star":
                child_span = self.source.span(child)
                terms.append(make("python.starred", [self.term(child.children[0])], VALUE, None, child_span))
                terms.append(const(None, VALUE, child_span))
            else:
                terms += [self.term(child.children[0]), self.term(child.children[1])]
        return make("python.dict", terms, VALUE, None, span)

    def _lambda(self, children: list[Any], span: Span) -> Term:
        names = []
        for parameter in children[0].children:
            if parameter.data != "parameter" or parameter.children[1] is not None:
                raise Unsupported("lambda with defaults or starred parameters", self.source.span(parameter))
            names.append(identifier(parameter.children[0]))
        body = self.within(frozenset(names)).term(children[1])
        return make("python.lambda", [body], VALUE, tuple(names), span)

    def _comprehension(self, kind: str, children: list[Any], span: Span) -> Term:
        element, *loops = children
        bound = frozenset(name for loop in loops for name in target_names(loop.children[1]))
        inner_lowering = self.within(bound)
        terms: list[Term] = []
        generators = []
        for number, loop in enumerate(loops):
            is_async, target, iterable, *conditions = loop.children
            if is_async is not None:
                raise Unsupported("asynchronous comprehension", span)
            # The first iterable is evaluated outside of the comprehension, and does not see its names.
            terms.append((inner_lowering if number else Lowering(self.source, self.scope)).term(iterable))
            terms += [inner_lowering.term(condition.children[0]) for condition in conditions]
            generators.append(Generator(self.target(target), len(conditions)))
        if kind == "dict":
            terms += [inner_lowering.term(child) for child in element.children]
        else:
            terms.append(inner_lowering.term(element))
        return make("python.comprehension", terms, VALUE, Comprehension(kind, tuple(generators)), span)

    def target(self, tree: Tree[Any]) -> Target:
        """What an assignment binds. Raises Unsupported for a subscript or a starred target, and for an attribute that
        is no variable."""
        match tree.data:
            case "name":
                return identifier(tree.children[0])
            case "attribute" if (pair := self.named.object_of(tree.children[0])) is not None:
                owner, members = pair
                name = identifier(tree.children[1])
                # In a function inside it would be a variable of that one.
                if name in members.assigned and owner in self.scope.imports:
                    return field_variable(owner, name)
                raise Unsupported("assignment to an attribute", self.source.span(tree))
            case "tuple" | "list":
                return tuple(self.target(child) for child in tree.children)
            case name:
                raise Unsupported(f"assignment to {_TARGETS[name]}", self.source.span(tree))

    def _strings(self, tokens: list[Token], span: Span) -> Term:
        if not any(is_format(token) for token in tokens):
            first, *rest = (value(token, self.source) for token in tokens)
            return const(first if not rest else type(first)().join([first, *rest]), VALUE, span)
        pieces_joined: list[str | tuple[str | None, str]] = []
        terms: list[Term] = []
        for token in tokens:
            pieces = format_parts(token, self.source) if is_format(token) else (value(token, self.source),)
            for piece in pieces:
                match piece:
                    # Neighbouring texts become one, so that equal strings are one term.
                    case str() if pieces_joined and isinstance(pieces_joined[-1], str):
                        pieces_joined[-1] += piece
                    case str():
                        pieces_joined.append(piece)
                    case ReplacementField():
                        data, term = self._field(piece, token)
                        pieces_joined.append(data)
                        terms.append(term)
        return make("python.format", terms, VALUE, tuple(pieces_joined), span)

    def _field(self, field: ReplacementField, token: Token) -> tuple[tuple[str | None, str], Term]:
        term = self._field_expression(field, token)
        if all(isinstance(format_piece, str) for format_piece in field.format):
            return (field.conversion, "".join(map(str, field.format))), term
        # A format with fields: format(value, text), which is what the language reference says a field means.
        span = self.source.span(token)
        if field.conversion is not None:
            term = called(_CONVERSIONS[field.conversion], [term], span)
        pieces: list[str | tuple[str | None, str]] = []
        terms = []
        for format_piece in field.format:
            if isinstance(format_piece, str):
                pieces.append(format_piece)
            else:
                data, inner_term = self._field(format_piece, token)
                pieces.append(data)
                terms.append(inner_term)
        text = make("python.format", terms, VALUE, tuple(pieces), span)
        return (None, ""), called(format, [term, text], span)

    def _field_expression(self, field: ReplacementField, token: Token) -> Term:
        """Read the field in place, in brackets, as the reference says: the first replaces the field's brace."""
        field_source = self.source.inside((token.start_pos or 0) + field.offset, field.expression)
        return Lowering(field_source, self.scope, self.binds).term(parse(field_source, "expression"))


_TARGETS = {"attribute": "an attribute", "subscript": "a subscript", "starred": "a starred name"}

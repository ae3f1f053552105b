"""Statements: Lark trees to `core/ir/statements.py`. What is not lowered becomes `OpaqueStatement`, with its place.

Example: `with lock: assert x > 0` is an `OpaqueStatement("with statement")`, and clause 0 has the problem *with
statement*. Clauses behind it are lowered, and the encoding marks them as depending on an unknown statement. `assert
await f()` has no effect where it is left out: there only the clause itself is marked.

Invariant: every `assert` of the contract keeps its number, whether it is lowered or not (`clauses`), and every
statement that may change what a later clause sees is either lowered with its meaning or opaque. Nothing is left out
silently.
"""

from collections.abc import Iterable
from typing import Any

from attrs import define, field
from lark import Tree

from ...core.errors import Unsupported
from ...core.ir.contracts import Problem
from ...core.ir.library import EXCEPTIONS
from ...core.ir.sorts import VALUE
from ...core.ir.statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    ExceptHandler,
    For,
    If,
    OpaqueStatement,
    Raise,
    Return,
    Statement,
    Try,
    While,
    raised_name,
)
from ...core.ir.terms import Term, make, subterms, var
from ...core.spans import Span
from .aliasing.augmented_assignments import METHODS, augmented, is_number
from .expressions import DELETE_ITEM, SET_ITEM, Lowering
from .made_terms import called, changes_receiver, is_instance, sliced
from .matching import match_statement
from .names import ModuleException, PythonScope, function_bindings, helper_signature, identifier, imported, target_names
from .source import PythonSource

_OPAQUE = {
    "class": "class definition",
    "decorated": "decorator",
    "async": "asynchronous statement",
    "except_group": "except*",
}


_OF_ARGUMENTS = frozenset(
    {"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "BaseExceptionGroup", "ExceptionGroup"}
)
"""Exceptions that are not made without arguments, nor of any."""
_OF_NUMBERS = frozenset({"/", "//", "%", "**", "<<", ">>"})
"""The operators by which no container changes in place."""


def _evaluated(terms: Iterable[Term]) -> list[Statement]:
    """Statements that evaluate what may raise."""
    return [Evaluate(term, term.span) for term in terms if term.op not in ("const", "var", "python.lambda")]


@define(slots=True)
class BlockLowering:
    """Lowers the statements of one contract.

    `clauses` numbers its assert statements, of which those in `binding` may bind names; `problems` collects why some of
    them are not lowered. `handling`: the names of the exceptions that are handled where it is.
    """

    source: PythonSource
    clauses: dict[int, int]
    binding: frozenset[int] = frozenset()
    problems: dict[int, list[Problem]] = field(factory=dict)
    handling: tuple[str, ...] = ()

    def statements(self, trees: Iterable[Tree[Any]], scope: PythonScope) -> tuple[Statement, ...]:
        """The statements of a block, in order. Raises ParseError only for bad literals."""
        lowered: list[Statement] = []
        for tree in trees:
            try:
                lowered += self._statement(tree, scope)
            except Unsupported as problem:
                lowered += self._unsupported(tree, problem)
        return tuple(lowered)

    def _unsupported(self, tree: Tree[Any], problem: Unsupported) -> list[Statement]:
        """Why a statement, and each clause in it, is not lowered."""
        span = problem.span or self.source.span(tree)
        for inner in tree.iter_subtrees_topdown():
            if id(inner) in self.clauses:
                self.problems.setdefault(self.clauses[id(inner)], []).append(Problem(problem.construct, span))
        if id(tree) in self.clauses and not any(True for _ in tree.find_data("walrus")):
            return []  # An assertion has no effect: its clause says what is missing.
        return [OpaqueStatement(problem.construct, span)]

    def _statement(self, tree: Tree[Any], scope: PythonScope) -> list[Statement]:
        span = self.source.span(tree)
        children: list[Any] = tree.children
        # A name that a clause binds would be missing where the clause is left out.
        lowering = Lowering(self.source, scope, binds=tree.data != "assert" or id(tree) in self.binding)
        match tree.data:
            case "assert" if id(tree) not in self.clauses:
                # In a function of the module it refuses what that is called with (reference, section 7.3).
                refused = Raise("AssertionError", span)
                message = [] if children[1] is None else _evaluated([lowering.term(children[1])])
                return [If(lowering.term(children[0]), (), (*message, refused), span)]
            case "assert":
                return [Check(self.clauses[id(tree)], lowering.term(children[0]), span)]
            case "assignment":
                return self._assignment(children, lowering, span)
            case "augmented_assignment":
                return self._augmented(children, lowering, span)
            case "annotated_assignment":
                target = lowering.target(children[0])
                return [] if children[2] is None else [Assign(target, lowering.term(children[2]), span)]
            case "expression_statement":
                term = lowering.term(children[0])
                return [] if term.op in ("const", "python.lambda") else [Evaluate(term, span)]
            case "if":
                return [self._if(children, lowering, span)]
            case "while":
                return [While(lowering.term(children[0]), *self._loop(children[1:], scope), span)]
            case "for":
                target, iterable = lowering.target(children[0]), lowering.term(children[1])
                return [For(target, iterable, *self._loop(children[2:], scope), span)]
            case "match":
                return match_statement(children, lowering, lambda suite: self._suite(suite, scope), span)
            case "try":
                return [self._try(children, scope, span)]
            case "with":
                return self._suppressed(children, lowering, span)
            case "function":
                return [self._function(children, scope, span)]
            case "return":
                return [Return(None if children[0] is None else lowering.term(children[0]), span)]
            case "raise":
                return self._raise(children, lowering, span)
            case "delete":
                return [_deleted(element, lowering, span) for element in _elements(children[0]) or children]
            case "import" | "from_import":
                return self._import(tree, span)
            case "pass":
                return []
            case "break":
                return [Break(span)]
            case "continue":
                return [Continue(span)]
            case "global" | "nonlocal" if all(identifier(child) not in scope.variables for child in children):
                return []  # What it is about is not bound here, and what mentions it is not lowered.
            case "global" | "nonlocal" as name:
                raise Unsupported(f"{name} {', '.join(children)}", span)
            case name:
                raise Unsupported(_OPAQUE[name], span)

    def _suite(self, suite: Tree[Any], scope: PythonScope) -> tuple[Statement, ...]:
        return self.statements(suite.children, scope)

    def _suite_of(self, name: str, children: list[Any], scope: PythonScope) -> tuple[Statement, ...]:
        """The statements of the last part when it is of that name: `else` or `finally`."""
        for child in children:
            if child.data == name:
                return self._suite(child.children[-1], scope)
        return ()

    def _assignment(self, children: list[Any], lowering: Lowering, span: Span) -> list[Statement]:
        *trees, last = children
        value = lowering.term(last)
        if len(trees) == 1 and trees[0].data == "subscript":
            return [_set_item(lowering.term(trees[0]), value, span)]
        if len(trees) == 1 and any(child.data == "starred" for child in _elements(trees[0])):
            return self._starred_assignment(_elements(trees[0]), value, lowering, span)
        targets = [lowering.target(tree) for tree in trees]
        if len(targets) == 1:
            return [Assign(targets[0], value, span)]
        # The value is evaluated once: the first name that stands alone carries it to the other targets.
        unpacked = {name for tree in trees if tree.data != "name" for name in target_names(tree)}
        carriers = [target for target in targets if isinstance(target, str) and target not in unpacked]
        if not carriers:
            raise Unsupported("chained assignment without a plain name", span)
        targets.remove(carriers[0])
        carried = var(carriers[0], VALUE, span)
        return [Assign(carriers[0], value, span), *(Assign(target, carried, span) for target in targets)]

    def _augmented(self, children: list[Any], lowering: Lowering, span: Span) -> list[Statement]:
        """`x += value`, and `whole[place] += value`, whose element may be no list: that could change in place, and be a
        part of something else."""
        is_item = children[0].data == "subscript"
        target = None if is_item else lowering.target(children[0])
        operator = str(children[1])[:-1]
        before, value = lowering.term(children[0]), lowering.term(children[2])
        after = make("python.binary", [before, value], VALUE, operator, span)
        if target is None:
            if operator not in _OF_NUMBERS and not (operator in ("+", "-") and is_number(value)):
                raise Unsupported("assignment to a subscript", span)
            if before.args[1].op == "python.slice":
                raise Unsupported("assignment to a slice", span)  # What is read is a new list.
            return _set_again(before, operator, value, span)
        if isinstance(target, str) and operator in METHODS:
            return [augmented(target, operator, value, span)]
        return [Assign(target, after, span)]

    def _starred_assignment(self, elements: list[Any], value: Term, lowering: Lowering, span: Span) -> list[Statement]:
        """`a, *b, c = value`: the parts before and after the star are slices of a list of the elements. Unpacking a
        slice that is too short raises what Python raises."""
        # Python's grammar allows one star.
        star = next(number for number, child in enumerate(elements) if child.data == "starred")
        after = len(elements) - star - 1
        name = f"_elements_{span.line}_{span.column}"
        whole = var(name, VALUE, span)
        rest = sliced(whole, star, None, span)
        before = tuple(lowering.target(child) for child in elements[:star])
        behind = tuple(lowering.target(child) for child in elements[star + 1 :])
        # The value is unpacked into a list once: an iterator could not be sliced twice.
        lowered: list[Statement] = [Assign(name, called(list, [value], span), span)]
        if before:
            lowered.append(Assign(before, sliced(whole, None, star, span), span))
        if behind:
            lowered.append(Assign(behind, sliced(rest, -after, None, span), span))
        middle = sliced(rest, None, -after if behind else None, span)
        return [*lowered, Assign(lowering.target(elements[star].children[0]), middle, span)]

    def _loop(self, parts: list[Any], scope: PythonScope) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
        """The body of a loop, and what runs where no `break` ended it."""
        return self._suite(parts[0], scope), self._suite_of("else", parts, scope)

    def _if(self, children: list[Any], lowering: Lowering, span: Span) -> If:
        branches = [(children[0], children[1])]
        branches += [(child.children[0], child.children[1]) for child in children[2:] if child.data == "elif"]
        scope = lowering.scope
        orelse = self._suite_of("else", children, scope)
        lowered = [(lowering.term(test), self._suite(suite, scope)) for test, suite in branches]
        for test, then in reversed(lowered[1:]):
            orelse = (If(test, then, orelse, test.span),)
        return If(*lowered[0], orelse, span)

    def _try(self, children: list[Any], scope: PythonScope, span: Span) -> Try:
        handlers = []
        for child in children:
            if child.data == "except_group":
                raise Unsupported("except*", self.source.span(child))
            if child.data == "except":
                handlers.append(self._handler(child, scope))
        return Try(
            self._suite(children[0], scope),
            tuple(handlers),
            self._suite_of("else", children, scope),
            self._suite_of("finally", children, scope),
            span,
        )

    def _suppressed(self, children: list[Any], lowering: Lowering, span: Span) -> list[Statement]:
        """`with suppress(ValueError): …` of contextlib, as a `try` whose handler does nothing. Raises Unsupported for
        other context managers, which may do anything."""
        *items, suite = children
        body = self._suite(suite, lowering.scope)
        for item in reversed(items):
            if item.data != "call" or not lowering.is_of_module(item.children[0], "contextlib", "suppress"):
                raise Unsupported("with statement", span)
            names = tuple(self._exception(exception, lowering.scope) for exception in item.children[1].children)
            if names:  # A handler of nothing in particular would catch everything.
                body = (Try(body, (ExceptHandler(names, None, ()),), (), (), span),)
        return list(body)

    def _handler(self, tree: Tree[Any], scope: PythonScope) -> ExceptHandler:
        parts: list[Any] = tree.children
        caught, name, suite = parts
        names: tuple[str, ...] = ()
        if caught is not None:
            trees = caught.children if caught.data == "tuple" else [caught]
            names = tuple(self._exception(exception, scope) for exception in trees)
            # `except ():` catches nothing; a handler without names is one of everything.
            if not names:
                raise Unsupported("a handler of no exception", self.source.span(tree))
        bound = None if name is None else identifier(name)
        before, self.handling = self.handling, self.handling if bound is None else (*self.handling, bound)
        try:
            return ExceptHandler(names, bound, self._suite(suite, scope))
        finally:
            self.handling = before

    def _exception(self, tree: Tree[Any], scope: PythonScope) -> str:
        if tree.data == "name" and scope.exception(name := identifier(tree.children[0])):
            return name
        if tree.data in ("name", "attribute"):
            term = Lowering(self.source, scope).term(tree)
            # By identity: `IOError` is another name of `OSError`, and a module may have names of its own for one.
            known = (name for name, kind in EXCEPTIONS.items() if term.op == "const" and term.data is kind)
            if name := next(known, ""):
                return name
        raise Unsupported("an exception that is not a builtin one", self.source.span(tree))

    def _raise(self, children: list[Any], lowering: Lowering, span: Span) -> list[Statement]:
        raised, cause = children
        if raised is None:
            return [Raise(None, span)]
        arguments: list[Tree[Any]] = []
        if raised.data == "call":
            arguments = raised.children[1].children
            raised = raised.children[0]
        own = lowering.scope.lookup(identifier(raised.children[0])) if raised.data == "name" else None
        is_own = isinstance(own, ModuleException)
        # A handler sees the builtin base of a class of the module, which `raised_name` keeps beside its own name.
        name = own.base if isinstance(own, ModuleException) else self._exception(raised, lowering.scope)
        terms, kinds = lowering.arguments(arguments)
        if name in _OF_ARGUMENTS or any(kind is not None for kind in kinds):
            raise Unsupported(f"the arguments of {name}", span)
        name = raised_name(identifier(raised.children[0]), name) if is_own else name
        is_handled = cause is not None and cause.data == "name" and identifier(cause.children[0]) in self.handling
        if cause is None or cause.data == "none" or is_handled:
            return [*_evaluated(terms), Raise(name, span)]
        # As a cause what is no exception, nor a class of such, raises TypeError.
        given = lowering.term(cause)
        fits = is_instance(given, (BaseException, type, type(None)), span)
        return [*_evaluated(terms), If(fits, (), (Raise("TypeError", span),), span), Raise(name, span)]

    def _import(self, tree: Tree[Any], span: Span) -> list[Statement]:
        """Nothing: the scope has the names. A star import of an unknown module may bind anything."""
        for item in tree.children[1:]:
            if item.data == "star" and not any(True for _ in imported(tree)):
                raise Unsupported("star import", span)
        return []

    def _function(self, children: list[Any], scope: PythonScope, span: Span) -> Statement:
        token, parameters, _annotation, suite = children
        name = identifier(token)
        lowering = Lowering(self.source, scope)
        names = [identifier(child.children[0]) for child in parameters.children if child.children]
        defaults: list[Term] = []
        try:
            signature = helper_signature(parameters.children)
            for parameter in parameters.children:
                if parameter.data == "parameter" and parameter.children[2] is not None:
                    defaults.append(lowering.term(parameter.children[2]))
            if is_generator(suite):
                raise Unsupported("generator function", span)
        except Unsupported as problem:
            # Defining it is harmless; calling it is not lowered.
            body = tuple(self._unsupported(suite, problem))
            return Define(name, tuple(names), (), body, span)
        variables, imports = function_bindings(suite.children)
        inner = scope.inner(variables | frozenset(names), imports)
        special = None if signature.is_plain else signature
        return Define(name, tuple(names), tuple(defaults), self.statements(suite.children, inner), span, special)


def _elements(target: Tree[Any]) -> list[Any]:
    """The targets in a tuple or list of targets."""
    return target.children if target.data in ("tuple", "list") else []


def _deleted(target: Tree[Any], lowering: Lowering, span: Span) -> Statement:
    """`del item`, as the call of a method. Raises Unsupported for another target."""
    if target.data != "subscript":
        raise Unsupported("del statement", span)
    return Evaluate(make("python.method", lowering.term(target).args, VALUE, (DELETE_ITEM, (None,)), span), span)


def _set_item(item: Term, value: Term, span: Span) -> Statement:
    """`item = value`, as the call of a method."""
    whole, term = item.args
    return Evaluate(make("python.method", [whole, term, value], VALUE, (SET_ITEM, (None, None)), span), span)


def _set_again(item: Term, operator: str, value: Term, span: Span) -> list[Statement]:
    """`whole[place] operator= value`, whose place is evaluated once (reference, section 7.2.1)."""
    whole, place = item.args
    statements: list[Statement] = []
    # The place is mentioned twice below, by what is read and by what is set: `xs[ys.pop()] += 1` removes one element.
    if any(map(changes_receiver, subterms(place))):
        carrier = var(f"_place_{span.line}_{span.column}", VALUE, place.span)
        statements.append(Assign(carrier.data, place, place.span))
        item = make("python.index", [whole, carrier], VALUE, None, item.span)
    if any(map(changes_receiver, subterms(whole))):
        raise Unsupported("assignment to an item of what a call with an effect gives", span)
    return [*statements, _set_item(item, make("python.binary", [item, value], VALUE, operator, span), span)]


def is_generator(suite: Tree[Any]) -> bool:
    """Whether a function with this body is a generator function: calling it executes nothing."""
    stack: list[Any] = list(suite.children)
    while stack:
        tree = stack.pop()
        if isinstance(tree, Tree):
            if tree.data in ("yield", "yield_from"):
                return True
            # A `yield` in a function inside makes that one a generator.
            if tree.data not in ("function", "lambda", "class"):
                stack.extend(tree.children)
    return False

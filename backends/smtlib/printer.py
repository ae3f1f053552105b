"""Terms as SMT-LIB 2.6 text, linear in the size of the term graph.

Input are terms of the kernel: no partial operator needs guarding any more (`well_defined` was conjoined),
bound names are unique (`normal.py`), collections are variables, literals, calls and selections
(`collections.py`).

A subterm that is long, or used twice and not short, gets a name: a ``define-fun`` without parameters when
it is closed, a ``let`` inside the outermost quantifier whose variables it mentions otherwise.

Example: of ``n + f(n)``, used twice under ``forall x``, the sum is no part of the quantifier: it becomes
``(define-fun t!1 () Int (+ n (f n)))`` before the assertion; with ``x`` in the place of ``n`` it becomes
``(forall ((x Int)) (let ((t!1 (+ x (f x)))) ...))``. Without names the text of a graph of n shared terms has up to
2**n characters.

Invariant: the text of a term is kept in its *home*, the outermost scope that binds a name it mentions, and never
further in; so whoever finds it may use it, and each is printed once. Definitions and lets come in the order in which
they were made, arguments first: a later one may use the earlier ones.
"""

from collections.abc import Callable, Mapping

from attrs import define, field

from ...core.errors import Unsupported
from ...core.ir.sorts import DOMAIN, Sort
from ...core.ir.terms import Term, fold
from .operators import application
from .sorts import SortTable

_SHORT = 60
"""A shared subterm with at most this many characters is repeated rather than named."""
_LONG = 400
"""A subterm with more characters is named even when it is used once: texts are embedded into their
parents' texts."""


@define(slots=True)
class _PrintScope:
    """Where terms are printed: at top level, or under the quantifier that binds `names`."""

    names: frozenset[str] = frozenset()
    outer: "_PrintScope | None" = None
    texts: dict[Term, str] = field(factory=dict)
    lets: list[tuple[str, str]] = field(factory=list)


class Printer:
    """Prints kernel terms. `declare` receives definitions that must precede the text that was returned.

    `symbol_of(term)` names a variable or the function of a call, declaring it; `invariant(sort, text)` is
    what a value of the sort satisfies, or None; `bound` holds every bound name and its sort.
    """

    def __init__(
        self,
        sorts: SortTable,
        declare: Callable[[str], None],
        symbol_of: Callable[[Term], str],
        invariant: Callable[[Sort, str], str | None],
        bound: Mapping[str, Sort],
    ) -> None:
        self.sorts = sorts
        self._declare = declare
        self._symbol_of = symbol_of
        self._invariant = invariant
        self._bound = bound
        self._top = _PrintScope()
        self._mentions: dict[Term, frozenset[str]] = {}
        self._count = 0

    def text(self, term: Term) -> str:
        """The text of a closed term."""
        return self._print(term, self._top)

    def body(self, term: Term, parameters: frozenset[str]) -> str:
        """The text of a function's body over its parameters (bound names)."""
        scope = _PrintScope(parameters, self._top)
        return _within(scope, self._print(term, scope))

    def _print(self, root: Term, scope: _PrintScope) -> str:
        order, uses = self._plan(root, scope)
        for term in order:
            home = self._home(term, scope)
            text = self._quantified(term, home) if term.op in ("forall", "exists") else self._plain(term, home)
            # Written out at each use, a shared term would make the text exponentially long.
            if len(text) > _LONG or (uses[term] > 1 and len(text) > _SHORT):
                text = self._name(text, term.sort, home)
            home.texts[term] = text
        return self._known(root, scope)

    def _plan(self, root: Term, scope: _PrintScope) -> tuple[list[Term], dict[Term, int]]:
        """The terms to print, arguments first, and how often each is used. Quantifiers are not entered."""
        order: list[Term] = []
        uses: dict[Term, int] = {}
        stack: list[tuple[Term, bool]] = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if ready:
                order.append(term)
                continue
            if term in uses:
                uses[term] += 1
                continue
            # Printed before, for this root or an earlier one: its text, or its name, is known in a scope around.
            if self._find(term, scope) is not None:
                continue
            uses[term] = 1
            if term.sort == DOMAIN:
                raise Unsupported(f"a domain ({term.op}) outside a quantifier", term.span)
            # The term comes off the stack again, ready, when all its arguments are printed. What a quantifier holds is
            # printed by `_quantified`, in a scope of its own: here it is one piece.
            stack.append((term, True))
            if term.op not in ("forall", "exists"):
                stack.extend((child, False) for child in term.args)
        return order, uses

    def _home(self, term: Term, scope: _PrintScope) -> _PrintScope:
        """The outermost scope in which all that the term mentions is bound."""
        if scope.outer is None:
            return scope
        # What mentions no variable of a quantifier is the same for all its values: it belongs outside, where others may
        # use it.
        mentioned = self._mentioned(term)
        while scope.outer is not None and not (mentioned & scope.names):
            scope = scope.outer
        return scope

    def _mentioned(self, root: Term) -> frozenset[str]:
        """The bound names that occur free in a term."""

        def mentioned(term: Term, inside: tuple[frozenset[str], ...]) -> frozenset[str]:
            if term.op == "var" and term.data in self._bound:
                return frozenset({term.data})
            names = frozenset[str]().union(*inside)
            return names - {binder.name for binder in term.data} if term.op in ("forall", "exists") else names

        return fold(root, mentioned, self._mentions)

    def _find(self, term: Term, scope: _PrintScope) -> str | None:
        inside: _PrintScope | None = scope
        while inside is not None:
            text = inside.texts.get(term)
            if text is not None:
                return text
            inside = inside.outer
        return None

    def _known(self, term: Term, scope: _PrintScope) -> str:
        printed_text = self._find(term, scope)
        assert printed_text is not None, "arguments are printed before the terms that use them"
        return printed_text

    def _name(self, text: str, sort: Sort, scope: _PrintScope) -> str:
        self._count += 1
        name = f"t!{self._count}"
        if scope.outer is None:
            self._declare(f"(define-fun {name} () {self.sorts.text(sort)} {text})")
        else:
            scope.lets.append((name, text))
        return name

    def _plain(self, term: Term, scope: _PrintScope) -> str:
        if term.op == "var":
            return self._symbol_of(term)
        # For what it declares: a solver has to know a sort before the first term of it.
        if term.sort.args or term.sort.kind == "Datatype":
            self.sorts.text(term.sort)
        if scope.outer is None:
            arguments = [scope.texts[child] for child in term.args]
        else:
            arguments = [self._known(child, scope) for child in term.args]
        if term.op == "call":
            name = self._symbol_of(term)
            return f"({name} {' '.join(arguments)})" if arguments else name
        return application(term, arguments, self.sorts)

    def _quantified(self, term: Term, home: _PrintScope) -> str:
        """Directly nested quantifiers of one kind are printed as one: solvers instantiate it better."""
        binders = list(term.data)
        domains = list(term.args[:-1])
        body = term.args[-1]
        # `forall x :: forall y in 0..x :: p` becomes `forall x y :: 0 <= y < x ==> p`: the guard of an inner variable
        # may mention outer ones, so all guards stand inside, in the order of the binders.
        while body.op == term.op:
            binders.extend(body.data)
            domains.extend(body.args[:-1])
            body = body.args[-1]
        scope = _PrintScope(frozenset(binder.name for binder in binders), home)
        guards = []
        for binder, domain in zip(binders, domains, strict=True):
            if self.sorts.infinite_collections(binder.sort):
                raise Unsupported(f"a quantifier over {binder.sort}", term.span)
            name = binder.name
            if domain.op == "range":
                low, high = (self._print(bound, scope) for bound in domain.args)
                guards.append(f"(and (<= {low} {name}) (< {name} {high}))")
            # Of a character the solver knows an Int: without the bounds a quantifier would range over numbers that are
            # none.
            invariant = self._invariant(binder.sort, name)
            if invariant is not None:
                guards.append(invariant)
        inside = self._print(body, scope)
        if guards:
            guard = guards[0] if len(guards) == 1 else f"(and {' '.join(guards)})"
            inside = f"({'=>' if term.op == 'forall' else 'and'} {guard} {inside})"
        variables = " ".join(f"({binder.name} {self.sorts.text(binder.sort)})" for binder in binders)
        return f"({term.op} ({variables}) {_within(scope, inside)})"


def _within(scope: _PrintScope, text: str) -> str:
    # One let in another, not one let of all: SMT-LIB's is parallel, and a later name stands for what has earlier ones.
    opening = "".join(f"(let (({name} {value})) " for name, value in scope.lets)
    return opening + text + ")" * len(scope.lets)

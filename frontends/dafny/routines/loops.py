"""Statements that choose, loops, and how these are left (Dafny reference manual, sections 8.10 to 8.15); what gets
smaller where no `decreases` is written (7.1.3.3 and 8.15.1).

A loop: the difference of the two sides of the first comparison in its guard, under the conditions before it. A method
that calls itself: its parameters in order, those aside whose types have no order.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial

from attrs import define, evolve
from lark import Token, Tree

from ....core.errors import Unsupported
from ....core.ir.build import conj, integer, ite, le, op, real, sub
from ....core.ir.sorts import BOOL, INT, OBJECT, REAL, Sort
from ....core.ir.statements import (
    Block,
    Break,
    Continue,
    Expect,
    Frames,
    GhostCondition,
    If,
    LabelledState,
    Measure,
    Statement,
    While,
    statements_of,
)
from ....core.ir.terms import FALSE, TRUE, Binder, Term, make, substitute, var
from ....core.ir.updates import Arbitrary, Choose, Update
from ....core.ir.variables import Name, is_field, is_pre_state
from ....core.spans import Span
from ..classes import MATRIX
from ..dafny_limits import LIMITS
from ..lowering import Draft
from ..lowering.matching import Match, extended_pattern
from ..syntax import Node, name_of, nodes, tokens
from ..types import Type
from .assignments import Assignments
from .base import Make, nothing

_UNORDERED = frozenset({"Function", "Uninterpreted"})


def of_guard(guard: Term, span: Span | None) -> Measure | None:
    """The measure of a loop; None where no part of the guard is a comparison of numbers."""
    terms = guard.args if guard.op == "and" else (guard,)
    for position, term in enumerate(terms):
        difference = _difference(term)
        if difference is not None:
            # Where an earlier condition is false the loop has ended: below every value that the difference has in a
            # turn.
            nothing = integer(-1) if difference.sort == INT else real(-1)
            earlier_terms = conj(*terms[:position])
            measure_term = ite(earlier_terms, difference, nothing) if position else difference
            return Measure((measure_term,), "what the guard bounds, where nothing else is written", span)
    return None


def _difference(comparison: Term) -> Term | None:
    """The default measure of a loop: b - a for `a < b`, a - b for `a > b`, the distance for `a != b`."""
    # As Dafny guesses it (reference manual, "Loop termination").
    if comparison.op == "not" and comparison.args[0].op == "eq":
        left, right = comparison.args[0].args
        if left.sort not in (INT, REAL):
            return None
        return ite(le(left, right), sub(right, left), sub(left, right))
    if comparison.op not in ("lt", "le", "gt", "ge") or comparison.args[0].sort not in (INT, REAL):
        return None
    left, right = comparison.args
    return sub(right, left) if comparison.op in ("lt", "le") else sub(left, right)


def of_parameters(parameters: Sequence[Binder], span: Span | None) -> Measure | None:
    """The measure of a method; None where no parameter has an order."""
    ordered = [binder for binder in parameters if _is_ordered(binder.sort)]
    if not ordered:
        return None
    text = f"{', '.join(str(binder.name) for binder in ordered)}, where nothing else is written"
    return Measure(tuple(var(binder.name, binder.sort) for binder in ordered), text, span)


def _is_ordered(sort: Sort) -> bool:
    return sort == OBJECT or sort.kind not in _UNORDERED


_CLAUSES = frozenset({"invariant", "decreases", "modifies", "requires", "ensures", "reads"})
Promises = Callable[[], tuple[tuple[GhostCondition, ...], Measure | None, Frames | None]]
_ONE = make("const", (), INT, 1)


def _no_frames() -> None:
    """A loop may change what its method may."""


@define(slots=True)
class Loops(Assignments):
    """The lowering of `if`, `match` and loops."""

    # -- `if` and `match`

    def conditional(self, words_and_blocks: Sequence[Token | Node], node: Node) -> Make:
        """`if guard {...} else ...`: the children from the word `if` on."""
        rest = list(words_and_blocks[1:])
        self.check_cases(len(rest) // 3, node)
        # `if { case … }` has its alternatives in a block that was not parsed yet, or one after the other.
        if isinstance(rest[0], Token) and rest[0].type == "BODY":
            token = rest[0]
            return self.alternatives(nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "alternatives")), node)
        if isinstance(rest[0], Tree) and name_of(rest[0]) == "alternative":
            return self.alternatives([block_node for block_node in rest if isinstance(block_node, Tree)], node)
        guard, then = rest[0], rest[1]
        if not isinstance(guard, Tree) or not isinstance(then, Token) or then.type != "BODY":
            raise Unsupported("...", self.span(node))
        branches = self.guarded(guard, lambda: self.within(then), node)
        # Behind `else` there is a block or another `if`.
        orelse: Make = nothing
        if len(rest) > 2:
            tail = rest[2:]
            last = tail[0]
            assert isinstance(last, Token)
            orelse = self.within(last) if last.type == "BODY" else self.conditional(tail, node)
        return self.decided(branches, orelse, node)

    def check_cases(self, count: int, node: Node) -> None:
        if count > LIMITS.branches:
            raise Unsupported(f"a statement with more than {LIMITS.branches} branches", self.span(node))

    def within(self, token: Token) -> Make:
        """The block that a token is."""
        return self.block(self.listed(token))

    def guarded(self, guard: Node, inside: Callable[[], Make], node: Node) -> tuple[Make, Callable[[], Term], Make]:
        """A guard: the statements before it, its condition, and what it guards."""
        match name_of(guard):
            case "omitted":
                raise Unsupported("a guard that is left out, as nothing is refined here", self.span(guard))
            case "wildcard":
                name = self.fresh("either")
                # `while *`: whether there is another turn is anybody's choice, a new one each time.
                choice = Arbitrary(Binder(name, BOOL), self.span(node))
                return (lambda: (choice,)), (lambda: var(name, BOOL)), inside()
            case "binding_guard":
                return self.binding(guard, inside, node)
            case _:
                condition = self.condition(guard)
                return nothing, condition, inside()

    def binding(self, guard: Node, inside: Callable[[], Make], node: Node) -> tuple[Make, Callable[[], Term], Make]:
        """`x: T, y :| P`: are there such values?"""
        # The names are in scope in the test and in what it guards, and nowhere else: so declare them, read the test and
        # what is guarded (`inside`), and only then go back to the scope around.
        scope, own_names, types = self.scope, list(self.own), dict(self.written_types)
        hidden_results = self.hidden_results
        listed: list[tuple[Name, Sort]] = []
        typed: dict[Name, Type] = {}
        *bound_parts, test = guard.children
        for bound_part in bound_parts:
            if isinstance(bound_part, Token) and bound_part.type == "IDENT":
                listed.append((str(bound_part), self.engine.inference.fresh()))
            elif isinstance(bound_part, Tree) and name_of(bound_part) == "name":
                listed.append((str(bound_part.children[0]), self.engine.inference.fresh()))
            elif isinstance(bound_part, Tree) and listed:
                typed[listed[-1][0]] = self.engine.read_type(bound_part, self.scope)
                listed[-1] = (listed[-1][0], typed[listed[-1][0]].sort)
        hides = tuple(name for name, _ in listed if name in self.scope.variables)
        for name, sort in listed:
            self.declare(name, sort)
        self.written_types.update(typed)
        assert isinstance(test, Tree)
        found_name = self.fresh("found")
        names = [name for name, _ in listed]
        choice = self.chosen(names, self.condition(test), node, found_name)
        make_inside = inside()
        self.scope, self.own, self.written_types, self.hidden_results = scope, own_names, types, hidden_results

        if not hides:
            return choice, (lambda: var(found_name, BOOL)), make_inside
        # Where no value is found, the names are those of the variables around: so the values are kept under other ones.
        kept = {name: self.fresh("chosen") for name in names}

        def chosen() -> tuple[Statement, ...]:
            (choose_statement,) = choice()
            assert isinstance(choose_statement, Choose)
            return (
                evolve(
                    choose_statement,
                    targets=tuple(Binder(kept[target.name], target.sort) for target in choose_statement.targets),
                ),
            )

        def guarded() -> tuple[Statement, ...]:
            inner_statements = make_inside()
            values = tuple(var(kept[name], self.resolved(sort, node)) for name, sort in listed)
            return (
                (Block((Update(tuple(names), values, self.span(node), True), *inner_statements), hides),)
                if inner_statements
                else ()
            )

        return chosen, (lambda: var(found_name, BOOL)), guarded

    def decided(self, branch: tuple[Make, Callable[[], Term], Make], orelse: Make, node: Node) -> Make:
        """A conditional. One without any effect is left out, for its condition may be ghost."""

        def build() -> tuple[Statement, ...]:
            make_before, condition, then = branch
            then_statements, two = then(), orelse()
            if not then_statements and not two:
                return ()
            return (*make_before(), If(condition(), then_statements, two, self.span(node)))

        return build

    def alternatives(self, listed: Sequence[Node], node: Node, loop: bool = False) -> Make:
        """`case guard => ...`: one that holds. In a loop, where none does, it ends."""
        branches = []
        self.check_cases(len(listed), node)
        for case_node in listed:
            guard, *case_statements = nodes(case_node)
            branches.append((self.guarded(guard, partial(self.block, case_statements), case_node), case_node))

        def build() -> tuple[Statement, ...]:
            failed = Expect(FALSE, "that one of the cases applies", self.span(node))
            else_statements: tuple[Statement, ...] = (Break(self.span(node)),) if loop else (failed,)
            # From the last case to the first: each becomes the `else` of the one before it. What a guard needs computed
            # (`before`) stands with it in that `else`, so that it runs only if no earlier case applies.
            for (make_before, condition, then), case_at in reversed(branches):
                else_statements = (*make_before(), If(condition(), then(), else_statements, self.span(case_at), True))
            return else_statements

        return build

    def matched(self, node: Node) -> Make:
        """`match e { case pattern => ... }`."""
        subject_node, *cases = nodes(node)
        if not cases:
            (token,) = tokens(node, "BODY")
            cases = nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "cases"))
        self.check_cases(len(cases), node)
        value = self.engine.infer(subject_node, self.scope)
        name = self.fresh("subject")
        built = self.built(value, subject_node)
        subject = self.engine.variable(name, value.sort, subject_node)
        listed = [self.case(case_node, subject) for case_node in cases]

        def build() -> tuple[Statement, ...]:
            cases_made = [(condition(), then(), case_at) for condition, then, case_at in listed]
            # Nothing in the cases but proofs: then the subject may be ghost too, and is not evaluated.
            if not any(then for _, then, _ in cases_made):
                return ()
            else_statements: tuple[Statement, ...] = (Expect(FALSE, "that one of the cases applies", self.span(node)),)
            for condition, then, case_at in reversed(cases_made):
                else_statements = (If(condition, then, else_statements, self.span(case_at)),)
            return (Update((name,), (built(),), self.span(node)), *else_statements)

        return build

    def case(self, case_node: Node, subject: Draft) -> tuple[Callable[[], Term], Make, Node]:
        patterns = [node for node in nodes(case_node) if name_of(node) in _PATTERNS]
        case_statements = [node for node in nodes(case_node) if name_of(node) not in _PATTERNS]
        matches = [extended_pattern(self.engine, pattern, subject, self.scope) for pattern in patterns]
        if len(matches) > 1 and any(match.bindings for match in matches):
            raise Unsupported("variables in alternative patterns", self.span(case_node))
        bindings = matches[0].bindings
        values = [
            (binding.binder.name, self.built(self.engine.as_array(binding.value), case_node)) for binding in bindings
        ]
        shallow = self.engine.inference.shallow
        then = self.block(
            case_statements, [(binding.binder.name, shallow(binding.binder.sort)) for binding in bindings]
        )

        def condition() -> Term:
            return op("or", *map(_all, matches)) if len(matches) > 1 else _all(matches[0])

        def build() -> tuple[Statement, ...]:
            inside = then()
            if not inside:
                return ()
            # The pattern's variables are those of the block that hides them at its end: given outside of it they would
            # be the variables of the same names around the statement.
            if isinstance(inside[0], Block) and len(inside) == 1 and inside[0].hides:
                block = inside[0]
                return (Block((*self.given(values, case_node), *block.body), block.hides, (), block.span),)
            return (*self.given(values, case_node), *inside)

        return condition, build, case_node

    def given(self, values: Sequence[tuple[Name, Callable[[], Term]]], case_node: Node) -> tuple[Statement, ...]:
        return tuple(Update((name,), (value(),), self.span(case_node), True) for name, value in values)

    # -- loops

    def labelled(self, label: str) -> tuple[str, ...]:
        """The labels of a loop: the ones that are written, and one of its own for `break break`."""
        return tuple(filter(None, (label, str(self.fresh("loop")))))

    def loop(self, node: Node, labels: tuple[str, ...]) -> Make:
        """`while guard {...}` and `while {case ...}`."""
        guard_nodes = [guard_node for guard_node in nodes(node) if name_of(guard_node) not in _CLAUSES]
        token = next(iter(tokens(node, "BODY")), None)
        outside = self.labels
        # The innermost label is what `break` without a name means inside.
        self.labels = (*outside, labels[-1])
        try:
            if guard_nodes and name_of(guard_nodes[0]) != "alternative":
                if token is None:
                    raise Unsupported("a loop without a body", self.span(node))
                promises = self.promises(node)
                make_before, condition, body = self.guarded(guard_nodes[0], lambda: self.within(token), node)
                return self.repeated(make_before, condition, body, promises, labels, node)
            if token is not None:
                guard_nodes = nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "alternatives"))
            promises = self.promises(node)
            body = self.alternatives(guard_nodes, node, loop=True)
            return self.repeated(nothing, lambda: TRUE, body, promises, labels, node)
        finally:
            self.labels = outside

    def promises(self, node: Node) -> Promises:
        """The invariants, the measure and the frames of a loop, if they are to be checked."""
        listed = nodes(node, "invariant") if self.checked else ()
        invariants = [self.claim("invariant", nodes(invariant_node)[-1]) for invariant_node in listed]
        measure, frames = self.measure(node), self.frames(node) if nodes(node, "modifies") else _no_frames
        return lambda: (tuple(invariant() for invariant in invariants), measure(), frames())

    def repeated(
        self,
        make_before: Make,
        condition: Callable[[], Term],
        body: Make,
        promises: Promises,
        labels: tuple[str, ...],
        node: Node,
    ) -> Make:
        """A loop. One without any effect is left out, for Dafny proves that it ends unless it `decreases *`."""
        endless = any(
            name_of(decreases_part) == "wildcard"
            for clause in nodes(node, "decreases")
            for decreases_part in nodes(clause)
        )

        def build() -> tuple[Statement, ...]:
            inside, span, (invariants, measure, frames) = body(), self.span(node), promises()
            # What a ghost loop does is skipped, so nothing of it is left inside. Its invariants still hold where it
            # begins, and with --check that is asked once.
            if not inside and not endless:
                return invariants
            # `while x :| x in s && P(x)`: the statements that look for an x have to run in each turn, before it is
            # known whether there is one. IR evaluates only a term there: the guard moves into the body and leaves it.
            first = make_before()
            if not first:
                guard = condition()
                if self.checked and not nodes(node, "decreases"):
                    measure = of_guard(guard, span)
                return (While(guard, inside, (), span, labels, invariants, measure, frames),)
            guarded = (*first, If(condition(), inside, (Break(span),), span))
            return (While(TRUE, guarded, (), span, labels, invariants, measure, frames),)

        return build

    def counting(self, node: Node, labels: tuple[str, ...]) -> Make:
        """`for i := a to b {...}`: a hidden counter is changed before the body, so that `continue` needs no care."""
        range_nodes = [range_node for range_node in nodes(node) if name_of(range_node) not in _CLAUSES]
        token = next(iter(tokens(node, "BODY")), None)
        if token is None:
            raise Unsupported("a loop without a body", self.span(node))
        name = str(tokens(node, "IDENT")[0])
        typed = name_of(range_nodes[0]).endswith("_type")
        sort = self.engine.read_type(range_nodes.pop(0), self.scope).sort if typed else INT
        down = "downto" in map(str, tokens(node))
        first = self.term(range_nodes[0], sort)
        last = None if name_of(range_nodes[1]) == "wildcard" else self.term(range_nodes[1], sort)
        if sort != INT:
            raise Unsupported(f"a loop over {sort}", self.span(node))
        counter, end_name = self.fresh("counter"), self.fresh("end")
        scope = self.scope
        self.scope = scope.bind(Binder(name, INT))
        promises = self.promises(node)
        self.scope = scope
        outside = self.labels
        self.labels = (*outside, labels[-1])
        try:
            body = self.block(self.listed(token), [(name, INT)])
        finally:
            self.labels = outside
        counter_term, bound = var(counter, INT), var(end_name, INT)

        def build() -> tuple[Statement, ...]:
            inside, span = body(), self.span(node)
            if not inside:
                return () if last is not None else (While(TRUE, (), (), span, labels),)
            limit = counter_term if last is None else last()
            # Both bounds are evaluated once, before the first turn (8.14): the body may change what they were read
            # from. `for i := 0 to n` becomes
            #     counter, end := 0, n;
            #     while counter < end { i := counter; counter := counter + 1; body }
            # and downwards, where Dafny gives the body n - 1 first, the step comes before `i` is set. An invariant
            # speaks of i where a turn begins: there it is the counter that holds its value.
            begin = Update((counter, end_name), (first(), limit if last is not None else first()), span)
            test = TRUE if last is None else op("gt" if down else "lt", counter_term, bound, span=span)
            step = Update((counter,), (op("sub" if down else "add", counter_term, _ONE, span=span),), span)
            current = Update((name,), (counter_term,), span)
            order = (step, current) if down else (current, step)
            # The body's block forgets i when it is left, and i is set outside of it: the block has to be around both.
            hides: tuple[Name, ...] = ()
            if len(inside) == 1 and isinstance(inside[0], Block) and name in inside[0].hides:
                hides, inside = inside[0].hides, inside[0].body
            statements: tuple[Statement, ...] = (*order, *inside)
            invariants, measure, frames = promises()
            claims = tuple(
                evolve(
                    invariant, test=None if invariant.test is None else substitute(invariant.test, {name: counter_term})
                )
                for invariant in invariants
            )
            repeated = (Block(statements, hides),) if hides else statements
            return (begin, While(test, repeated, (), span, labels, claims, measure, frames))

        return build

    def jump(self, node: Node) -> Make:
        """`break;`, `break L;`, `break break;`, `continue L;`"""
        words = [str(token) for token in tokens(node) if token.type != "_END"]
        names = [word for word in words if word not in ("break", "continue")]
        count = len(words) - len(names)
        # `break continue` leaves one loop and continues the one around it: the last word says what is done there.
        kind = Continue if words[count - 1] == "continue" else Break
        if names:
            label = names[0]
        elif count > len(self.labels):
            raise Unsupported("break outside a loop", self.span(node))
        else:
            label = self.labels[-count]
        return lambda: (kind(self.span(node), label),)

    def label(self, node: Node) -> Make:
        """`label L: statement`. The state at the label is kept where the text mentions it."""
        name = str(tokens(node, "IDENT", "DIGITS")[0])
        # `old@L(e)` needs what every field and array held at L. A state is a copy of the heap, so it is kept only for
        # labels that the text mentions after an @, and its names only what there was when L was reached.
        marked: tuple[Statement, ...] = ()
        if re.search(rf"@\s*{re.escape(name)}\b", self.source.text):
            changing_names = frozenset(
                variable
                for variable, sort in self.scope.variables.items()
                if (is_field(variable) or sort.kind in ("Array", MATRIX)) and not is_pre_state(variable)
            )
            self.scope = evolve(self.scope, labels={**self.scope.labels, name: changing_names})
            marked = (LabelledState(name, self.span(node)),)
        make_inner = self.labelled_statement(name, nodes(node)[0])
        return lambda: (*marked, *make_inner())

    def labelled_statement(self, name: str, inner_node: Node) -> Make:
        first = inner_node.children[0] if inner_node.children else None
        word = first.type if isinstance(first, Token) and name_of(inner_node) == "other_statement" else ""
        if word == "WHILE":
            return self.loop(inner_node, self.labelled(name))
        if word == "FOR":
            return self.counting(inner_node, self.labelled(name))
        make_inner = self.statement(inner_node)

        def build() -> tuple[Statement, ...]:
            # Only a `break` with this label needs a block that it can leave.
            inside = make_inner()
            leaves = any(
                isinstance(statement, Break) and statement.label == name for statement in statements_of(inside)
            )
            return (Block(inside, (), (name,), self.span(inner_node)),) if leaves else inside

        return build


_PATTERNS = frozenset({"bound_name", "constructor_pattern", "constant_pattern", "tuple_pattern", "literal_pattern"})


def _all(match_found: Match) -> Term:
    return conj(*(condition.build() for condition in match_found.conditions))

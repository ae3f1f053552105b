"""Statements that contain others: conditionals, loops, `match`, blocks, `forall` (reference manual, 8.10 to 8.25)."""

from collections.abc import Callable, Sequence

from attrs import define
from lark import Token, Tree

from ....core.errors import Unsupported
from ....core.ir.build import UNBOUNDED, conj, op
from ....core.ir.sorts import BOOL, INT, Sort, set_of, tuple_of
from ....core.ir.statements import (
    Arbitrary,
    Block,
    Break,
    Continue,
    Expect,
    If,
    Print,
    Return,
    Statement,
    Update,
    UpdateAll,
    While,
)
from ....core.ir.terms import FALSE, TRUE, Binder, Term, make, var
from ..lowering import Draft
from ..lowering.binders import variables
from ..lowering.matching import Match, pattern
from ..syntax import Node
from ..trees import child, name_of, nodes, text_of, tokens
from .assignments import Assignments, Target
from .base import Make, nothing

MOST_CASES = 100
"""Branches of one statement: each is nested in the one before."""
_CLAUSES = frozenset({"invariant", "decreases", "modifies", "requires", "ensures", "reads"})
_PROOFS = frozenset({"ASSERT", "REVEAL", "HIDE", "CALC", "MODIFY"})


@define(slots=True)
class Control(Assignments):
    """The lowering of a body."""

    def statement(self, node: Node) -> Make:
        match name_of(node):
            case "local":
                return self.local(node)
            case "assignment":
                return self.assignment(node)
            case "call":
                return self.call(node)
            case "expectation":
                return self.expectation(node)
            case "output":
                parts = [self.term(part) for part in nodes(node)]
                return lambda: (Print(tuple(part() for part in parts), self.span(node)),)
            case _:
                return self.other(node)

    def expectation(self, node: Node) -> Make:
        """`expect P;` is executed, `assert P;` is for the verifier."""
        if self.source.text.startswith("assert", node.meta.start_pos):
            return nothing
        test = next(part for part in nodes(node) if name_of(part) != "label")
        condition = self.condition(test)
        return lambda: (Expect(condition(), text_of(test, self.source), self.span(node)),)

    def assumption(self, node: Node) -> Make:
        """`assume P;`: what follows is about executions in which P holds."""
        tests = [part for part in nodes(node) if name_of(part) != "label"]
        if not tests:
            raise Unsupported("assume ...", self.span(node))
        condition = self.condition(tests[0])
        return lambda: (Expect(condition(), text_of(tests[0], self.source), self.span(node), True),)

    def other(self, node: Node) -> Make:
        first = node.children[0]
        word = first.type if isinstance(first, Token) else ""
        if word in _PROOFS:
            return nothing
        match word:
            case "ASSUME":
                return self.assumption(node)
            case "BODY":
                return self.braces(node)
            case "NEW":
                return nothing
            case "IF":
                return self.conditional(list(node.children), node)
            case "WHILE":
                return self.loop(node, self.labelled(""))
            case "FOR":
                return self.counting(node, self.labelled(""))
            case "MATCH":
                return self.matched(node)
            case "RETURN":
                return self.returned(node)
            case "BREAK" | "CONTINUE":
                return self.jump(node)
            case "LABEL":
                return self.label(node)
            case "FORALL" | "PARALLEL":
                return self.every(node)
            case _:
                raise Unsupported(f"the statement {text_of(first, self.source)}", self.span(node))

    # -- conditionals

    def conditional(self, parts: Sequence[Token | Node], node: Node) -> Make:
        """`if guard {...} else ...`: the children from the word `if` on."""
        rest = list(parts[1:])
        self.check_cases(len(rest) // 3, node)
        if isinstance(rest[0], Token) and rest[0].type == "BODY":
            token = rest[0]
            return self.alternatives(nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "alternatives")), node)
        if isinstance(rest[0], Tree) and name_of(rest[0]) == "alternative":
            return self.alternatives([part for part in rest if isinstance(part, Tree)], node)
        guard, then = rest[0], rest[1]
        if not isinstance(guard, Tree) or not isinstance(then, Token) or then.type != "BODY":
            raise Unsupported("...", self.span(node))
        branches = self.guarded(guard, lambda: self.within(then), node)
        orelse: Make = nothing
        if len(rest) > 2:
            tail = rest[2:]
            last = tail[0]
            assert isinstance(last, Token)
            orelse = self.within(last) if last.type == "BODY" else self.conditional(tail, node)
        return self.decided(branches, orelse, node)

    def check_cases(self, count: int, node: Node) -> None:
        if count > MOST_CASES:
            raise Unsupported(f"a statement with more than {MOST_CASES} branches", self.span(node))

    def within(self, token: Token) -> Make:
        """The block that a token is."""
        return self.block(nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "statements")))

    def guarded(
        self, guard: Node, inside: Callable[[], Make], node: Node
    ) -> tuple[Make, Callable[[], Term], Make]:
        """A guard: the statements before it, its condition, and what it guards."""
        match name_of(guard):
            case "wildcard":
                name = self.fresh("either")
                choice = Arbitrary(Binder(name, BOOL), self.span(node))
                return (lambda: (choice,)), (lambda: var(name, BOOL)), inside()
            case "binding_guard":
                return self.binding(guard, inside, node)
            case _:
                condition = self.condition(guard)
                return nothing, condition, inside()

    def binding(
        self, guard: Node, inside: Callable[[], Make], node: Node
    ) -> tuple[Make, Callable[[], Term], Make]:
        """`x: T, y :| P`: are there such values?"""
        scope, own = self.scope, list(self.own)
        listed: list[tuple[str, Sort]] = []
        *before, test = guard.children
        for part in before:
            if isinstance(part, Token) and part.type == "IDENT":
                listed.append((str(part), self.engine.inference.fresh()))
            elif isinstance(part, Tree) and name_of(part) == "name":
                listed.append((str(part.children[0]), self.engine.inference.fresh()))
            elif isinstance(part, Tree) and listed:
                listed[-1] = (listed[-1][0], self.engine.read_type(part, self.scope).sort)
        if any(name in self.scope.variables for name, _ in listed):
            raise Unsupported("a guard that hides a variable", self.span(node))
        for name, sort in listed:
            self.declare(name, sort)
        assert isinstance(test, Tree)
        found = self.fresh("found")
        choice = self.chosen([name for name, _ in listed], self.condition(test), node, found)
        made = inside()
        self.scope, self.own = scope, own
        return choice, (lambda: var(found, BOOL)), made

    def decided(self, branch: tuple[Make, Callable[[], Term], Make], orelse: Make, node: Node) -> Make:
        """A conditional. One without any effect is left out, for its condition may be ghost."""

        def build() -> tuple[Statement, ...]:
            before, condition, then = branch
            one, two = then(), orelse()
            if not one and not two:
                return ()
            return (*before(), If(condition(), one, two, self.span(node)))

        return build

    def alternatives(self, listed: Sequence[Node], node: Node, loop: bool = False) -> Make:
        """`case guard => ...`: the first that holds. In a loop, where none does, it ends."""
        branches = []
        self.check_cases(len(listed), node)
        for part in listed:
            guard, *inner = nodes(part)
            branches.append((self.guarded(guard, lambda inner=inner: self.block(inner), part), part))  # type: ignore[misc]

        def build() -> tuple[Statement, ...]:
            failed = Expect(FALSE, "that one of the cases applies", self.span(node))
            found: tuple[Statement, ...] = (Break(self.span(node)),) if loop else (failed,)
            for (before, condition, then), part in reversed(branches):
                found = (*before(), If(condition(), then(), found, self.span(part)))
            return found

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
        listed = [self.case(part, subject) for part in cases]

        def build() -> tuple[Statement, ...]:
            made = [(condition(), then(), part) for condition, then, part in listed]
            if not any(then for _, then, _ in made):
                return ()
            found: tuple[Statement, ...] = (Expect(FALSE, "that one of the cases applies", self.span(node)),)
            for condition, then, part in reversed(made):
                found = (If(condition, then, found, self.span(part)),)
            return (Update((name,), (built(),), self.span(node)), *found)

        return build

    def case(self, part: Node, subject: Draft) -> tuple[Callable[[], Term], Make, Node]:
        patterns = [each for each in nodes(part) if name_of(each) in _PATTERNS]
        inner = [each for each in nodes(part) if name_of(each) not in _PATTERNS]
        found = [pattern(self.engine, each, subject, self.scope) for each in patterns]
        if len(found) > 1 and any(one.bindings for one in found):
            raise Unsupported("variables in alternative patterns", self.span(part))
        bindings = found[0].bindings
        values = [(each.binder.name, self.built(each.value, part)) for each in bindings]
        shallow = self.engine.inference.shallow
        then = self.block(inner, [(each.binder.name, shallow(each.binder.sort)) for each in bindings])

        def condition() -> Term:
            return op("or", *map(_all, found)) if len(found) > 1 else _all(found[0])

        def build() -> tuple[Statement, ...]:
            inside = then()
            if not inside:
                return ()
            if isinstance(inside[0], Block) and len(inside) == 1 and inside[0].hides:
                block = inside[0]
                return (Block((*self.given(values, part), *block.body), block.hides, (), block.span),)
            return (*self.given(values, part), *inside)

        return condition, build, part

    def given(self, values: Sequence[tuple[str, Callable[[], Term]]], part: Node) -> tuple[Statement, ...]:
        return tuple(Update((name,), (value(),), self.span(part), True) for name, value in values)

    # -- loops

    def labelled(self, label: str) -> tuple[str, ...]:
        """The labels of a loop: the ones that are written, and one of its own for `break break`."""
        return tuple(filter(None, (label, self.fresh("loop"))))

    def loop(self, node: Node, labels: tuple[str, ...]) -> Make:
        """`while guard {...}` and `while {case ...}`."""
        parts = [part for part in nodes(node) if name_of(part) not in _CLAUSES]
        token = next(iter(tokens(node, "BODY")), None)
        outside = self.labels
        self.labels = (*outside, labels[-1])
        try:
            if parts and name_of(parts[0]) != "alternative":
                if token is None:
                    raise Unsupported("a loop without a body", self.span(node))
                before, condition, body = self.guarded(parts[0], lambda: self.within(token), node)
                return self.repeated(before, condition, body, labels, node)
            if token is not None:
                parts = nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "alternatives"))
            body = self.alternatives(parts, node, loop=True)
            return self.repeated(nothing, lambda: TRUE, body, labels, node)
        finally:
            self.labels = outside

    def repeated(
        self, before: Make, condition: Callable[[], Term], body: Make, labels: tuple[str, ...], node: Node
    ) -> Make:
        """A loop. One without any effect is left out, for Dafny proves that it ends unless it `decreases *`."""
        endless = any(name_of(part) == "wildcard" for clause in nodes(node, "decreases") for part in nodes(clause))

        def build() -> tuple[Statement, ...]:
            inside, span = body(), self.span(node)
            if not inside and not endless:
                return ()
            first = before()
            if not first:
                return (While(condition(), inside, (), span, labels),)
            return (While(TRUE, (*first, If(condition(), inside, (Break(span),), span)), (), span, labels),)

        return build

    def counting(self, node: Node, labels: tuple[str, ...]) -> Make:
        """`for i := a to b {...}`: a hidden counter is changed before the body, so that `continue` needs no care."""
        parts = [part for part in nodes(node) if name_of(part) not in _CLAUSES]
        token = next(iter(tokens(node, "BODY")), None)
        if token is None:
            raise Unsupported("a loop without a body", self.span(node))
        name = str(tokens(node, "IDENT")[0])
        typed = name_of(parts[0]).endswith("_type")
        sort = self.engine.read_type(parts.pop(0), self.scope).sort if typed else INT
        down = "downto" in map(str, tokens(node))
        first = self.term(parts[0], sort)
        last = None if name_of(parts[1]) == "wildcard" else self.term(parts[1], sort)
        if sort != INT:
            raise Unsupported(f"a loop over {sort}", self.span(node))
        counter, end = self.fresh("counter"), self.fresh("end")
        outside = self.labels
        self.labels = (*outside, labels[-1])
        try:
            body = self.block(nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "statements")), [(name, INT)])
        finally:
            self.labels = outside
        here, bound = var(counter, INT), var(end, INT)

        def build() -> tuple[Statement, ...]:
            inside, span = body(), self.span(node)
            if not inside:
                return ()
            limit = here if last is None else last()
            begin = Update((counter, end), (first(), limit if last is not None else first()), span)
            test = TRUE if last is None else op("gt" if down else "lt", here, bound, span=span)
            step = Update((counter,), (op("sub" if down else "add", here, _ONE, span=span),), span)
            current = Update((name,), (here,), span)
            order = (step, current) if down else (current, step)
            hides: tuple[str, ...] = ()
            if len(inside) == 1 and isinstance(inside[0], Block) and name in inside[0].hides:
                hides, inside = inside[0].hides, inside[0].body
            whole: tuple[Statement, ...] = (*order, *inside)
            return (begin, While(test, (Block(whole, hides),) if hides else whole, (), span, labels))

        return build

    def jump(self, node: Node) -> Make:
        """`break;`, `break L;`, `break break;`, `continue L;`"""
        words = [str(part) for part in tokens(node) if part.type != "_END"]
        names = [word for word in words if word not in ("break", "continue")]
        count = len(words) - len(names)
        kind = Continue if words[count - 1] == "continue" else Break
        if names:
            label = names[0]
        elif count > len(self.labels):
            raise Unsupported("break outside a loop", self.span(node))
        else:
            label = self.labels[-count]
        return lambda: (kind(self.span(node), label),)

    def label(self, node: Node) -> Make:
        """`label L: statement`."""
        name = str(tokens(node, "IDENT", "DIGITS")[0])
        inner = nodes(node)[0]
        first = inner.children[0] if inner.children else None
        word = first.type if isinstance(first, Token) and name_of(inner) == "other_statement" else ""
        if word == "WHILE":
            return self.loop(inner, self.labelled(name))
        if word == "FOR":
            return self.counting(inner, self.labelled(name))
        make_inner = self.statement(inner)

        def build() -> tuple[Statement, ...]:
            inside = make_inner()
            return (Block(inside, (), (name,), self.span(node)),) if inside else ()

        return build

    # -- the rest

    def returned(self, node: Node) -> Make:
        """`return e, f;` assigns the results."""
        values = child(node, "values")
        if values is None:
            return lambda: (Return(None, self.span(node)),)
        targets = [
            Target(lambda name=binder.name: name, self.scope.variables.get(binder.name, binder.sort), binder.name)  # type: ignore[misc]
            for binder in self.results
        ]
        make_values, _ = self.assigned(targets, nodes(values), node, False)
        return lambda: (*make_values(), Return(None, self.span(node)))

    def every(self, node: Node) -> Make:
        """`forall x | P { a[x] := e; }`; with a postcondition, or with the call of a lemma, it is a proof."""
        listed, token = child(node, "variables"), next(iter(tokens(node, "BODY")), None)
        if child(node, "ensures") is not None or token is None or listed is None:
            return nothing
        inner = nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "statements"))
        changing = [part for part in inner if name_of(part) == "assignment"]
        if not changing:
            return nothing
        if len(inner) != 1 or len(nodes(nodes(changing[0])[0])) != 1:
            raise Unsupported("a forall statement with several assignments", self.span(node))
        engine, scope = self.engine, self.scope
        bound = variables(engine, nodes(listed, "variable"), child(listed, "such_that"), scope, node)
        if any(binder.name in scope.variables for binder in bound.binders):
            raise Unsupported("a forall statement that hides a variable", self.span(node))
        self.scope = bound.scope
        try:
            target = self.target(nodes(nodes(changing[0])[0])[0])
            (written,) = nodes(nodes(changing[0])[1])
            value = self.term(written, target.sort)
        finally:
            self.scope = scope

        def build() -> tuple[Statement, ...]:
            span, binders = self.span(node), bound.resolved(engine, node)
            condition = conj(*bound.conditions(binders, bound.hidden(engine, binders)))
            whole = op("tuple.make", *(var(binder.name, binder.sort) for binder in binders), span=span)
            sort = set_of(tuple_of(*(binder.sort for binder in binders)))
            parts = (*(UNBOUNDED for _ in binders), condition, whole)
            choices = make("set.comprehension", parts, sort, binders, span)
            return (UpdateAll(binders, choices, target.make(), value(), span),)

        return build


_ONE = make("const", (), INT, 1)
_PATTERNS = frozenset({"bound_name", "constructor_pattern", "constant_pattern", "tuple_pattern", "literal_pattern"})


def _all(found: Match) -> Term:
    return conj(*(condition.build() for condition in found.conditions))


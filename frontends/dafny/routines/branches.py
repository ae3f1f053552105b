"""Conditionals and `match`: statements that choose (Dafny reference manual, sections 8.10 and 8.12)."""

from collections.abc import Callable, Sequence
from functools import partial

from attrs import define, evolve
from lark import Token, Tree

from ....core.errors import Unsupported
from ....core.ir.build import conj, op
from ....core.ir.sorts import BOOL, Sort
from ....core.ir.statements import Block, Break, Expect, If, Statement
from ....core.ir.terms import FALSE, Binder, Term, var
from ....core.ir.updates import Arbitrary, Choose, Update
from ....core.ir.variables import Name
from ..lowering import Draft
from ..lowering.matching import Match, extended_pattern
from ..syntax import Node, name_of, nodes, tokens
from ..types import Type
from .assignments import Assignments
from .base import Make, nothing

MOST_CASES = 100
"""Branches of one statement: each is nested in the one before."""


@define(slots=True)
class Branches(Assignments):
    """The lowering of statements that choose."""

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
        return self.block(self.listed(token))

    def guarded(self, guard: Node, inside: Callable[[], Make], node: Node) -> tuple[Make, Callable[[], Term], Make]:
        """A guard: the statements before it, its condition, and what it guards."""
        match name_of(guard):
            case "omitted":
                raise Unsupported("a guard that is left out, as nothing is refined here", self.span(guard))
            case "wildcard":
                name = self.fresh("either")
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
        scope, own, types = self.scope, list(self.own), dict(self.written_types)
        hidden_results = self.hidden_results
        listed: list[tuple[Name, Sort]] = []
        typed: dict[Name, Type] = {}
        *before, test = guard.children
        for part in before:
            if isinstance(part, Token) and part.type == "IDENT":
                listed.append((str(part), self.engine.inference.fresh()))
            elif isinstance(part, Tree) and name_of(part) == "name":
                listed.append((str(part.children[0]), self.engine.inference.fresh()))
            elif isinstance(part, Tree) and listed:
                typed[listed[-1][0]] = self.engine.read_type(part, self.scope)
                listed[-1] = (listed[-1][0], typed[listed[-1][0]].sort)
        hides = tuple(name for name, _ in listed if name in self.scope.variables)
        for name, sort in listed:
            self.declare(name, sort)
        self.written_types.update(typed)
        assert isinstance(test, Tree)
        found = self.fresh("found")
        names = [name for name, _ in listed]
        choice = self.chosen(names, self.condition(test), node, found)
        made = inside()
        self.scope, self.own, self.written_types, self.hidden_results = scope, own, types, hidden_results

        if not hides:
            return choice, (lambda: var(found, BOOL)), made
        # Where no value is found, the names are those of the variables around: so the values are kept under other ones.
        kept = {name: self.fresh("chosen") for name in names}

        def chosen() -> tuple[Statement, ...]:
            (whole,) = choice()
            assert isinstance(whole, Choose)
            return (evolve(whole, targets=tuple(Binder(kept[target.name], target.sort) for target in whole.targets)),)

        def guarded() -> tuple[Statement, ...]:
            inner = made()
            values = tuple(var(kept[name], self.resolved(sort, node)) for name, sort in listed)
            return (Block((Update(tuple(names), values, self.span(node), True), *inner), hides),) if inner else ()

        return chosen, (lambda: var(found, BOOL)), guarded

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
        """`case guard => ...`: one that holds. In a loop, where none does, it ends."""
        branches = []
        self.check_cases(len(listed), node)
        for part in listed:
            guard, *inner = nodes(part)
            branches.append((self.guarded(guard, partial(self.block, inner), part), part))

        def build() -> tuple[Statement, ...]:
            failed = Expect(FALSE, "that one of the cases applies", self.span(node))
            found: tuple[Statement, ...] = (Break(self.span(node)),) if loop else (failed,)
            # From the last case to the first: each becomes the `else` of the one before it. What a guard needs computed
            # (`before`) stands with it in that `else`, so that it runs only if no earlier case applies.
            for (before, condition, then), part in reversed(branches):
                found = (*before(), If(condition(), then(), found, self.span(part), True))
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
            # Nothing in the cases but proofs: then the subject may be ghost too, and is not evaluated.
            if not any(then for _, then, _ in made):
                return ()
            found: tuple[Statement, ...] = (Expect(FALSE, "that one of the cases applies", self.span(node)),)
            for condition, then, part in reversed(made):
                found = (If(condition, then, found, self.span(part)),)
            return (Update((name,), (built(),), self.span(node)), *found)

        return build

    def case(self, part: Node, subject: Draft) -> tuple[Callable[[], Term], Make, Node]:
        patterns = [node for node in nodes(part) if name_of(node) in _PATTERNS]
        inner = [node for node in nodes(part) if name_of(node) not in _PATTERNS]
        found = [extended_pattern(self.engine, pattern, subject, self.scope) for pattern in patterns]
        if len(found) > 1 and any(one.bindings for one in found):
            raise Unsupported("variables in alternative patterns", self.span(part))
        bindings = found[0].bindings
        values = [(binding.binder.name, self.built(self.engine.as_array(binding.value), part)) for binding in bindings]
        shallow = self.engine.inference.shallow
        then = self.block(inner, [(binding.binder.name, shallow(binding.binder.sort)) for binding in bindings])

        def condition() -> Term:
            return op("or", *map(_all, found)) if len(found) > 1 else _all(found[0])

        def build() -> tuple[Statement, ...]:
            inside = then()
            if not inside:
                return ()
            # The pattern's variables are those of the block that hides them at its end: given outside of it they would
            # be the variables of the same names around the statement.
            if isinstance(inside[0], Block) and len(inside) == 1 and inside[0].hides:
                block = inside[0]
                return (Block((*self.given(values, part), *block.body), block.hides, (), block.span),)
            return (*self.given(values, part), *inside)

        return condition, build, part

    def given(self, values: Sequence[tuple[Name, Callable[[], Term]]], part: Node) -> tuple[Statement, ...]:
        return tuple(Update((name,), (value(),), self.span(part), True) for name, value in values)


_PATTERNS = frozenset({"bound_name", "constructor_pattern", "constant_pattern", "tuple_pattern", "literal_pattern"})


def _all(found: Match) -> Term:
    return conj(*(condition.build() for condition in found.conditions))

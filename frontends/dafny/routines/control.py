"""Every kind of statement; those of the other modules aside, `forall` and `return` (reference manual, section 8).

Of a `calc` (same manual, "Calc statement") the steps are taken apart: the text

    calc ==> {            the relation of steps that name none; == where nothing is written
      a;
    ==> { Lemma(); }      the relation of the next step, and hints, which are proofs of it
      b;
      c;
    }

has the steps `a ==> b` and `b ==> c`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial

from attrs import define, evolve, frozen
from lark import Token, Tree

from ....core.errors import InputError, ParseError, Unsupported
from ....core.ir.build import UNBOUNDED, conj, implies, op
from ....core.ir.definedness import well_defined
from ....core.ir.sorts import set_of, tuple_of
from ....core.ir.statements import Expect, GhostCondition, LemmaCall, Print, Return, Statement, Yield
from ....core.ir.terms import TRUE, Term, make, var
from ....core.ir.updates import FieldPlace, UpdateAll
from .. import superposition
from ..lexing.scan import DafnySource, Raw, Scanner
from ..lowering.binders import variables
from ..lowering.calls import qualified
from ..syntax import (
    Node,
    child,
    mentioned_in_proofs,
    name_of,
    nodes,
    parse,
    qualified_names,
    symbol_of,
    text_of,
    tokens,
    words_of,
)
from .base import Make, nothing
from .calls import MakePlace, plain
from .loops import Loops

_KINDS = {"==>": "implies", "<==": "explies", "<==>": "equivalence"}
_RELATIONS = frozenset({"==", "!=", "<", "<=", ">", ">=", *_KINDS})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@frozen(slots=True)
class CalculationStep:
    """Two lines of a calculation with the relation between them, as an expression and as text. `given`: the first of
    them, where it is the second of another step: that step is about whether it is defined."""

    node: Node
    text: str
    given: Node | None


def _steps_of(node: Node, source: DafnySource) -> Iterator[CalculationStep]:
    """The steps of a `calc` statement. Raises Unsupported for `==#[k]`, ParseError for what is no
    expression."""
    word, body = tokens(node, "CALC")[0], tokens(node, "BODY")[0]
    # A hint stands between two lines and belongs to their step; each step may assume the line before it.
    default, previous_line, premise_line = "==", None, None
    heading = list(_raw(Scanner(source, word.end_pos or 0, body.start_pos or 0)))
    if heading:
        default = _relation(heading, source)
    for relation, start, line_end, _ in _lines(source, (body.start_pos or 0) + 1, (body.end_pos or 0) - 1):
        line = parse(source, "lemma_expression", part=(start, line_end))
        if previous_line is not None:
            step_condition = _related(relation or default, previous_line, line)
            text = f"{text_of(previous_line, source)} {relation or default} {text_of(line, source)}"
            yield CalculationStep(step_condition, text, premise_line)
            premise_line = line
        previous_line = line


def _raw(scanner: Scanner) -> Iterator[Raw]:
    while (raw := scanner.next()).kind != "end":
        yield raw


def _relation(written: list[Raw], source: DafnySource) -> str:
    if len(written) != 1 or written[0].text not in _RELATIONS:
        raise Unsupported("calc with ==#", source.span(written[0].start, written[-1].end))
    return written[0].text


def _hints_of(node: Node, source: DafnySource) -> Iterator[Node]:
    """The statements of the hints of a `calc` statement, but for those that are no Dafny."""
    (body,) = tokens(node, "BODY")
    for *_, hints in _lines(source, (body.start_pos or 0) + 1, (body.end_pos or 0) - 1):
        for start, hint_end in hints:
            with suppress(InputError):
                yield from nodes(parse(source, "statements", part=(start + 1, hint_end - 1)))


def _lines(
    source: DafnySource, start: int, text_end: int
) -> Iterator[tuple[str, int, int, tuple[tuple[int, int], ...]]]:
    """The relation that is written before a line, between which offsets the line is, and the hints before it."""
    scanner = Scanner(source, start, text_end)
    while (first := scanner.next()).kind != "end":
        relation, hints = "", list[tuple[int, int]]()
        if first.text in _RELATIONS:
            relation, first = first.text, scanner.next()
        if first.text == "#":
            raise Unsupported("calc with ==#", source.span(first.start, first.end))
        # Hints stand between two lines: braces, or a calc inside.
        while first.text in ("{", "calc"):
            while first.text != "{" and first.kind != "end":
                first = scanner.next()
            if first.kind != "end":
                hints.append((first.start, scanner.skip(first)))
                first = scanner.next()
        if first.kind == "end":
            return
        # A line ends at a semicolon outside of brackets: an expression may hold statements.
        depth, last = 0, first
        while last.kind != "end" and (depth > 0 or last.text != ";"):
            depth += (last.text in _OPENING) - (last.text in _CLOSING)
            last = scanner.next()
        yield relation, first.start, last.start, tuple(hints)


def _related(relation: str, left: Node, right: Node) -> Node:
    if relation in _KINDS:
        return Tree(_KINDS[relation], [left, right], right.meta)
    return Tree("comparison", [left, Token("RELATION", relation), right], right.meta)


_ASSIGNING = frozenset({"local", "assignment"})
_PROOFS = frozenset({"ASSERT", "REVEAL", "HIDE", "CALC", "MODIFY"})


@define(slots=True)
class Control(Loops):
    """The lowering of a body."""

    def statement(self, node: Node) -> Make:
        make = self.lowered_statement(node)
        if not self.checked:
            return make
        # What the results of ghost methods are, and what lemmas in expressions say, is believed.
        ghosts = list(filter(self.is_ghost_call, node.iter_subtrees())) if name_of(node) in _ASSIGNING else []
        called = (path for ghost in ghosts if (path := qualified(nodes(ghost)[0], self.scope)) is not None)
        names = (
            *mentioned_in_proofs(node, self.scope.path, self.source),
            *qualified_names(map(".".join, called), self.scope.path),
        )
        return (lambda: (*self.believed(names, node), *make())) if names else make

    def believed(self, names: tuple[str, ...], node: Node) -> tuple[Statement, ...]:
        return (LemmaCall(names, None, text_of(node, self.source), self.span(node), trusted=True),)

    def lowered_statement(self, node: Node) -> Make:
        match name_of(node):
            case "local":
                return self.local(node)
            case "assignment":
                return self.assignment(node)
            case "call":
                return self.call(node)
            case "expectation":
                return self.expectation(node)
            case superposition.CHOICE:
                if not self.checked:
                    return nothing
                claim = self.claim("assert", nodes(node)[0])
                return lambda: (claim(),)
            case "output":
                printed_terms = [self.term(printed_node) for printed_node in nodes(node)]
                return lambda: (Print(tuple(printed_node() for printed_node in printed_terms), self.span(node)),)
            case _:
                return self.other(node)

    def expectation(self, node: Node) -> Make:
        """`expect P;` is executed, `assert P;` is for the verifier, unless it is in a test."""
        test = next(asserted for asserted in nodes(node) if name_of(asserted) != "label")
        # The grammar has one node for both words.
        if not self.testing and self.source.text.startswith("assert", node.meta.start_pos):
            if not self.checked:
                return nothing
            lemmas = self.lemmas_of(statement for block in tokens(node, "BODY") for statement in self.listed(block))
            claim = self.claim("assert", test)
            return lambda: (*lemmas(), claim())
        condition = self.condition(test)
        return lambda: (Expect(condition(), text_of(test, self.source), self.span(node)),)

    def lemmas_of(self, proof: Iterable[Node]) -> Make:
        """The lemmas that a proof calls: what follows from them is no claim of the body alone."""
        lemmas = list[Make]()
        with suppress(Unsupported):  # Nothing that runs rests on a proof that is no Dafny.
            for statement in proof:
                if name_of(statement) != "call":
                    lemmas.append(self.trusting(words_of(text_of(statement, self.source)), statement))
                elif self.is_ghost_call(nodes(statement)[0]):
                    lemmas.append(self.lemma(nodes(statement)[0]))
        return lambda: tuple(statement for make_lemma in lemmas for statement in make_lemma())

    def calculation(self, node: Node) -> Make:
        """`calc {...}`: the lemmas that its hints call, and each of its steps. All else in hints is proofs."""
        try:
            listed = list(_steps_of(node, self.source))
        except (ParseError, Unsupported) as error:
            problem = str(error)
            # A calculation that cannot be taken apart is a condition that is not checked, and is told as that.
            return lambda: (GhostCondition("calc", None, "calc", self.span(node), problem),)
        lemmas = self.lemmas_of(_hints_of(node, self.source))
        claims = [self.claim("calc", step.node, step.text) for step in listed]
        lines = [step.given for step in listed]
        premises = [None if line is None else self.attempted(partial(self.defined, line), node) for line in lines]

        def build() -> tuple[Statement, ...]:
            statements = [*lemmas()]
            for claim, premise in zip((claim() for claim in claims), premises, strict=True):
                # A step is about its two lines where the first has a value: with `a / b` in it, the step says nothing
                # for b = 0.
                defined, problem = (TRUE, "") if premise is None else premise()
                if defined is None or claim.test is None:
                    statements.append(evolve(claim, test=None, problem=claim.problem or problem))
                else:
                    statements.append(evolve(claim, test=implies(defined, claim.test)))
            return tuple(statements)

        return build

    def defined(self, node: Node) -> Callable[[], Term]:
        """The condition under which an expression has a value."""
        value = self.term(node)
        return lambda: well_defined(value(), self.functions)

    def assumption(self, node: Node) -> Make:
        """`assume P;`: what follows is about executions in which P holds."""
        tests = [assumed for assumed in nodes(node) if name_of(assumed) != "label"]
        if not tests:
            raise Unsupported("assume ...", self.span(node))
        condition = self.condition(tests[0])
        return lambda: (Expect(condition(), text_of(tests[0], self.source), self.span(node), True),)

    def other(self, node: Node) -> Make:
        # Proofs have no effect on a run, unless they are checked on the way.
        first = node.children[0]
        word = first.type if isinstance(first, Token) else ""
        if word == "MODIFY" and tokens(node, "BODY"):
            return self.braces(node)
        if word == "CALC" and self.checked:
            return self.calculation(node)
        if word in _PROOFS:
            return nothing
        match word:
            case "ASSUME":
                return self.assumption(node)
            case "BODY" | "OPAQUE":
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
            case "YIELD":
                return self.yielding(node)
            case "BREAK" | "CONTINUE":
                return self.jump(node)
            case "LABEL":
                return self.label(node)
            case "FORALL" | "PARALLEL":
                return self.every(node)
            case _ if str(first) == ":-":
                return self.failing([], nodes(child(node, "values") or node), node)
            case _:
                raise Unsupported(f"the statement {text_of(first, self.source)}", self.span(node))

    # -- the rest

    def returned(self, node: Node) -> Make:
        """`return e, f;` assigns the results."""
        values = child(node, "values")
        if values is None:
            return lambda: (Return(None, self.span(node)),)
        targets, leave = self.returning(node, len(self.results))
        make_values, _ = self.assigned(targets, nodes(values), node, False)
        return lambda: (*make_values(), leave)

    def yielding(self, node: Node) -> Make:
        """`yield e, f;` assigns what the iterator yields."""
        values, span, kind = child(node, "values"), self.span(node), self.own_class()
        if values is None:
            return lambda: (Yield(span),)
        names = self.names.iterators.get(kind or "", ())
        this: Node = Tree("word", [Token("THIS", "this")], node.meta)
        written: list[Node] = [Tree("member", [this, Token("IDENT", name)], node.meta) for name in names]
        make_values, _ = self.assigned([self.target(yielded) for yielded in written], nodes(values), node, False)
        return lambda: (*make_values(), Yield(span))

    def proof(self, body: Token | None, node: Node) -> Make:
        """A `forall` statement that changes nothing. Of what its body calls, what it promises is believed."""
        return nothing if body is None or not self.checked else self.trusting(words_of(str(body)), node)

    def trusting(self, words: Collection[str], node: Node) -> Make:
        """What lemmas among these words promise is believed from here on."""
        names = qualified_names(sorted(self.ghosts.intersection(words)), self.scope.path)
        return (lambda: self.believed(names, node)) if names else nothing

    def every(self, node: Node) -> Make:
        """`forall x | P { a[x] := e; }`; with a postcondition, or with the call of a lemma, it is a proof."""
        listed, token = child(node, "variables"), next(iter(tokens(node, "BODY")), None)
        if child(node, "ensures") is not None or token is None or listed is None:
            return self.proof(token, node)
        # All right sides are evaluated in the state before: a `forall` assigns at once (reference manual, "Forall
        # Statement").
        inner_statements = self.listed(token)
        changing = [inner_statement for inner_statement in inner_statements if name_of(inner_statement) == "assignment"]
        if not changing:
            return self.proof(token, node)
        if len(changing) != len(inner_statements) or any(symbol_of(statement) != ":=" for statement in changing):
            raise Unsupported("a forall statement with other statements than assignments", self.span(node))
        engine, scope = self.engine, self.scope
        # The bound variables are in scope for the assignments alone.
        bound = variables(engine, nodes(listed, "variable"), child(listed, "such_that"), scope, node)
        self.scope = bound.scope
        try:
            updates = [update for inner_statement in changing for update in self.updates(inner_statement)]
        finally:
            self.scope = scope

        def build() -> tuple[Statement, ...]:
            span, binders = self.span(node), bound.resolved(engine, node)
            if bound.hidden(engine, binders):
                # All values are computed before any is assigned, outside of the scope of the variable.
                raise Unsupported("a forall statement over what its variable hides", span)
            condition = conj(*bound.conditions(binders))
            all_values = op("tuple.make", *(var(binder.name, binder.sort) for binder in binders), span=span)
            sort = set_of(tuple_of(*(binder.sort for binder in binders)))
            terms = (*(UNBOUNDED for _ in binders), condition, all_values)
            choices = make("set.comprehension", terms, sort, binders, span)
            return (UpdateAll(binders, choices, tuple((make_place(), value()) for make_place, value in updates), span),)

        return build

    def updates(self, node: Node) -> list[tuple[MakePlace, Callable[[], Term | FieldPlace]]]:
        """The places of an assignment, each with its value. Raises Unsupported."""
        written, values = nodes(nodes(node)[0]), nodes(nodes(node)[1])
        if len(written) != len(values):
            raise Unsupported("an assignment with different numbers of targets and values", self.span(node))
        place_and_value = []
        for target_node, value_node in zip(written, values, strict=True):
            target = self.target(target_node)
            value, sort = self.value(value_node, None)
            self.engine.inference.unify(
                plain(sort), plain(self.engine.inference.shallow(target.sort)), self.span(value_node)
            )
            place_and_value.append((target.make, value))
        return place_and_value

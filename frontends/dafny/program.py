"""A Dafny file → the program of the IR: functions, datatypes, specifications, tests."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from attrs import define, evolve, frozen

from ...core.errors import ParseError, Unsupported, contained
from ...core.ir.contracts import (
    Clause,
    Condition,
    Problem,
    Program,
    Specification,
    TestMethod,
)
from ...core.ir.statements import Invoke, OpaqueStatement, statements_of
from ...core.ir.terms import Term
from .autocontracts import expanded
from .bodies import TestBody, is_test, lower_body, read_body, subjects_of
from .classes import LARGEST_RANK, position_name
from .clauses import implicit
from .collect import Declaration, collect, completed
from .declarations import Declarations
from .dialect import Dialect, dialect_of
from .functions import FunctionLowering, terms_of
from .implementations import Implementations, of_implementations
from .includes import ProgramFile
from .lexing.scan import DafnySource
from .lowering import Scope
from .lowering.matrices import position_function, position_signature
from .lowering.reached import heap_functions
from .methods import specification
from .reading import mentions_of, numbered_of
from .routines import Routines, makes_iterator
from .subjects import other_subjects
from .syntax import Node
from .trees import child, nodes, span_of, tokens
from .versions import structural_marks

_RANK = re.compile(r"\barray(\d+)\b")


@define(slots=True)
class _Lowering(FunctionLowering):
    """The lowering of a program."""

    def without_clauses(
        self, declared: Iterable[Declaration], known: Iterable[Specification]
    ) -> Iterator[Specification]:
        """For methods whose specification is not lowered as a whole, what their callers see: a clause that is not
        supported, in place of all. One whose signature is not lowered has no callers, but it is not forgotten."""
        done = {one.name for one in known}
        for one in self.each(declared):
            signature, reason = self.names.methods.get(one.qualified), self.names.unread.get(one.qualified)
            if reason is None or one.qualified in done or (signature is None and not nodes(one.node, "ensures")):
                continue
            span = span_of(one.node, one.source)
            clause = Clause("ensures", f"the specification of {one.name}", span, (Problem(reason, span),))
            conditions = (Condition(clause, None),)
            if signature is None:
                yield Specification(one.qualified, (), (), (), conditions, span=span)
                continue
            self.names.methods[one.qualified] = evolve(signature, changes=None)
            yield Specification(signature.name, signature.inputs, signature.outputs, (), conditions, span=span)

    def test(self, body: TestBody) -> TestMethod:
        """A test; one that is not lowered as a whole is one statement that is not understood."""
        span = span_of(body.declared.node, self.source)
        try:
            with contained(span):
                return lower_body(body, self.names, self.functions, self.scope(body.declared))
        except Unsupported as error:
            return TestMethod(body.declared.qualified, (OpaqueStatement(error.construct, error.span or span),), span)


@frozen(slots=True)
class _Declared:
    """What the files of a program declare. `written`: what is written; `members`: that, and what classes inherit;
    `methods`: those that are no tests; `bodies`: those of tests."""

    dialect: Dialect
    written: list[Declaration]
    members: list[Declaration]
    implementations: Implementations
    methods: list[Declaration]
    bodies: list[TestBody]

    def of_kind(self, *kinds: str) -> list[Declaration]:
        return [one for one in self.members if one.kind in kinds]


def lower(
    parts: Sequence[ProgramFile],
    wanted: Dialect | None = None,
    unread: Iterable[Problem] = (),
    with_tests: bool = True,
    framed: bool = False,
) -> Program:
    """The program of a file, the last of the parts, and of what it includes, which brings no tests.

    What is not lowered is in `problems` and in the clauses it affects; `unread` are includes that are not followed.
    `with_tests`: whether tests of the file are read; `framed`: as in `Signatures`. Raises ParseError for syntax that
    the version `wanted` does not have.
    """
    # Each step needs what those before it have found: types need the names of datatypes and classes, signatures need
    # types, functions the signatures of those that they call, clauses all functions, and tests all methods.
    main = parts[-1].source
    state = _Lowering(main, framed=framed)
    found = _declared(state, parts, wanted, with_tests)
    _lower_signatures(state, parts, found)
    _lower_functions(state, found)
    specifications = [one for one in state.attempt(found.methods, partial(specification, state)) if one is not None]
    specifications += state.without_clauses(found.methods, specifications)
    state.source = main
    tests = [state.test(body) for body in found.bodies]
    called = {one.method for test in tests for one in statements_of(test.body) if isinstance(one, Invoke)}
    closed = list(of_implementations(state, found.methods, found.implementations, called))
    of_clauses = _terms((*specifications, *(one for one, _ in closed)))
    of_functions = chain.from_iterable(map(terms_of, state.functions.values()))
    state.functions.update(heap_functions((*of_clauses, *of_functions), state.names))
    typed = {one.qualified: each for one in found.of_kind("function") for each in state.typed_result(one)}
    of_main = (one for one in found.written if one.source is main)
    others = tuple(other_subjects(state, of_main, typed, found.implementations))
    for name, function in heap_functions(_terms(others), state.names).items():
        state.functions.setdefault(name, function)
    routines = _routines(state, found.members, {one.name: body for one, body in closed})
    routines = evolve(routines, closed=frozenset(one.name for one, _ in closed), standing=found.implementations.classes)
    state.functions.update(state.names.type_functions)
    return Program(
        file=main.file,
        specifications=tuple(specifications),
        functions=state.functions,
        datatypes=dict(state.names.datatypes),
        tests=tuple(tests),
        problems=tuple(state.problems),
        dialect=found.dialect,
        unread=tuple(unread),
        routines=routines,
        tested=evolve(routines, testing=True, known={}),
        others=others,
        implemented={one.name: one for one, _ in closed},
        has_witnesses=any(next(part.tree.find_data("witness"), None) is not None for part in parts),
        bases={name: tuple(each.name for each in state.names.bases(name)) for name in state.names.classes},
    )


def _declared(state: _Lowering, parts: Sequence[ProgramFile], wanted: Dialect | None, with_tests: bool) -> _Declared:
    """The declarations, with datatypes known by name: types may refer to each other. Raises ParseError."""
    main = parts[-1].source
    declared = state.once(one for part in parts for one in collect(part.tree, part.source, state.names))
    state.names.resolve_imports()
    subjects = subjects_of(declared)
    bodies = [read_body(one) for one in declared if with_tests and one.source is main and is_test(one, subjects)]
    trees = [(part.tree, part.source) for part in parts]
    trees += [(body.tree, main) for body in bodies if not isinstance(body.tree, ParseError)]
    marks = [mark for part in parts for mark in part.source.marks]
    marks += [mark for tree, source in trees for mark in structural_marks(tree, source)]
    dialect = dialect_of(marks, wanted)
    state.attempt((one for one in declared if one.kind == "datatype"), state.datatype)
    written = completed(expanded(declared, state.names, dialect), state.names)
    implementations = Implementations.of(written, state.names, [part.tree for part in parts])
    members = [*written, *implementations.inherited(state.names)]
    methods = [one for one in members if one.kind == "method" and not is_test(one, subjects)]
    return _Declared(dialect, written, members, implementations, methods, bodies)


def _lower_signatures(state: _Lowering, parts: Sequence[ProgramFile], found: _Declared) -> None:
    """The constructors of datatypes, and the signatures of functions and methods."""
    fields = {field.name for one in state.names.classes.values() for field in one.fields}
    state.mentions.update(mentions_of(found.members, fields, state.names, state.framed))
    state.numbered = numbered_of(found.members, state.names)
    # More is known of the types of fields when datatypes have their constructors.
    state.names.own_fields.clear()
    for rank in {int(one) for part in parts for one in _RANK.findall(part.source.text)}:
        if 2 <= rank <= LARGEST_RANK:
            state.names.functions[position_name(rank)] = position_signature(rank)
            state.functions[position_name(rank)] = position_function(rank)
    state.attempt(found.of_kind("datatype"), state.constructors)
    state.attempt(found.of_kind("function", "method"), state.signature)


def _lower_functions(state: _Lowering, found: _Declared) -> None:
    """Constants and functions."""
    functions = found.of_kind("function")
    state.constants(found.of_kind("constant"))
    state.attempt(functions, lambda one: state.function(one, found.dialect))
    state.again_through_heap(functions, found.dialect)
    state.functions.update(state.names.type_functions)
    state.drop_unread()


def _terms(specifications: Iterable[Specification]) -> Iterator[Term]:
    for each in specifications:
        yield from (one.term for one in (*each.requires, *each.ensures) if one.term is not None)


def _routines(state: Declarations, declared: Iterable[Declaration], of_classes: Mapping[str, Declaration]) -> Routines:
    """The bodies of the methods that are compiled and have a signature; for methods of traits, those `of_classes`."""
    listed = list(declared)
    proofs = {one.name for one in listed if one.kind == "lemma" or (one.kind == "method" and "ghost" in one.modifiers)}
    others = {one.name for one in listed if one.kind == "method" and "ghost" not in one.modifiers}
    bodies = {
        one.qualified: one
        for one in listed
        if one.kind == "method"
        and one.qualified in state.names.methods
        and (tokens(one.node, "BODY", "TEST_BODY") or makes_iterator(one, state.names))
    }
    # Before Dafny 3, `function {:opaque} F` declares a lemma `reveal_F`.
    revealing = {f"reveal_{one.name}" for one in listed if one.kind == "function"}
    return Routines(state, {**bodies, **of_classes}, frozenset((proofs | revealing) - others))


def lower_signature(tree: Node, source: DafnySource) -> Specification:
    """The inputs and outputs of a method's header. Raises Unsupported."""
    state, scope = _Lowering(source), Scope()
    results = child(tree, "results")
    inputs = state.formals(child(tree, "formals"), scope)
    outputs = state.formals(None if results is None else nodes(results)[0], scope)
    names = tokens(tree, "IDENT")
    return Specification(
        str(names[0]) if names else "",
        tuple(one[0] for one in inputs),
        tuple(one[0] for one in outputs),
        tuple(implicit(one, typed.guard, node, "requires", source) for one, typed, node in inputs if typed.guard),
        tuple(implicit(one, typed.guard, node, "ensures", source) for one, typed, node in outputs if typed.guard),
        span=span_of(tree, source),
    )

"""A Verus file → the program of the IR: specifications, the functions that they call, datatypes.

Every exec function with a clause is a subject. What its types promise of its parameters and its result are facts: there
is no input and no output without it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from attrs import define, evolve, fields, frozen

from ...core.errors import ParseError, Unsupported
from ...core.ir.build import eq, ite
from ...core.ir.contracts import Clause, ClauseKind, Condition, Problem, Program, Specification, TestMethod
from ...core.ir.routines import Routine
from ...core.ir.statements import Expect, OpaqueStatement, statements_of
from ...core.ir.terms import TRUE, Binder, Term, free_names, var
from ...core.ir.updates import Call
from ...core.ir.variables import pre_state
from . import tree as t
from .applications import parameter_names
from .bodies import ExecLowering, routine_of
from .declarations import DeclaredItems, declared_in, standard_library
from .elaboration import SpecLowering
from .ghost import CheckLowering, GhostLowering
from .library import CALLS, METHODS
from .lowering import fitting
from .patterns import matched
from .reading import SyntaxTree
from .scan import VerusSource
from .scopes import (
    RESULT_NAME,
    DeclaredFunction,
    NameScope,
    Typed,
    bound_functions,
    const_parameters,
    parameter_name,
)
from .types import UNIT, TypeScope, VerusType


@frozen(slots=True, eq=False)
class LoweredBodies(Mapping[str, Routine]):
    """The bodies of a program by function, and what its names mean: `state` lowers more expressions."""

    state: SpecLowering
    bodies: Mapping[str, Routine]

    def __getitem__(self, name: str) -> Routine:
        return self.bodies[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bodies)

    def __len__(self) -> int:
        return len(self.bodies)


_HEAD = re.compile(r"\b(?:fn|struct|enum|union|trait|type|mod|const)\s+\w+")
_UNREAD = frozenset({"external_body", "verifier::external_body", "verifier(external_body)"})


def _state(collected: DeclaredItems, source: VerusSource) -> SpecLowering:
    return SpecLowering(
        source,
        collected.structures,
        collected.functions,
        collected.constants,
        collected.aliases,
        collected.renamed,
        collected.modules,
        methods=METHODS,
        calls=CALLS,
    )


def lower(tree: SyntaxTree, source: VerusSource, *, checks: bool = False) -> Program:
    """The program of a file. What has no meaning is in its problems, and in the clauses it affects. `checks`: bodies
    have the conditions of their ghost code."""
    # Names first, since items may use what is declared after them.
    collected = declared_in(tree)
    state = _state(collected, source)
    problems = list[Problem]()
    specifications = list[Specification]()
    for declared in _subjects(collected):
        try:
            with fitting(state.span(declared.item)):
                specifications.append(_Subject(state, declared).specification())
        # A subject that cannot be lowered stays in the list, with the reason: silence would look like a file without
        # it.
        except Unsupported as error:
            problems.append(Problem(error.construct, error.span))
            specifications.append(_unread(state, declared, error))
    # Generic functions get a body for each choice of types with which a test or body calls them.
    called = dict[str, tuple[DeclaredFunction, Mapping[str, VerusType]]]()
    tests = list(tested_bodies(state, collected.listed, called))
    routines = _routines(state, collected, called, checks)
    # Spec functions are lowered last, when it is known which are called.
    problems += _finish(state)
    datatypes = dict(state.datatypes)
    return Program(
        file=source.file,
        language="verus",
        specifications=tuple(evolve(specification, datatypes=datatypes) for specification in specifications),
        functions=dict(state.functions),
        datatypes=datatypes,
        problems=tuple(problems),
        routines=LoweredBodies(state, routines),
        tests=tuple(test for test, _ in tests),
        tested={**routines, **{test.name: body for test, body in tests}},
        headers=headers(specifications),
        unread=tuple(Problem(f"{_item_at(error, source)} is not read: {error}", error.span) for error in tree.errors),
    )


def lower_signature(tree: SyntaxTree, source: VerusSource) -> Specification:
    """The specification of the one function of a text, clauses or not. Raises Unsupported."""
    collected = declared_in(tree)
    state = _state(collected, source)
    (declared,) = collected.listed
    found = _Subject(state, declared).specification()
    return evolve(found, datatypes=dict(state.datatypes))


def _routines(
    state: SpecLowering,
    collected: DeclaredItems,
    called: Mapping[str, tuple[DeclaredFunction, Mapping[str, VerusType]]],
    checks: bool,
) -> dict[str, Routine]:
    """The bodies of exec functions, those of generic ones for the types that they are called with, too. One that is
    not lowered stops where it begins, and says why."""
    found = dict[str, Routine | None]()
    instances: dict[str, tuple[DeclaredFunction, Mapping[str, VerusType]]] = {
        declared.qualified: (declared, {})
        for declared in (*collected.listed, *collected.elsewhere)
        if not (declared.is_spec or declared.is_proof or declared.item.body is None)
    } | dict(called)
    # Lowering a body may ask for further instances of generic functions.
    while len(found) < len(instances):
        for name, (declared, instance) in list(instances.items()):
            if name not in found:
                found[name] = _routine(state, declared, instance, name, instances, checks)
    return {name: routine for name, routine in found.items() if routine is not None}


def _routine(
    state: SpecLowering,
    declared: DeclaredFunction,
    instance: Mapping[str, VerusType],
    name: str,
    instances: dict[str, tuple[DeclaredFunction, Mapping[str, VerusType]]],
    checks: bool,
) -> Routine | None:
    """The body of a function for an instance of its type parameters; None of one that has none. What it calls comes to
    the instances."""
    span = state.span(declared.item)
    # The lowering of bodies shares the declarations with that of specifications.
    shared = {each.name: getattr(state, each.name) for each in fields(SpecLowering)}
    lowering = (
        CheckLowering(**shared, instances=instances, standard=standard_library(), ghost=state)
        if checks
        else ExecLowering(**shared, instances=instances, standard=standard_library())
    )
    try:
        with fitting(span):
            return routine_of(lowering, declared, state.source.text, instance, name)
    # A body that cannot be lowered becomes one that says so when it is executed.
    except Unsupported as error:
        return _opaque(state, declared, OpaqueStatement(error.construct, error.span or span), name)


def _opaque(state: SpecLowering, declared: DeclaredFunction, statement: OpaqueStatement, name: str) -> Routine | None:
    """The body of a function that cannot be executed; None where its signature has no meaning either."""
    try:
        taken, result, _ = state.signature(declared, NameScope({}, state.types))
        names = parameter_names(declared.item)
        parameters = tuple(Binder(each, state.sort(kind)) for each, kind in zip(names, taken, strict=True))
        results = () if result == UNIT else (Binder(RESULT_NAME, state.sort(result)),)
    # Nobody can call it then, and its body matters to nobody.
    except Unsupported:
        return None
    return Routine(name, parameters, results, (statement,), span=statement.span)


def _item_at(error: ParseError, source: VerusSource) -> str:
    """What the item is called in which an error is."""
    if error.span.file != source.file:
        return f"an item of {error.span.file}"
    before = source.text[: source.lines[error.span.line - 1] + error.span.column - 1]
    return next(reversed(_HEAD.findall(before)), "an item")


def _subjects(collected: DeclaredItems) -> list[DeclaredFunction]:
    """The exec functions with a clause; where a file has none, those with a result: a translation may have lost every
    clause."""
    executed = [declared for declared in collected.listed if not (declared.is_spec or declared.is_proof)]
    stating = [declared for declared in executed if any(declared.stated("requires", "ensures", "returns"))]
    return stating or [declared for declared in executed if declared.item.result is not None]


def _finish(state: SpecLowering) -> Iterator[Problem]:
    """Lower the functions that are called, and those that they call. Yields what has no meaning."""
    while state.waiting:
        name, declared, types = state.waiting.pop()
        try:
            with fitting(state.span(declared.item)):
                state.functions[name] = evolve(state.functions[name], body=_body(state, name, declared, types))
                recommended = tuple(_recommended(state, name, declared, types))
                state.functions[name] = evolve(state.functions[name], recommended=recommended)
        except Unsupported as error:
            state.functions[name] = evolve(state.functions[name], unread=error.construct)
            if not declared.library:
                yield Problem(error.construct, error.span)


def _recommended(state: SpecLowering, name: str, declared: DeclaredFunction, types: TypeScope) -> Iterator[Term]:
    """What a spec function recommends of its arguments, as far as it has a meaning."""
    for clause, names in declared.stated("recommends"):
        for value in clause.values:
            with suppress(Unsupported), fitting(state.span(value)):
                yield state.condition(value, _parameters(state, name, declared, types).calling(names))


def _body(state: SpecLowering, name: str, declared: DeclaredFunction, types: TypeScope) -> Term | None:
    """The value of a spec function; None of one that has none, or none that says anything."""
    item = declared.item
    body = item.body
    opaque = any(attribute.strip("#[]") in _UNREAD for attribute in item.attributes)
    if body is None or opaque or _is_placeholder(body):
        return None
    # The function is declared already, since its own body may call it.
    function = state.functions[name]
    scope = _parameters(state, name, declared, types)
    result = UNIT if item.result is None else types.read(item.result.type)
    when = next((clause.condition for clause in item.clauses if clause.kind == "decreases" and clause.condition), None)
    condition = TRUE if when is None else state.condition(when, scope)
    # `decreases … when c`: the body is the value only where c holds, which is known in it.
    found = state.settled(state.block(body, scope.knowing(condition), result), result)
    if found.term.sort != function.result:
        raise state.unsupported(f"a value of type {found.type} where {result} is promised", body)
    if condition == TRUE:
        return found.term
    # Outside of the condition of its `decreases` the function has some value that nobody knows.
    arguments = [var(binder.name, binder.sort) for binder in function.parameters]
    return ite(condition, found.term, state.unspecified(name, arguments, function.result, function.span))


def _parameters(state: SpecLowering, name: str, declared: DeclaredFunction, types: TypeScope) -> NameScope:
    """What names mean in a spec function, of whose parameters their types are known."""
    item, function = declared.item, state.functions[name]
    values = [
        Typed(
            var(binder.name, binder.sort),
            state.own_type(types, parameter) if parameter.type is None else types.read(parameter.type),
        )
        for parameter, binder in zip(item.parameters, function.parameters, strict=True)
    ]
    variables = const_parameters(declared, values, types)
    facts = []
    for parameter, value in zip(item.parameters, values, strict=True):
        kind = value.type
        # Only of numbers: what the types of containers promise is a quantifier, which no step of the lowering uses.
        facts.append(state.bounds(kind, value.term) if kind.is_integer else TRUE)
        if isinstance(parameter.pattern, t.PatIdent):
            variables[parameter.pattern.name] = value
        else:
            variables.update(matched(state, parameter.pattern, value, NameScope({}, types), t.ExprTuple(())).variables)
    return NameScope(variables, types, owner=declared.owner_name, module=declared.module).knowing(*facts)


def _is_placeholder(body: t.CodeBlock) -> bool:
    """Does a body say that there is none? `unimplemented!()`, `todo!()`, `unreachable!()`, `panic!()`."""
    match body.statements:
        case (t.StmtExpr(t.ExprMacro(name), _),):
            return name in ("unimplemented", "todo", "unreachable", "panic")
        case _:
            return False


def _unread(state: SpecLowering, declared: DeclaredFunction, error: Unsupported) -> Specification:
    """What is known of a function whose specification is not lowered: its name, and a clause in place of all."""
    span = state.source.span(*declared.item.at)
    text = f"the specification of {declared.item.name}"
    clause = Clause("ensures", text, span, (Problem(error.construct, error.span),))
    return Specification(declared.qualified, (), (), (), (Condition(clause, None),), span=span)


@frozen(slots=True)
class _Formal:
    """A parameter: its variables before and after the call, which are one where it is not changed."""

    name: str
    type: VerusType
    changed: bool
    node: t.FnParameter

    @property
    def variable(self) -> str:
        """What the IR calls it."""
        return "this" if self.name == "self" else self.name


def _with_lengths(types: TypeScope, lengths: Mapping[str, Typed]) -> TypeScope:
    return evolve(types, lengths={name: length.term for name, length in lengths.items()})


@define(slots=True)
class _Subject:
    """The specification of one function."""

    state: SpecLowering
    declared: DeclaredFunction

    def specification(self) -> Specification:
        state, item = self.state, self.declared.item
        # Type parameters are opaque types, of which only equality is known.
        types = state.types.with_names({name: VerusType("param", (), name) for name in self.declared.generics})
        # `Self` is the implementation's type, with what its traits call their associated types.
        types = self._with_self(types).with_functions(bound_functions(item))
        formals = [self._formal(parameter, types) for parameter in item.parameters]
        given = [Typed(var(formal.variable, state.sort(formal.type)), formal.type) for formal in formals]
        lengths = const_parameters(self.declared, given, types)
        # With these, the types of arrays say how long they are; one that changes is as long as it was.
        if lengths:
            types = self._with_self(_with_lengths(types, lengths))
            formals = [self._formal(parameter, types) for parameter in item.parameters]
        # Two parameters of one name would be one variable.
        if len({formal.name for formal in formals}) < len(formals):
            raise state.unsupported("parameters with one name", item)
        inputs = tuple(Binder(formal.variable, state.sort(formal.type)) for formal in formals)
        before = {formal.name: Typed(var(formal.variable, state.sort(formal.type)), formal.type) for formal in formals}
        before = {**lengths, **before}
        outputs, after, result = self._result(types, before, formals)
        # What types promise of the parameters is known wherever a clause is read.
        facts = [state.bounds(formal.type, before[formal.name].term, owned=True) for formal in formals]
        plain = NameScope(before, types, owner=self.declared.owner_name, module=self.declared.module)
        scope = plain.knowing(*facts)
        requires = self._clauses("requires", scope, apart=True)
        # Earlier preconditions are known where the postcondition is read, as far as they are about values that do not
        # change.
        known = [condition.term for condition in requires if condition.term is not None]
        requires += self._facts("requires", formals, facts)
        changed = {formal.variable for formal in formals if formal.changed}
        kept = [each for each in (*facts, *known) if changed.isdisjoint(map(str, free_names(each)))]
        # `old(x)` of a changed parameter is its state before.
        old = {
            formal.name: Typed(var(pre_state(formal.variable), state.sort(formal.type)), formal.type)
            for formal in formals
            if formal.changed
        }
        own = [state.bounds(each.type, each.term, owned=True) for each in (result,) if each is not None]
        inside = evolve(plain, variables={**before, **after}, before=old).knowing(*kept, *own)
        ensures = self._clauses("ensures", inside) + self._returns(inside, result)
        # Types hold after the call as well: of changed parameters, and of the result.
        if lengths:
            at_begin = [old.get(formal.name, before[formal.name]) for formal in formals]
            types = self._with_self(_with_lengths(types, const_parameters(self.declared, at_begin, types)))
            facts = [
                state.bounds(self._formal(formal.node, types).type, before[formal.name].term, owned=True)
                for formal in formals
            ]
        ensures += self._facts("ensures", [formal for formal in formals if formal.changed], facts, formals)
        if result is not None and own[0] != TRUE:
            ensures.append(self._fact("ensures", f"{result.term.data}: {result.type}", own[0], item))
        return Specification(
            self.declared.qualified,
            inputs,
            outputs,
            tuple(requires),
            tuple(ensures),
            tuple(formal.variable for formal in formals if formal.changed),
            state.source.span(*item.at),
            type_parameters=self.declared.generics,
        )

    def _with_self(self, types: TypeScope) -> TypeScope:
        """The types of a member of an implementation."""
        if self.declared.owner is None:
            return types
        types = types.with_names({"Self": types.read(self.declared.owner)})
        return types.with_names({name: types.read(kind) for name, kind in self.declared.associated.items()})

    def _formal(self, node: t.FnParameter, types: TypeScope) -> _Formal:
        name = parameter_name(node.pattern)
        kind = self.state.own_type(types, node) if node.type is None else types.read(node.type)
        changed = node.reference == "&mut" or (isinstance(node.type, t.TypeReference) and node.type.mutable)
        if not name:
            raise self.state.unsupported("a parameter with a pattern", node)
        return _Formal(name, kind, changed, node)

    def _result(
        self, types: TypeScope, before: Mapping[str, Typed], formals: Sequence[_Formal]
    ) -> tuple[tuple[Binder, ...], dict[str, Typed], Typed | None]:
        """The output, what names mean after the call, and the result."""
        result = self.declared.item.result
        if result is None or isinstance(result.type, t.TypeNever):
            return (), {}, None
        kind = types.read(result.type)
        if kind == UNIT:
            return (), {}, None
        promised = self.declared.promised
        theirs = promised.result.pattern if promised is not None and promised.result is not None else None
        pattern = result.pattern or theirs
        name = self.declared.result_name
        # A parameter of this name is another variable: the result gets a name of its own.
        if name in before:
            name += "_"
        value = Typed(var(name, self.state.sort(kind)), kind)
        variables = {name: value}
        # The trait may call the result otherwise.
        for each in (theirs, pattern):
            if each is not None:
                variables.update(matched(self.state, each, value, NameScope({}, types), t.ExprTuple(())).variables)
        return (Binder(name, value.term.sort),), variables, value

    def _clauses(self, kind: ClauseKind, scope: NameScope, *, apart: bool = False) -> list[Condition]:
        """The clauses of a kind, each expression by itself: those before it are known where it stands, unless they are
        to be read `apart`, since an input may violate one of them and not the next."""
        conditions = list[Condition]()
        for clause, names in self.declared.stated(kind, f"default_{kind}"):
            for value in clause.values:
                condition = self._condition(kind, value, scope.calling(names))
                conditions.append(condition)
                if condition.term is not None and not apart:
                    scope = scope.knowing(condition.term)
        return conditions

    def _condition(self, kind: ClauseKind, value: t.Expr, scope: NameScope) -> Condition:
        source = self.state.source
        text, span = source.excerpt(*value.at), source.span(*value.at)
        try:
            with fitting(span):
                return Condition(Clause(kind, text, span), self.state.condition(value, scope))
        except Unsupported as error:
            return Condition(Clause(kind, text, span, (Problem(error.construct, error.span),)), None)

    def _returns(self, scope: NameScope, result: Typed | None) -> list[Condition]:
        conditions = list[Condition]()
        # `returns e` is `ensures result == e`.
        for clause, names in self.declared.stated("returns"):
            source = self.state.source
            text, span = source.excerpt(*clause.at), source.span(*clause.at)
            for value in clause.values:
                try:
                    with fitting(span):
                        if result is None:
                            continue
                        promised = self.state.typed(value, scope.calling(names), result.type)
                        if promised.term.sort != result.term.sort:
                            raise self.state.unsupported(f"a result of type {promised.type}", value)
                        conditions.append(Condition(Clause("ensures", text, span), eq(result.term, promised.term)))
                # A clause that cannot be read is a clause still, with its problem.
                except Unsupported as error:
                    clause_of = Clause("ensures", text, span, (Problem(error.construct, error.span),))
                    conditions.append(Condition(clause_of, None))
        return conditions

    def _fact(self, kind: ClauseKind, text: str, term: Term, node: t.VerusNode) -> Condition:
        return Condition(Clause(kind, text, self.state.source.span(*node.at), (), "type", True), term)

    def _facts(
        self,
        kind: ClauseKind,
        formals: Sequence[_Formal],
        facts: Sequence[Term],
        every: Sequence[_Formal] | None = None,
    ) -> list[Condition]:
        """What the types of parameters promise."""
        listed = every or formals
        promised = dict(zip([each.name for each in listed], facts, strict=True))
        return [
            self._fact(kind, self.state.source.excerpt(*formal.node.at), promised[formal.name], formal.node)
            for formal in formals
            # A type that promises nothing is no clause: it would count as one that refuses nothing.
            if promised[formal.name] != TRUE
        ]


# Tests in a file: functions marked `#[test]`, and exec functions without parameters and without a contract that are
# called `main` or have `test` in their name. What they assert, in ghost code too, is what they say.

_MARKED = re.compile(r"#\[\s*(?:[\w:]+::)?test\b")
_NAMED = re.compile(r"^main$|test", re.IGNORECASE)


def is_test(declared: DeclaredFunction) -> bool:
    """Is a function a test of others?"""
    item = declared.item
    if declared.is_spec or declared.is_proof or item.parameters or item.clauses or item.body is None:
        return False
    return any(map(_MARKED.match, item.attributes)) or bool(_NAMED.search(item.name))


@define(slots=True)
class TestLowering(GhostLowering):
    """The lowering of the body of a test, in which ghost code asserts as the rest does."""

    __test__ = False  # pytest must not collect it

    def asserted(self, node: t.ExprAssert, scope: NameScope) -> None:
        condition = self.ghost_condition(node.condition, scope)
        self.emit(Expect(condition, self.source.excerpt(*node.condition.at), self.span(node)))


def tested_bodies(
    state: SpecLowering,
    listed: Iterable[DeclaredFunction],
    instances: dict[str, tuple[DeclaredFunction, Mapping[str, VerusType]]],
) -> Iterator[tuple[TestMethod, Routine]]:
    """The tests among the functions, each with its body. The generic functions that they call come to `instances`."""
    # Functions and datatypes that a test mentions are those of the program, not copies.
    shared = {field.name: getattr(state, field.name) for field in fields(SpecLowering)}
    for declared in filter(is_test, listed):
        span = state.span(declared.item)
        try:
            with fitting(span):
                lowering = TestLowering(**shared, ghost=state, instances=instances)
                body = routine_of(lowering, declared, state.source.text, {}, declared.qualified)
        # A test that is not lowered is kept, and says where and why, so that it is not taken for none.
        except Unsupported as error:
            opaque = OpaqueStatement(error.construct, error.span or span)
            body = Routine(declared.qualified, (), (), (opaque,), span=span)
        if body is not None:
            calls = frozenset(each.method for each in statements_of(body.body) if isinstance(each, Call))
            yield TestMethod(declared.qualified, calls, span), body


def headers(specifications: Iterable[Specification]) -> Mapping[str, Routine]:
    """What calls of functions are given and give, without bodies."""
    return {
        specification.name: Routine(
            specification.name, tuple(specification.inputs), tuple(specification.outputs), (), span=specification.span
        )
        for specification in specifications
    }

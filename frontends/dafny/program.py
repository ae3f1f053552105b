"""A Dafny file → the program of the IR: functions, datatypes, specifications, tests."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal

from attrs import define, evolve, field

from ...core.errors import ParseError, Unsupported, contained
from ...core.ir.build import negate, op
from ...core.ir.contracts import (
    Clause,
    Condition,
    Constructor,
    Datatype,
    Function,
    Problem,
    Program,
    Specification,
    TestMethod,
)
from ...core.ir.sorts import BOOL, OBJECT
from ...core.ir.statements import OpaqueStatement
from ...core.ir.terms import Binder, Term, const, free_variables, make, subterms, var
from ...core.ir.variables import is_heap
from .bodies import TestBody, is_test, lower_body, read_body
from .classes import MATRIX, NULL, POSITION
from .clauses import implicit
from .collect import Declaration, collect, type_parameters
from .declarations import Declarations
from .dialect import Dialect, dialect_of
from .includes import ProgramFile
from .lexing.scan import DafnySource
from .lowering import Scope
from .lowering.matrices import position_function, position_signature
from .lowering.objects import value_sort
from .lowering.reached import Unreached, heap_functions, through_heap_only, with_heap
from .lowering.states import two_states
from .methods import specification
from .names import MethodSignature, Signature
from .reading import mentions_of, state_binder, state_of
from .routines import Routines
from .subjects import other_subjects
from .syntax import Node
from .trees import child, name_of, nodes, span_of, tokens
from .types import Type
from .versions import structural_marks


@define(slots=True)
class _Lowering(Declarations):
    """The lowering of datatypes, constants and functions. `mentions` is what the text of each function mentions."""

    mentions: dict[str, frozenset[str]] = field(factory=dict)
    through_heap: set[str] = field(factory=set)
    """The functions that read fields of objects without a name."""

    # -- signatures

    def datatype(self, declared: Declaration) -> None:
        """Register a datatype before its fields are known: types may refer to each other."""
        self.names.datatypes[declared.qualified] = Datatype(declared.qualified, type_parameters(declared.node), ())

    def constructors(self, declared: Declaration) -> None:
        scope = evolve(self.scope(declared), path=(*declared.path, declared.name))
        found = []
        for part in nodes(declared.node, "constructor"):
            name = str(tokens(part, "IDENT")[0])
            formals = self.formals(child(part, "formals"), scope)
            # Fields of one name have one sort, and unnamed ones need not.
            fields = (
                Binder(binder.name or f"_{name}_{position}", binder.sort)
                for position, (binder, _, _) in enumerate(formals)
            )
            found.append(Constructor(name, tuple(fields)))
        self.names.add_datatype(Datatype(declared.qualified, type_parameters(declared.node), tuple(found)))

    def signature(self, declared: Declaration) -> None:
        """The parameters and the result of a method or function, for its callers. Raises Unsupported."""
        scope = self.scope(declared)
        formals = self.formals(child(declared.node, "formals"), scope, matrices=True)
        parameters = _binders(formals)
        if declared.kind == "method":
            results = child(declared.node, "results")
            outputs = self.formals(None if results is None else nodes(results)[0], scope, matrices=True)
            self.distinct((*formals, *outputs))
            self.names.methods[declared.qualified] = MethodSignature(
                declared.qualified, parameters, _binders(outputs)
            )
            return
        self.distinct(formals)
        receiver = () if scope.receiver is None else (Binder("this", scope.receiver),)
        result, _ = self.result(declared, scope)
        objects = self.in_its_states(self.with_objects(scope.bind(*parameters), declared, formals), declared)
        state = state_of(declared, objects, self.mentions, self.names)
        first = tuple(state_binder(read, objects) for read in state)
        self.names.functions[declared.qualified] = Signature(
            declared.qualified, receiver + first + parameters, result.sort, state
        )

    def result(self, declared: Declaration, scope: Scope) -> tuple[Type, str]:
        """The type of a function's result and its name, "" if it has none."""
        found = child(declared.node, "function_result")
        if found is None:
            kind = str(nodes(declared.node)[0].children[0])
            if kind == "function":
                raise Unsupported("a function without a result type", span_of(declared.node, self.source))
            return Type(BOOL), ""
        named = tokens(found, "IDENT")
        return self.engine().read_type(nodes(found)[0], scope), str(named[0]) if named else ""

    def typed_result(self, declared: Declaration) -> Iterator[tuple[Type, str]]:
        """`result` of a function with a postcondition, if it has a type that is lowered."""
        if nodes(declared.node, "ensures") and declared.qualified in self.names.functions:
            self.source = declared.source
            with suppress(Unsupported):
                yield self.result(declared, self.scope(declared))

    # -- constants

    def constants(self, declared: Sequence[Declaration]) -> None:
        """Constants may lack a type and refer to each other: go on while any becomes known."""
        pending = list(declared)
        while pending:
            left: list[tuple[Declaration, Unsupported]] = []
            for one in self.each(pending):
                try:
                    with contained(span_of(one.node, one.source)):
                        self.constant(one)
                except Unsupported as error:
                    left.append((one, error))
            if len(left) == len(pending):
                for one, problem in left:
                    self.source = one.source
                    self.refuse(one, problem)
                return
            pending = [one for one, _ in left]

    def constant(self, declared: Declaration) -> None:
        scope, node = self.scope(declared), declared.node
        typed = [part for part in nodes(node) if name_of(part) in _TYPES]
        values = [part for part in nodes(node) if name_of(part) not in _TYPES]
        sort = self.engine().read_type(typed[0], scope).sort if typed else None
        if not values:
            raise Unsupported("a constant without a value", span_of(node, self.source))
        body = self.term(values[0], self.with_receiver(scope), sort)
        name, span = declared.qualified, span_of(node, self.source)
        parameters = () if scope.receiver is None else (Binder("this", scope.receiver),)
        self.names.functions[name] = Signature(name, parameters, body.sort)
        self.functions[name] = Function(name, parameters, body.sort, body, span=span)
        if not parameters:
            self.names.constants[name] = body

    @staticmethod
    def with_receiver(scope: Scope) -> Scope:
        return scope if scope.receiver is None else scope.bind(Binder("this", scope.receiver))

    # -- functions

    def in_its_states(self, scope: Scope, declared: Declaration) -> Scope:
        """The scope of a function: a two-state one knows the state before of all that may change. One that reads fields
        of objects without a name reads all in one way."""
        if declared.qualified in self.through_heap and "twostate" not in declared.modifiers:
            scope = with_heap(self.names, scope, declared.owner)
            return through_heap_only(self.names, scope, self.mentions[declared.name])
        return two_states(self.names, scope) if "twostate" in declared.modifiers else scope

    def function(self, declared: Declaration, dialect: Dialect) -> None:
        signature = self.names.functions.get(declared.qualified)
        if signature is None:
            return
        node, span = declared.node, span_of(declared.node, self.source)
        scope = self.scope(declared)
        formals = self.formals(child(node, "formals"), scope, matrices=True)
        result, result_name = self.result(declared, scope)
        scope = self.with_objects(self.with_receiver(scope).bind(*(one[0] for one in formals)), declared, formals)
        scope = self.in_its_states(scope, declared)
        body, unread = None, ""
        try:
            if _reads_unknown(declared, signature):
                raise Unsupported("a function without a body that reads objects", span)
            # Where these are not known, neither is on which arguments the function is defined: it is refused.
            requires = (*self.not_null(scope), *self.guards(formals), *self.clauses(node, "requires", scope))
            try:
                body_node = _function_body(node)
                body = None if body_node is None else self.term(body_node, scope, signature.result)
            except Unsupported as error:
                if isinstance(error, Unreached) or _is_stateful(declared, signature):
                    # Without its body nothing says on which state the result depends.
                    raise
                self.report(f"function {declared.qualified}", error, node)
                unread = error.construct
        except Unreached:
            if declared.qualified in self.through_heap:
                raise
            self.through_heap.add(declared.qualified)
            return
        ensures = self.function_ensures(declared, signature, scope, result, result_name)
        known = {parameter.name for parameter in signature.parameters}
        terms = (*requires, *ensures, *(() if body is None else (body,)))
        beyond = sorted(name for term in terms for name, _ in free_variables(term) if name not in known)
        if beyond:
            raise Unsupported(f"a function that reads {beyond[0]}, which its callers do not give", span)
        self.functions[declared.qualified] = Function(
            signature.name,
            signature.parameters,
            signature.result,
            body,
            requires,
            ensures,
            span,
            _is_ghost(declared, dialect),
            _extreme(declared),
            unread,
        )

    def not_null(self, scope: Scope) -> Iterable[Term]:
        """The objects of a function that reads the fields of all objects in one way, `this` too, are not null.

        An array2 has fields as an object has, and is none: its elements are a value.
        """
        if any(map(is_heap, scope.variables)):
            for name in (each for each, reference in scope.objects.items() if reference.type != MATRIX):
                yield negate(op("eq", var(name, OBJECT), const(NULL, OBJECT)))

    def again_through_heap(self, declared: Sequence[Declaration], dialect: Dialect) -> None:
        """Lower once more the functions that read fields of objects without a name, and those that call them."""
        pending = bool(self.through_heap)
        while pending:
            callers = {
                function.name
                for function in self.functions.values()
                if function.name not in self.through_heap and not self.through_heap.isdisjoint(_called(function))
            }
            self.through_heap |= callers
            pending = bool(callers)
        again = [one for one in declared if one.qualified in self.through_heap]
        for one in again:
            self.functions.pop(one.qualified, None)
        self.attempt(again, self.signature)
        self.attempt(again, lambda one: self.function(one, dialect))

    def drop_unread(self) -> None:
        """Drop the functions whose value depends on one that is not lowered and reads objects: no verdict may rest on
        what such a function reads."""
        dropped = self.names.unread
        pending = True
        while pending:
            pending = False
            for function in list(self.functions.values()):
                called = next(
                    (name for name in _called(function) if name in dropped and name not in self.functions), None
                )
                if called is not None:
                    pending = True
                    del self.functions[function.name]
                    self.names.functions.pop(function.name, None)
                    self.names.constants.pop(function.name, None)
                    dropped[function.name] = f"a call of {called}, which is not lowered ({dropped[called]})"
                    self.problems.append(Problem(f"function {function.name}: {dropped[function.name]}", function.span))

    # -- methods and tests

    def without_clauses(
        self, declared: Iterable[Declaration], known: Iterable[Specification]
    ) -> Iterator[Specification]:
        """For methods whose specification is not lowered as a whole, what their callers see: a clause that is not
        supported, in place of all."""
        done = {one.name for one in known}
        for one in self.each(declared):
            signature, reason = self.names.methods.get(one.qualified), self.names.unread.get(one.qualified)
            if signature is None or reason is None or one.qualified in done:
                continue
            self.names.methods[one.qualified] = evolve(signature, changes=None)
            span = span_of(one.node, one.source)
            clause = Clause("ensures", f"the specification of {one.name}", span, (Problem(reason, span),))
            conditions = (Condition(clause, None),)
            yield Specification(signature.name, signature.inputs, signature.outputs, (), conditions, span=span)

    def test(self, body: TestBody) -> TestMethod:
        """A test; one that is not lowered as a whole is one statement that is not understood."""
        span = span_of(body.declared.node, self.source)
        try:
            with contained(span):
                return lower_body(body, self.names, self.functions, self.scope(body.declared))
        except Unsupported as error:
            return TestMethod(body.declared.qualified, (OpaqueStatement(error.construct, error.span or span),), span)

    def guards(self, formals: Iterable[tuple[Binder, Type, Node]]) -> Iterable[Term]:
        for binder, typed, _ in formals:
            if typed.guard is not None:
                yield typed.guard(var(binder.name, binder.sort))

    def clauses(self, node: Node, kind: str, scope: Scope) -> tuple[Term, ...]:
        found = (nodes(part)[-1] for part in nodes(node, kind))
        return tuple(self.term(part, scope, BOOL) for part in found)

    def function_ensures(
        self, declared: Declaration, signature: Signature, scope: Scope, result: Type, result_name: str
    ) -> tuple[Term, ...]:
        """Postconditions over the parameters: the result is the call itself."""
        arguments = (var(formal.name, formal.sort) for formal in signature.parameters)
        whole = op("call", *arguments, data=signature.name, sort=signature.result)
        found = [] if result.guard is None else [result.guard(whole)]
        inner = scope.inner(Binder(result_name, signature.result)) if result_name else scope
        for part in nodes(declared.node, "ensures"):
            try:
                term = self.term(nodes(part)[-1], inner, BOOL)
            except Unsupported as error:
                self.report(f"function {declared.qualified}", error, part)
                continue
            if result_name:
                term = make("let", (whole, term), BOOL, (Binder(result_name, signature.result),), term.span)
            found.append(term)
        return tuple(found)


_TYPES = ("named_type", "collection_type", "tuple_type", "arrow_type")
_FUNCTION_PARTS = frozenset(
    {"function_kind", "type_parameters", "formals", "function_result"}
    | {"requires", "ensures", "invariant", "modifies", "reads", "decreases"}
)


def _function_body(node: Node) -> Node | None:
    found = [part for part in nodes(node) if name_of(part) not in _FUNCTION_PARTS]
    return found[0] if found else None


def _is_ghost(declared: Declaration, dialect: Dialect) -> bool:
    """Until Dafny 3 `function method` is compiled, since Dafny 4 what is not called `ghost`."""
    if declared.modifiers & {"ghost", "least", "greatest", "inductive", "twostate"}:
        return True
    words = nodes(declared.node, "function_kind")[0].children
    return "copredicate" in words or (dialect != "4" and "method" not in words)


def _extreme(declared: Declaration) -> Literal["", "least", "greatest"]:
    """Until Dafny 3 they are called inductive predicates and copredicates."""
    if declared.modifiers & {"least", "inductive"}:
        return "least"
    copredicate = "copredicate" in nodes(declared.node, "function_kind")[0].children
    return "greatest" if copredicate or "greatest" in declared.modifiers else ""


def _binders(formals: Iterable[tuple[Binder, Type, Node]]) -> tuple[Binder, ...]:
    return tuple(Binder(binder.name, value_sort(binder.sort)) for binder, _, _ in formals)


def _called(function: Function) -> set[str]:
    """The functions that a function's terms call."""
    return {str(node.data) for node in subterms(*_terms_of(function)) if node.op == "call"}


def _terms_of(function: Function) -> tuple[Term, ...]:
    return (*function.requires, *function.ensures, *(() if function.body is None else (function.body,)))


def _is_stateful(declared: Declaration, signature: Signature) -> bool:
    """May the value of a function depend on objects, or on arrays that are no parameters?"""
    if signature.state:
        return True
    arrays = {formal.name for formal in signature.parameters if formal.sort.kind == "Array"}
    frames = (frame for clause in nodes(declared.node, "reads") for frame in nodes(nodes(clause)[0]))
    parts = (part for frame in frames for part in (nodes(frame) if name_of(frame) == "set_display" else [frame]))
    return any(name_of(part) != "name" or str(part.children[0]) not in arrays for part in parts)


def _reads_unknown(declared: Declaration, signature: Signature) -> bool:
    return _function_body(declared.node) is None and _is_stateful(declared, signature)


def lower(parts: Sequence[ProgramFile], wanted: Dialect | None = None, unread: Iterable[Problem] = ()) -> Program:
    """The program of a file, the last of the parts, and of what it includes, which brings no tests.

    What is not lowered is in `problems` and in the clauses it affects; `unread` are includes that are not followed.
    Raises ParseError for syntax that the version `wanted` does not have.
    """
    main = parts[-1].source
    state = _Lowering(main)
    declared = state.once(one for part in parts for one in collect(part.tree, part.source, state.names))
    bodies = [read_body(one) for one in declared if one.source is main and is_test(one)]
    trees = [(part.tree, part.source) for part in parts]
    trees += [(body.tree, main) for body in bodies if not isinstance(body.tree, ParseError)]
    marks = [mark for part in parts for mark in part.source.marks]
    marks += [mark for tree, source in trees for mark in structural_marks(tree, source)]
    dialect = dialect_of(marks, wanted)
    fields = {field.name for one in state.names.classes.values() for field in one.fields}
    state.mentions.update(mentions_of(declared, fields))
    if any("array2" in part.source.text for part in parts):
        state.names.functions[POSITION] = position_signature()
        state.functions[POSITION] = position_function()
    by_kind = {kind: [one for one in declared if one.kind == kind] for kind in ("datatype", "function", "method")}
    state.attempt(by_kind["datatype"], state.datatype)
    state.attempt(by_kind["datatype"], state.constructors)
    state.attempt((one for one in declared if one.kind in ("function", "method")), state.signature)
    state.constants([one for one in declared if one.kind == "constant"])
    state.attempt(by_kind["function"], lambda one: state.function(one, dialect))
    state.again_through_heap(by_kind["function"], dialect)
    state.drop_unread()
    methods = [one for one in by_kind["method"] if not is_test(one)]
    specifications = [one for one in state.attempt(methods, partial(specification, state)) if one is not None]
    specifications += state.without_clauses(methods, specifications)
    terms = [one.term for each in specifications for one in (*each.requires, *each.ensures)]
    terms += [term for function in state.functions.values() for term in _terms_of(function)]
    state.functions.update(heap_functions([term for term in terms if term is not None], state.names))
    typed = {one.qualified: each for one in by_kind["function"] for each in state.typed_result(one)}
    others = tuple(other_subjects(state, (one for one in declared if one.source is main), typed))
    more = [one.term for each in others for one in (*each.requires, *each.ensures) if one.term is not None]
    for name, function in heap_functions(more, state.names).items():
        state.functions.setdefault(name, function)
    state.source = main
    tests = [state.test(body) for body in bodies]
    return Program(
        file=main.file,
        specifications=tuple(specifications),
        functions=state.functions,
        datatypes=dict(state.names.datatypes),
        tests=tuple(tests),
        problems=tuple(state.problems),
        dialect=dialect,
        unread=tuple(unread),
        routines=_routines(state, declared),
        others=others,
        bases={name: tuple(each.name for each in state.names.bases(name)) for name in state.names.classes},
    )


def _routines(state: Declarations, declared: Iterable[Declaration]) -> Routines:
    """The bodies of the methods that are compiled and have a signature."""
    listed = list(declared)
    proofs = {one.name for one in listed if one.kind == "lemma" or (one.kind == "method" and "ghost" in one.modifiers)}
    others = {one.name for one in listed if one.kind == "method" and "ghost" not in one.modifiers}
    bodies = {
        one.qualified: one
        for one in listed
        if one.kind == "method" and tokens(one.node, "BODY", "TEST_BODY") and one.qualified in state.names.methods
    }
    return Routines(state, bodies, frozenset(proofs - others))


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

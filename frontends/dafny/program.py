"""A Dafny file → the program of the IR: functions, datatypes, specifications, tests."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve, field

from ...core.build import op
from ...core.contracts import (
    Clause,
    ClauseKind,
    Condition,
    Constructor,
    Datatype,
    Function,
    Problem,
    Program,
    Specification,
)
from ...core.errors import Unsupported
from ...core.sorts import BOOL, datatype, uninterpreted
from ...core.terms import Binder, Term, make, var
from .bodies import is_test, lower_body, read_body
from .collect import Declared, collect, type_parameters
from .dialect import Dialect, dialect_of
from .includes import Part
from .lexing.scan import Source
from .lowering import Elaboration, Scope
from .names import MethodSignature, Names, Signature
from .syntax import Node
from .trees import child, name_of, nodes, span_of, text_of, tokens
from .types import Type, formal_name


@define(slots=True)
class _Lowering:
    """The state of lowering a program. What cannot be lowered is a problem, and the rest goes on."""

    source: Source
    """Where the declaration in work stands."""
    names: Names = field(factory=Names)
    functions: dict[str, Function] = field(factory=dict)
    problems: list[Problem] = field(factory=list)

    def engine(self) -> Elaboration:
        return Elaboration(self.names, self.source)

    def report(self, what: str, error: Unsupported, node: Node) -> None:
        self.problems.append(Problem(f"{what}: {error.construct}", error.span or span_of(node, self.source)))

    def once(self, declared: Iterable[Declared]) -> list[Declared]:
        """The declarations whose name is not taken. Only members of types and modules may share one."""
        taken: dict[str, Declared] = {}
        for one in declared:
            if taken.setdefault(one.qualified, one) is not one:
                problem = f"{one.kind} {one.qualified}: a name that is declared before"
                self.problems.append(Problem(problem, span_of(one.node, one.source)))
        return list(taken.values())

    def each(self, declared: Iterable[Declared]) -> Iterator[Declared]:
        """The declarations one by one, each with its text as the one in work."""
        for one in declared:
            self.source = one.source
            yield one

    # -- scopes and formals

    def scope(self, declared: Declared) -> Scope:
        names = type_parameters(declared.node)
        receiver = None
        if declared.datatype is not None:
            if declared.datatype not in self.names.datatypes:
                raise Unsupported(f"a member of {declared.datatype}", span_of(declared.node, self.source))
            owner = self.names.datatypes[declared.datatype]
            names += owner.parameters
            receiver = datatype(owner.name, *map(uninterpreted, owner.parameters))
        variables = {name: Type(uninterpreted(name)) for name in names}
        return Scope(path=declared.path, type_variables=variables, receiver=receiver)

    def formals(self, node: Node | None, scope: Scope) -> list[tuple[Binder, Type, Node]]:
        """Parameters or results with their types. Raises Unsupported."""
        if node is None:
            return []
        engine, found = self.engine(), []
        for part in nodes(node):
            typed = engine.read_type(next(n for n in nodes(part) if name_of(n) != "formal_modifiers"), scope)
            found.append((Binder(formal_name(part), typed.sort), typed, part))
        return found

    # -- signatures

    def datatype(self, declared: Declared) -> None:
        """Register a datatype before its fields are known: types may refer to each other."""
        self.names.datatypes[declared.qualified] = Datatype(declared.qualified, type_parameters(declared.node), ())

    def constructors(self, declared: Declared) -> None:
        scope = evolve(self.scope(declared), path=(*declared.path, declared.name))
        found = []
        try:
            for part in nodes(declared.node, "constructor"):
                formals = self.formals(child(part, "formals"), scope)
                fields = (
                    Binder(binder.name or f"_{position}", binder.sort)
                    for position, (binder, _, _) in enumerate(formals)
                )
                found.append(Constructor(str(tokens(part, "IDENT")[0]), tuple(fields)))
        except Unsupported as error:
            del self.names.datatypes[declared.qualified]
            self.report(f"datatype {declared.qualified}", error, declared.node)
        else:
            self.names.add_datatype(Datatype(declared.qualified, type_parameters(declared.node), tuple(found)))

    def signature(self, declared: Declared) -> None:
        try:
            scope = self.scope(declared)
            if declared.kind == "method":
                inputs = self.formals(child(declared.node, "formals"), scope)
                results = child(declared.node, "results")
                outputs = self.formals(None if results is None else nodes(results)[0], scope)
                self.names.methods[declared.qualified] = MethodSignature(
                    declared.qualified, tuple(one[0] for one in inputs), tuple(one[0] for one in outputs)
                )
            elif declared.kind == "function":
                receiver = () if scope.receiver is None else (Binder("this", scope.receiver),)
                parameters = tuple(one[0] for one in self.formals(child(declared.node, "formals"), scope))
                result, _ = self.result(declared, scope)
                self.names.functions[declared.qualified] = Signature(
                    declared.qualified, receiver + parameters, result.sort
                )
        except Unsupported as error:
            self.report(f"{declared.kind} {declared.qualified}", error, declared.node)

    def result(self, declared: Declared, scope: Scope) -> tuple[Type, str]:
        """The type of a function's result and its name, "" if it has none."""
        found = child(declared.node, "function_result")
        if found is None:
            kind = str(nodes(declared.node)[0].children[0])
            if kind == "function":
                raise Unsupported("a function without a result type", span_of(declared.node, self.source))
            return Type(BOOL), ""
        named = tokens(found, "IDENT")
        return self.engine().read_type(nodes(found)[0], scope), str(named[0]) if named else ""

    # -- constants

    def constants(self, declared: Sequence[Declared]) -> None:
        """Constants may lack a type and refer to each other: go on while any becomes known."""
        pending = list(declared)
        while pending:
            left: list[tuple[Declared, Unsupported]] = []
            for one in self.each(pending):
                try:
                    self.constant(one)
                except Unsupported as error:
                    left.append((one, error))
            if len(left) == len(pending):
                for one, problem in left:
                    self.source = one.source
                    self.report(f"const {one.qualified}", problem, one.node)
                return
            pending = [one for one, _ in left]

    def constant(self, declared: Declared) -> None:
        scope, node = self.scope(declared), declared.node
        typed = [part for part in nodes(node) if name_of(part) in _TYPES]
        values = [part for part in nodes(node) if name_of(part) not in _TYPES]
        sort = self.engine().read_type(typed[0], scope).sort if typed else None
        if not values:
            raise Unsupported("a constant without a value", span_of(node, self.source))
        body = self.engine().term(values[0], self.with_receiver(scope), sort)
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

    def function(self, declared: Declared, dialect: Dialect) -> None:
        signature = self.names.functions.get(declared.qualified)
        if signature is None:
            return
        node, span = declared.node, span_of(declared.node, self.source)
        scope = self.scope(declared)
        formals = self.formals(child(node, "formals"), scope)
        result, result_name = self.result(declared, scope)
        scope = self.with_receiver(scope).bind(*(one[0] for one in formals))
        requires: tuple[Term, ...] = ()
        body = None
        try:
            requires = tuple(self.guards(formals)) + self.clauses(node, "requires", scope)
            body_node = _function_body(node)
            if body_node is not None:
                body = self.engine().term(body_node, scope, signature.result)
        except Unsupported as error:
            self.report(f"function {declared.qualified}", error, node)
        ensures = self.function_ensures(declared, signature, scope, result, result_name)
        self.functions[declared.qualified] = Function(
            signature.name,
            signature.parameters,
            signature.result,
            body,
            requires,
            ensures,
            span,
            _is_ghost(declared, dialect),
        )

    def guards(self, formals: Iterable[tuple[Binder, Type, Node]]) -> Iterable[Term]:
        for binder, typed, _ in formals:
            if typed.guard is not None:
                yield typed.guard(var(binder.name, binder.sort))

    def clauses(self, node: Node, kind: str, scope: Scope) -> tuple[Term, ...]:
        found = (nodes(part)[-1] for part in nodes(node, kind))
        return tuple(self.engine().term(part, scope, BOOL) for part in found)

    def function_ensures(
        self, declared: Declared, signature: Signature, scope: Scope, result: Type, result_name: str
    ) -> tuple[Term, ...]:
        """Postconditions over the parameters: the result is the call itself."""
        arguments = (var(formal.name, formal.sort) for formal in signature.parameters)
        whole = op("call", *arguments, data=signature.name, sort=signature.result)
        found = [] if result.guard is None else [result.guard(whole)]
        inner = scope.bind(Binder(result_name, signature.result)) if result_name else scope
        for part in nodes(declared.node, "ensures"):
            try:
                term = self.engine().term(nodes(part)[-1], inner, BOOL)
            except Unsupported as error:
                self.report(f"function {declared.qualified}", error, part)
                continue
            if result_name:
                term = make("let", (whole, term), BOOL, (Binder(result_name, signature.result),), term.span)
            found.append(term)
        return tuple(found)

    # -- methods

    def specification(self, declared: Declared) -> Specification | None:
        signature = self.names.methods.get(declared.qualified)
        if signature is None:
            return None
        node, scope = declared.node, self.scope(declared)
        inputs = self.formals(child(node, "formals"), scope)
        results = child(node, "results")
        outputs = self.formals(None if results is None else nodes(results)[0], scope)
        modified, unclear = self.modifies(node, {binder.name: binder for binder in signature.inputs})
        scope = self.with_receiver(scope).bind(*signature.inputs)
        after = evolve(scope.bind(*signature.outputs), modified=frozenset(modified))
        requires = [self.implicit(*one, "requires") for one in inputs if one[1].guard is not None]
        requires += [self.condition(part, "requires", scope, None) for part in nodes(node, "requires")]
        ensures = [self.implicit(*one, "ensures") for one in outputs if one[1].guard is not None]
        ensures += [self.condition(part, "ensures", after, unclear) for part in nodes(node, "ensures")]
        return Specification(
            signature.name,
            signature.inputs,
            signature.outputs,
            tuple(requires),
            tuple(ensures),
            tuple(modified),
            span_of(node, self.source),
            tuple(binder.name for binder, typed, _ in inputs if typed.nullable),
            type_parameters(node),
        )

    def implicit(self, binder: Binder, typed: Type, node: Node, kind: ClauseKind) -> Condition:
        """What a parameter's type promises beyond its sort: `n: nat`."""
        text, span = text_of(node, self.source), span_of(node, self.source)
        assert typed.guard is not None
        try:
            return Condition(Clause(kind, text, span, implicit=True), typed.guard(var(binder.name, binder.sort)))
        except Unsupported as error:
            return Condition(Clause(kind, text, span, (Problem(error.construct, error.span),), implicit=True), None)

    def condition(self, part: Node, kind: ClauseKind, scope: Scope, unclear: str | None) -> Condition:
        """A clause. `unclear` is a frame that is not understood: then what `old` means is not known either."""
        node = nodes(part)[-1]
        text, span = text_of(node, self.source), span_of(node, self.source)
        try:
            if unclear is not None and _mentions_old_state(node):
                raise Unsupported(f"old with `modifies {unclear}`", span)
            return Condition(Clause(kind, text, span), self.engine().term(node, scope, BOOL))
        except Unsupported as error:
            return Condition(Clause(kind, text, span, (Problem(error.construct, error.span or span),)), None)

    def modifies(self, node: Node, inputs: dict[str, Binder]) -> tuple[list[str], str | None]:
        """The array parameters that a method may modify, and the first frame that is something else."""
        found: list[str] = []
        unclear = None
        for clause in nodes(node, "modifies"):
            for frame in nodes(nodes(clause)[0]):
                parts = nodes(frame) if name_of(frame) == "set_display" else [frame]
                for part in parts:
                    name = str(part.children[0]) if name_of(part) == "name" else ""
                    if name in inputs and inputs[name].sort.kind == "Array":
                        found.append(name)
                    else:
                        unclear = unclear or text_of(frame, self.source)
        return list(dict.fromkeys(found)), unclear


_TYPES = ("named_type", "collection_type", "tuple_type", "arrow_type")
_FUNCTION_PARTS = frozenset(
    {"function_kind", "type_parameters", "formals", "function_result"}
    | {"requires", "ensures", "invariant", "modifies", "reads", "decreases"}
)


def _function_body(node: Node) -> Node | None:
    found = [part for part in nodes(node) if name_of(part) not in _FUNCTION_PARTS]
    return found[0] if found else None


def _is_ghost(declared: Declared, dialect: Dialect) -> bool:
    """Until Dafny 3 `function method` is compiled, since Dafny 4 what is not called `ghost`."""
    if declared.modifiers & {"ghost", "least", "greatest", "inductive", "twostate"}:
        return True
    words = nodes(declared.node, "function_kind")[0].children
    return "copredicate" in words or (dialect != "4" and "method" not in words)


def _mentions_old_state(node: Node) -> bool:
    return any(name_of(part) in ("old", "unchanged") for part in node.iter_subtrees())


def lower(parts: Sequence[Part], wanted: Dialect | None = None, unread: Iterable[Problem] = ()) -> Program:
    """The program of a file, the last of the parts, and of what it includes, which brings no tests.

    What is not lowered is in `problems` and in the clauses it affects; `unread` are includes that are not followed.
    Raises ParseError for syntax that the version `wanted` does not have.
    """
    main = parts[-1].source
    state = _Lowering(main)
    declared = state.once(one for part in parts for one in collect(part.tree, part.source, state.names))
    bodies = [read_body(one) for one in declared if one.source is main and is_test(one)]
    dialect = dialect_of([mark for part in parts for mark in part.source.marks], wanted)
    by_kind = {kind: [one for one in declared if one.kind == kind] for kind in ("datatype", "function", "method")}
    for one in state.each(by_kind["datatype"]):
        state.datatype(one)
    for one in state.each(by_kind["datatype"]):
        state.constructors(one)
    for one in state.each(one for one in declared if one.kind in ("function", "method")):
        state.signature(one)
    state.constants([one for one in declared if one.kind == "constant"])
    for one in state.each(by_kind["function"]):
        state.function(one, dialect)
    methods = [one for one in by_kind["method"] if not is_test(one)]
    specifications = [state.specification(one) for one in state.each(methods)]
    state.source = main
    tests = [lower_body(body, state.names, state.functions, state.scope(body.declared)) for body in bodies]
    return Program(
        file=main.file,
        specifications=tuple(one for one in specifications if one is not None),
        functions=state.functions,
        datatypes=dict(state.names.datatypes),
        tests=tuple(tests),
        problems=tuple(state.problems),
        dialect=dialect,
        unread=tuple(unread),
    )


def lower_signature(tree: Node, source: Source) -> Specification:
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
        tuple(state.implicit(*one, "requires") for one in inputs if one[1].guard is not None),
        tuple(state.implicit(*one, "ensures") for one in outputs if one[1].guard is not None),
        span=span_of(tree, source),
    )

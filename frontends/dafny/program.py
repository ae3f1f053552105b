"""A Dafny file → the program of the IR: functions, datatypes, specifications, tests.

The bodies of test methods are parsed apart, so that a broken one takes nothing else with it. Where no single token
tells the version of Dafny, the structure of the text may (release notes of 3.0 to 4.10; what 2.3 refuses was tried with
it).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain

from attrs import define, evolve, frozen
from lark import Token

from ...core.errors import ParseError
from ...core.ir.contracts import (
    Clause,
    Condition,
    Function,
    Problem,
    Program,
    Semantics,
    Specification,
    TestMethod,
)
from ...core.ir.routines import Routine
from ...core.ir.statements import statements_of
from ...core.ir.updates import Call
from ...core.ir.variables import Name
from .autocontracts import expanded
from .classes import LARGEST_RANK, position_name
from .clauses import implicit
from .collect import Declaration, collect, completed
from .declarations import Declarations
from .dialect import Dialect, VersionMark, dialect_of
from .functions import FunctionLowering
from .implementations import Implementations, inherited_by_datatypes, of_implementations, traits_of
from .includes import ProgramFile
from .lexing.scan import DafnySource
from .lowering import Scope
from .lowering.indices import position_function, position_signature
from .lowering.objects import ClassShapes
from .lowering.prefixes import prefix_functions
from .lowering.reached import heap_functions
from .methods import specification
from .names import MethodSignature
from .reading import mentions_of, numbered_of
from .refined_files import with_refined_modules
from .routines import Routines, makes_iterator
from .subjects import other_subjects
from .syntax import Node, child, name_of, nodes, parse, span_of, tokens, written_body

_CONTRACT = ("results", "requires", "ensures", "modifies", "type_parameters")
_CALLED = re.compile(r"([\w?']+)\s*\(")

SEMANTICS = Semantics(first_character="D")
"""What programs have that the compiler of Dafny made."""


@frozen(slots=True)
class TestBody:
    """A test, and the tree of its body, or why there is none."""

    __test__ = False  # pytest must not collect it

    declared: Declaration
    tree: Node | ParseError


def is_test(declared: Declaration, subjects: Collection[str] = ()) -> bool:
    """Is this a method that tests others? Those that are called so are marked by the lexer. Others are methods that
    take, return and promise nothing, are no members of a class, and call one of the `subjects`."""
    if declared.kind != "method" or declared.refused:
        return False
    if tokens(declared.node, "TEST_BODY"):
        return True
    # The body is searched as text: whether it is a test decides how it is parsed.
    body = next(iter(tokens(declared.node, "BODY")), None)
    if body is None or declared.owner is not None or declared.datatype is not None or declared.modifiers:
        return False
    node = declared.node
    formals = child(node, "formals")
    if any(child(node, part) is not None for part in _CONTRACT) or formals is None or nodes(formals):
        return False
    return any(word in subjects for word in _CALLED.findall(str(body)))


def subjects_of(declared: Iterable[Declaration]) -> frozenset[str]:
    """The simple names of the methods that promise something."""
    return frozenset(
        declaration.name
        for declaration in declared
        if declaration.kind == "method" and child(declaration.node, "ensures") is not None
    )


def _read_body(declared: Declaration) -> TestBody:
    """The body of a test."""
    (body,) = tokens(declared.node, "TEST_BODY", "BODY")
    part = (body.start_pos or 0) + 1, (body.end_pos or 0) - 1
    try:
        return TestBody(declared, parse(declared.source, "statements", part=part))
    except ParseError as error:
        return TestBody(declared, error)


_KINDS: dict[str, tuple[str, Dialect, Dialect]] = {
    "named_argument": ("an argument by name", "3", "4"),
    "literal_pattern": ("a literal as a pattern", "3", "4"),
}


def _structural_marks(tree: Node, source: DafnySource) -> Iterator[VersionMark]:
    """The constructs of a tree that only some versions have, in no particular order."""
    for node in tree.iter_subtrees():
        found = _KINDS.get(name_of(node)) or _construct(node)
        if found is not None:
            yield VersionMark(*found, span_of(node, source))


def _construct(node: Node) -> tuple[str, Dialect, Dialect] | None:
    # Constructs that the lexer cannot tell by a token: the shape of the tree says from which version on they are
    # allowed.
    match name_of(node):
        case "formal" if len(nodes(node)) > 2:
            return "a default value", "3", "4"
        case "case" if len(nodes(node)) > 2:
            return "alternative patterns", "3", "4"
        case "construction" if node.children[0] == "seq":
            return "seq(n, f)", "3", "4"
        case "witness" if child(node, "wildcard") is not None:
            return "witness *", "3", "4"
        case "datatype" if child(node, "members") is not None:
            return "members of a datatype", "3", "4"
        case "class" if node.children[0] == "trait" and child(node, "extends") is not None:
            return "a trait that extends another", "3", "4"
        case "fresh" | "application" if child(node, "at_label") is not None:
            return "fresh or a call at a label", "3", "4"
        case "type_parameter" | "type_declaration" if any(token == "00" for token in tokens(node, "DIGITS")):
            return "(00)", "3", "4"
        case "character" | "string" if _text(node).startswith(("'", '"')) and "\\U{" in _text(node):
            return "\\U{...}", "3", "4"
        case "decimal" if "e" in _text(node).lower():
            return "a decimal with an exponent", "4", "4"
        case _:
            return None


def _text(node: Node) -> str:
    first = node.children[0]
    return str(first) if isinstance(first, Token) else ""


_RANK = re.compile(r"\barray(\d+)\b")


@define(slots=True)
class _Lowering(FunctionLowering):
    """The lowering of a program."""

    def without_clauses(
        self, declared: Iterable[Declaration], known: Iterable[Specification]
    ) -> Iterator[Specification]:
        """For methods whose specification is not lowered as a whole, what their callers see: a clause that is not
        supported, in place of all. One whose signature is not lowered has no callers, but it is not forgotten."""
        done = {specification.name for specification in known}
        for declaration in self.each(declared):
            signature, reason = (
                self.names.methods.get(declaration.qualified),
                self.names.unread.get(declaration.qualified),
            )
            if (
                reason is None
                or declaration.qualified in done
                or (signature is None and not nodes(declaration.node, "ensures"))
            ):
                continue
            # One clause without a term: whoever asks for what the method promises is told that nobody knows.
            span = span_of(declaration.node, declaration.source)
            clause = Clause("ensures", f"the specification of {declaration.name}", span, (Problem(reason, span),))
            conditions = (Condition(clause, None),)
            if signature is None:
                yield Specification(declaration.qualified, (), (), (), conditions, span=span)
                continue
            yield Specification(signature.name, signature.inputs, signature.outputs, (), conditions, span=span)


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
        return [member for member in self.members if member.kind in kinds]


def lower(
    parts: Sequence[ProgramFile],
    wanted: Dialect | None = None,
    unread: Sequence[Problem] = (),
    with_tests: bool = True,
    framed: bool = False,
    choice: int = 0,
) -> Program:
    """The program of a file, the last of the parts, and of what it includes, which brings no tests.

    What is not lowered is in `problems` and in the clauses it affects; `unread` are declarations that are refused and
    includes that are not followed.
    `with_tests`: whether tests of the file are read; `framed`: as in `Signatures`; `choice`: as of
    `Implementations`. Raises ParseError for syntax that
    the version `wanted` does not have.
    """
    # Each step needs what those before it have found: types need the names of datatypes and classes, signatures need
    # types, functions the signatures of those that they call, clauses all functions, and tests all methods.
    given, parts = parts, with_refined_modules(parts)
    main = parts[-1].source
    state = _Lowering(main, framed=framed)
    found = _declared(state, parts, wanted, with_tests, choice)
    _lower_signatures(state, parts, found)
    _lower_functions(state, found)
    declared_methods = {
        method.qualified: (method, state.names.methods.get(method.qualified)) for method in found.methods
    }
    specifications = [
        lowered for lowered in state.attempt(found.methods, partial(specification, state)) if lowered is not None
    ]
    specifications += state.without_clauses(found.methods, specifications)
    # Files that are included bring no tests: from here on the text is that of the file itself.
    state.source = main
    routines = _routines(state, found.members)
    tested = evolve(routines, testing=True, known={})
    tests = [_test(body, tested) for body in found.bodies]
    # A method that a test calls keeps the parameters that it is declared with: it is not read where a class stands
    # for a trait.
    called = frozenset[str]().union(*(test.calls for test in tests))
    closed = list(of_implementations(state, found.methods, found.implementations, called))
    # Clauses read fields through functions of the heap, which exist for those that are read.
    of_clauses = chain.from_iterable(
        promising.terms for promising in (*specifications, *(implementation for implementation, _ in closed))
    )
    of_functions = chain.from_iterable(function.terms for function in state.functions.values())
    state.functions.update(heap_functions((*of_clauses, *of_functions), state.names))
    typed = {
        declaration.qualified: typed_function
        for declaration in found.of_kind("function")
        for typed_function in state.typed_result(declaration)
    }
    # Lemmas and functions are subjects, too, and may read fields that no clause of a method does.
    of_main = (declaration for declaration in found.written if declaration.source is main)
    others = tuple(other_subjects(state, of_main, typed, found.implementations))
    for name, function in heap_functions(chain.from_iterable(subject.terms for subject in others), state.names).items():
        state.functions.setdefault(name, function)
    # Of a method that is read elsewhere, the body is the one there.
    bodies = {implementation.name: body for implementation, body in closed}
    routines, tested = (
        collection.with_bodies(bodies, found.implementations.classes) for collection in (routines, tested)
    )
    declared = {**_methods(state, found.members), **routines.declared}
    state.functions.update(state.names.type_functions)
    datatypes = dict(state.names.datatypes)
    return Program(
        file=main.file,
        language="dafny",
        semantics=SEMANTICS,
        specifications=tuple(evolve(subject, datatypes=datatypes) for subject in specifications),
        functions=state.functions,
        datatypes=datatypes,
        tests=tuple(tests),
        problems=tuple(state.problems),
        dialect=found.dialect,
        unread=tuple(unread),
        routines=routines,
        tested=tested,
        checked=routines.with_checks(),
        headers=evolve(routines, declared=declared, testing=True, headers=True, known={}),
        others=tuple(evolve(subject, datatypes=datatypes) for subject in others),
        implemented={implementation.name: evolve(implementation, datatypes=datatypes) for implementation, _ in closed},
        classes=ClassShapes(state.names),
        over=partial(_over_variables, state, declared_methods),
        has_witnesses=any(next(part.tree.find_data("witness"), None) is not None for part in parts),
        bases=_bases(state, found.of_kind("datatype")),
        otherwise=tuple(
            partial(lower, given, wanted, unread, with_tests, framed, number)
            for number in range(1, found.implementations.others + 1)
        )
        if choice == 0 and closed
        else (),
        standing=", ".join(found.implementations.standing),
    )


def _bases(state: _Lowering, datatypes: Iterable[Declaration]) -> dict[str, tuple[str, ...]]:
    """Class, trait or datatype that extends one → itself, and what it extends."""
    found = {name: tuple(base.name for base in state.names.bases(name)) for name in state.names.classes}
    for datatype in datatypes:
        traits = tuple(trait.name for trait in traits_of(datatype, state.names))
        if traits:
            found[datatype.qualified] = (datatype.qualified, *traits)
    return found


def _over_variables(
    state: _Lowering,
    methods: Mapping[str, tuple[Declaration, MethodSignature | None]],
    known: Specification,
    names: frozenset[Name],
) -> tuple[Specification, Mapping[Name, Function]]:
    """The specification of a method over these variables, too, and the functions that it calls. `methods`: those of the
    program, each as it is declared. Raises Unsupported."""
    declared, signature = methods.get(known.name, (None, None))
    if declared is None or signature is None:
        return known, {}
    state.source = declared.source
    for_callers = state.names.methods[known.name]
    state.names.methods[known.name] = signature
    try:
        found = specification(state, declared, names)
    finally:
        state.names.methods[known.name] = for_callers
    if found is None:
        return known, {}
    return evolve(found, datatypes=known.datatypes), heap_functions(found.terms, state.names)


def _declared(
    state: _Lowering, parts: Sequence[ProgramFile], wanted: Dialect | None, with_tests: bool, choice: int
) -> _Declared:
    """The declarations, with datatypes known by name: types may refer to each other. Raises ParseError."""
    main = parts[-1].source
    # A module may be read twice, as an include of two files: each declaration counts once.
    declared = state.once(
        declaration for part in parts for declaration in collect(part.tree, part.source, state.names, part.refined)
    )
    for name in (refused_name for part in parts for refused_name in part.refused):
        owner, _, simple = name.rpartition(".")
        state.names.taken.setdefault(name, bool(owner) and tuple(owner.split(".")) not in state.names.modules)
        state.names.declared.add(simple)
    state.names.resolve_imports()
    subjects = subjects_of(declared)
    bodies = [
        _read_body(declaration)
        for declaration in declared
        if with_tests and declaration.source is main and is_test(declaration, subjects)
    ]
    trees = [(part.tree, part.source) for part in parts]
    trees += [(body.tree, main) for body in bodies if not isinstance(body.tree, ParseError)]
    # Marks are collected from everything that was parsed, the bodies of tests too, before anything is lowered: the
    # version changes what later steps mean.
    marks = [mark for part in parts for mark in part.source.marks]
    marks += [mark for tree, source in trees for mark in _structural_marks(tree, source)]
    dialect = dialect_of(marks, wanted)
    # Datatypes first, for constants and types mention them; all are known by name before any field is read.
    state.attempt((declaration for declaration in declared if declaration.kind == "datatype"), state.datatype)
    written = completed(expanded(declared, state.names, dialect), state.names)
    implementations = Implementations.of(written, state.names, [part.trees for part in parts], choice)
    members = [*written, *implementations.inherited(state.names), *inherited_by_datatypes(written, state.names)]
    # A test in an abstract module is one of each module that refines it, and by itself calls what is left open.
    refined = implementations.bases & state.names.abstract
    bodies = [body for body in bodies if refined.isdisjoint(accumulate((part,) for part in body.declared.path))]
    methods = [member for member in members if member.kind == "method" and not is_test(member, subjects)]
    return _Declared(dialect, written, members, implementations, methods, bodies)


def _lower_signatures(state: _Lowering, parts: Sequence[ProgramFile], found: _Declared) -> None:
    """The constructors of datatypes, and the signatures of functions and methods."""
    fields = {field.name for class_ in state.names.classes.values() for field in class_.fields}
    state.mentions.update(mentions_of(found.members, fields, state.names, state.framed))
    state.numbered = numbered_of(found.members, state.names)
    # More is known of the types of fields when datatypes have their constructors.
    state.names.own_fields.clear()
    for rank in {int(digits) for part in parts for digits in _RANK.findall(part.source.text)}:
        if 2 <= rank <= LARGEST_RANK:
            state.names.functions[position_name(rank)] = position_signature(rank)
            state.functions[position_name(rank)] = position_function(rank)
    state.attempt(found.of_kind("datatype"), state.constructors)
    state.attempt(found.of_kind("function", "method"), state.signature)


def _lower_functions(state: _Lowering, found: _Declared) -> None:
    """Constants and functions."""
    functions = found.of_kind("function")
    state.constants(found.of_kind("constant"))
    state.attempt(functions, lambda declaration: state.function(declaration, found.dialect))
    state.again_through_heap(functions, found.dialect)
    state.functions.update({function.name: function for function in prefix_functions(state.functions)})
    state.functions.update(state.names.type_functions)
    state.drop_unread()


def _methods(state: Declarations, declared: Iterable[Declaration]) -> dict[str, Declaration]:
    """The methods that are compiled and have a signature, by name."""
    return {
        declaration.qualified: declaration
        for declaration in declared
        if declaration.kind == "method" and declaration.qualified in state.names.methods
    }


def _test(body: TestBody, tested: Mapping[str, Routine]) -> TestMethod:
    """A test. One whose signature is not lowered has no body."""
    name = body.declared.qualified
    statements = statements_of(tested[name].body) if name in tested else ()
    calls = frozenset(statement.method for statement in statements if isinstance(statement, Call))
    return TestMethod(name, calls, span_of(body.declared.node, body.declared.source))


def _routines(state: Declarations, declared: Iterable[Declaration]) -> Routines:
    """The bodies of the methods that are compiled and have a signature."""
    listed = list(declared)
    proofs = {
        declaration.name
        for declaration in listed
        if declaration.kind == "lemma" or (declaration.kind == "method" and "ghost" in declaration.modifiers)
    }
    others = {
        declaration.name
        for declaration in listed
        if declaration.kind == "method" and "ghost" not in declaration.modifiers
    }
    bodies = {
        name: method
        for name, method in _methods(state, listed).items()
        if written_body(method.node) is not None or makes_iterator(method, state.names)
    }
    # Before Dafny 3, `function {:opaque} F` declares a lemma `reveal_F`.
    revealing = {f"reveal_{declaration.name}" for declaration in listed if declaration.kind == "function"}
    return Routines(state, bodies, frozenset((proofs | revealing) - others))


def lower_signature(tree: Node, source: DafnySource) -> Specification:
    """The inputs and outputs of a method's header. Raises Unsupported."""
    state, scope = _Lowering(source), Scope()
    results = child(tree, "results")
    inputs = state.formals(child(tree, "formals"), scope)
    outputs = state.formals(None if results is None else nodes(results)[0], scope)
    names = tokens(tree, "IDENT")
    return Specification(
        str(names[0]) if names else "",
        tuple(input_[0] for input_ in inputs),
        tuple(output[0] for output in outputs),
        tuple(implicit(binder, typed.guard, node, "requires", source) for binder, typed, node in inputs if typed.guard),
        tuple(implicit(binder, typed.guard, node, "ensures", source) for binder, typed, node in outputs if typed.guard),
        span=span_of(tree, source),
    )

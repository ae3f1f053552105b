"""Functions and lemmas with a postcondition → specifications of their own, to be tested as methods are.

The result of a function is the output, in place of its call on its own parameters. A lemma has no output: what it
promises is about its inputs. A least or greatest lemma says it of the predicates themselves: their prefixes are about
its proof alone. Of two states there are inputs for each: `x` and `old(x)`, for a field that may change.
"""

from collections.abc import Iterable, Iterator

from attrs import evolve

from ...core.errors import Unsupported, contained
from ...core.ir.build import conj, exists
from ...core.ir.contracts import Clause, Condition, HeapModel, Problem, Specification, SubjectKind
from ...core.ir.sorts import OBJECT, sorts_in
from ...core.ir.terms import Binder, Term, fold, free_variables, rebuild, var
from ...core.ir.variables import ALLOCATED, STATE, Name, is_heap, is_pre_state, without_state
from ...core.spans import Span
from .call_facts import arrays_consistent
from .call_states import stored_fields
from .clauses import ClauseReader, Formal
from .collect import Declaration, type_parameters
from .declarations import Declarations
from .effects import Effects
from .implementations import Implementations
from .lowering import Scope
from .lowering.objects import instances_of, nullable_instances
from .lowering.states import two_states
from .methods import never_null, partial_functions, specification
from .names import MethodSignature, Signature
from .signatures import Signatures
from .syntax import child, nodes, span_of, written_body
from .types import Type


def other_subjects(
    state: Signatures,
    declared: Iterable[Declaration],
    results: "dict[str, tuple[Type, str]]",
    implementations: Implementations,
) -> Iterator[Specification]:
    """The specifications of functions and lemmas with a postcondition; of one that is not lowered, what is not.
    `results`: function → the type and the name of its result. Lemmas of abstract modules are read where their
    `implementations` are."""
    for declaration in state.each(declared):
        if declaration.kind not in ("function", "lemma") or not nodes(declaration.node, "ensures"):
            continue
        span = span_of(declaration.node, declaration.source)
        try:
            with contained(span):
                if declaration.kind == "lemma" and "twostate" in declaration.modifiers:
                    subject = _of_twostate_lemma(state, declaration)
                elif declaration.kind == "lemma":
                    subject = evolve(
                        _of_lemma(state, implementations.refined(declaration) or declaration),
                        name=declaration.qualified,
                    )
                else:
                    subject = _of_function(state, declaration, results)
        # Not lowered is not left out: the subject stays, with a clause that says why nothing is known of it.
        except Unsupported as error:
            problem = Problem(error.construct, error.span or span)
            clause = Clause("ensures", f"the specification of {declaration.name}", span, (problem,))
            kind: SubjectKind = "lemma" if declaration.kind == "lemma" else "function"
            subject = Specification(declaration.qualified, (), (), (), (Condition(clause, None),), span=span, kind=kind)
        yield subject


def _of_lemma(state: Declarations, declared: Declaration) -> Specification:
    scope = state.scope(declared)
    inputs = state.formals(child(declared.node, "formals"), scope, matrices=True)
    results = child(declared.node, "results")
    outputs = state.formals(None if results is None else nodes(results)[0], scope)
    signature = MethodSignature(declared.qualified, _binders(inputs), _binders(outputs))
    # For the time of this reading: a lemma is read as a method is, and no body may call it as one.
    state.names.methods[declared.qualified] = signature
    try:
        found = specification(state, declared)
    finally:
        del state.names.methods[declared.qualified]
    assert found is not None
    before = state.with_objects(scope, declared, inputs)
    instances = instances_of(state.names, before, {"this", *(binder.name for binder, _, _ in inputs)})
    instances += nullable_instances(state.names, inputs)
    promises = _there_are(found.outputs, found.ensures)
    # Without a body nobody has proved it.
    assumed = written_body(declared.node) is None
    heap = evolve(found.heap, instances=instances)
    return evolve(found, kind="lemma", modifies=(), outputs=(), ensures=promises, heap=heap, assumed=assumed)


def _binders(formals: Iterable[Formal]) -> tuple[Binder, ...]:
    return tuple(binder for binder, _, _ in formals)


def _there_are(results: tuple[Binder, ...], ensures: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The postconditions of a lemma, over its inputs: those about its results say together that there are such."""
    # Postconditions about the results become one: `r < s` and `s < 3` need one pair (r, s), not one each. The others
    # are about inputs alone, and stay as they are.
    names = {binder.name for binder in results}
    about = [
        condition
        for condition in ensures
        if condition.term is None or not names.isdisjoint(name for name, _ in free_variables(condition.term))
    ]
    if not about or not names:
        return ensures
    terms = [condition.term for condition in about if condition.term is not None]
    # What the types of results say is in the term, and not in the text: `exists n :: n < k` of a `nat` is short for it.
    written = [condition.clause for condition in about if not condition.clause.implicit] or [
        condition.clause for condition in about
    ]
    problems = tuple(problem for condition in about for problem in condition.clause.problems)
    text = f"exists {', '.join(str(binder.name) for binder in results)} :: {' && '.join(each.text for each in written)}"
    clause = evolve(written[0], text=text, problems=problems)
    term = exists(results, conj(*terms)) if len(terms) == len(about) else None
    return (*(condition for condition in ensures if condition not in about), Condition(clause, term))


def _of_function(state: Signatures, declared: Declaration, results: "dict[str, tuple[Type, str]]") -> Specification:
    node, span = declared.node, span_of(declared.node, declared.source)
    signature = state.names.functions.get(declared.qualified)
    if signature is None or declared.qualified not in results:
        raise Unsupported(state.names.unread.get(declared.qualified, "a function that is not lowered"), span)
    scope = state.scope(declared)
    formals = state.formals(child(node, "formals"), scope, matrices=True)
    if scope.receiver is not None:
        scope = scope.bind(Binder("this", scope.receiver))
    scope = state.with_objects(scope.bind(*(binder for binder, _, _ in formals)), declared, formals)
    instances = instances_of(state.names, scope, {"this", *(binder.name for binder, _, _ in formals)})
    instances += nullable_instances(state.names, formals)
    scope = state.in_its_states(scope, declared)
    typed, written = results[declared.qualified]
    # Without a name the result gets one that no parameter has: clauses speak of it as the call itself.
    name = written or "result"
    while name in scope.variables and not written:
        name += "'"
    output = Binder(name, signature.result)
    after = scope.inner(output) if written else scope
    reader = ClauseReader(state, Effects(), False, node)
    requires = reader.implicit(formals, "requires")
    # The order is that of definedness: types first, then what is written, which may rely on them.
    requires += reader.of_receiver([parameter for parameter in signature.parameters if parameter.name == "this"], scope)
    requires += [reader.condition(part, "requires", scope) for part in nodes(node, "requires")]
    requires += _facts_of_states(reader, signature.parameters, scope)
    if "twostate" in declared.modifiers:
        _refuse_other_states(signature.parameters, declared, span)
        instances = ()
    requires += arrays_consistent(reader, {binder.name for binder in signature.parameters}, scope, "requires")
    ensures = reader.implicit([(output, typed, child(node, "function_result") or node)], "ensures")
    ensures += [
        _about_result(reader.condition(part, "ensures", after), signature, output) for part in nodes(node, "ensures")
    ]
    owned = state.names.parameters_of_type(declared.enclosing)
    this = (Binder("this", OBJECT),) if declared.owner is not None else ()
    inputs = tuple({binder.name: binder for binder in (*signature.parameters, *this)}.values())
    nullable = tuple(binder.name for binder, each, _ in formals if each.nullable)
    parameters = (*owned, *type_parameters(node))
    return Specification(
        str(signature.name),
        inputs,
        (output,),
        tuple(requires),
        tuple(ensures),
        (),
        span,
        nullable,
        parameters,
        kind="function",
        heap=HeapModel(
            tuple(binder.name for binder in signature.parameters if is_heap(binder.name)),
            objects=never_null(this, formals),
            instances=instances,
        ),
        partial=partial_functions(formals),
    )


def _of_twostate_lemma(state: Signatures, declared: Declaration) -> Specification:
    """A lemma about two states, each of which may be any that the types allow. Raises Unsupported for one with results,
    and for one about arrays or about objects without a name."""
    node, span = declared.node, span_of(declared.node, declared.source)
    if child(node, "results") is not None:
        raise Unsupported("a twostate lemma with results", span)
    scope = state.scope(declared)
    formals = state.formals(child(node, "formals"), scope, matrices=True)
    if scope.receiver is not None:
        scope = scope.bind(Binder("this", scope.receiver))
    scope = state.with_objects(scope.bind(*_binders(formals)), declared, formals)
    scope = two_states(state.names, scope, child(node, "formals"))
    reader = ClauseReader(state, Effects(), False, node)
    this = () if declared.owner is None and scope.receiver is None else (Binder("this", scope.variables["this"]),)
    written = [reader.condition(part, "requires", scope) for part in nodes(node, "requires")]
    ensures = tuple(reader.condition(part, "ensures", scope) for part in nodes(node, "ensures"))
    # Inputs are the variables that the clauses mention, each in the states in which they mention it.
    mentioned = free_variables(
        conj(*(condition.term for condition in (*written, *ensures) if condition.term is not None))
    )
    read = tuple(Binder(name, sort) for name, sort in mentioned if without_state(name) not in _binders_by_name(formals))
    inputs = tuple({binder.name: binder for binder in (*this, *_binders(formals), *read)}.values())
    _refuse_other_states(inputs, declared, span)
    requires = reader.implicit(formals, "requires") + reader.of_receiver(this, scope)
    requires += [*written, *_facts_of_states(reader, inputs, scope)]
    return Specification(
        declared.qualified,
        inputs,
        (),
        tuple(requires),
        ensures,
        (),
        span,
        tuple(binder.name for binder, condition, _ in formals if condition.nullable),
        (*state.names.parameters_of_type(declared.enclosing), *type_parameters(node)),
        kind="lemma",
        heap=HeapModel(objects=never_null(this, formals)),
        partial=partial_functions(formals),
        assumed=written_body(node) is None,
    )


def _binders_by_name(formals: Iterable[Formal]) -> dict[Name, Binder]:
    return {binder.name: binder for binder in _binders(formals)}


def _facts_of_states(reader: ClauseReader, inputs: Iterable[Binder], scope: Scope) -> list[Condition]:
    """What the types of fields promise of their values, in each state that they are given in, and that two names of one
    object have the same fields where there are two states: an object is built for one alone."""
    stored = stored_fields(reader.state, scope)
    now = {binder.name: binder for binder in inputs if binder.name in stored}
    earlier = {
        binder.name: binder for binder in inputs if is_pre_state(binder.name) and without_state(binder.name) in stored
    }
    facts = reader.promised(now, stored, "requires")
    if earlier:
        facts += reader.promised(earlier, {name: stored[without_state(name)] for name in earlier}, "requires")
        for fields in (now, {without_state(name): binder for name, binder in earlier.items()}):
            facts += reader.consistent(list(scope.objects), fields, scope)
    return facts


def _refuse_other_states(inputs: Iterable[Binder], declared: Declaration, span: Span | None) -> None:
    """Raise Unsupported for a two-state subject about more than values, objects, and the fields of these."""
    for binder in inputs:
        name = without_state(binder.name)
        if is_heap(name) or name in (ALLOCATED, STATE) or any(sort.kind == "Array" for sort in sorts_in(binder.sort)):
            raise Unsupported(f"a twostate {declared.kind} about {name}", span)


def _about_result(condition: Condition, signature: Signature, output: Binder) -> Condition:
    """The clause with the output in place of the call on the parameters themselves."""

    formals = [binder.name for binder in signature.parameters]

    def step(term: Term, args: tuple[Term, ...]) -> Term:
        if term.op == "call" and term.data == signature.name and [arg.data for arg in args] == formals:
            return var(output.name, output.sort, term.span)
        return rebuild(term, args)

    return condition if condition.term is None else evolve(condition, term=fold(condition.term, step))

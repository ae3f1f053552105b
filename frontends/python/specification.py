"""The specification of a Python function: its contract as preconditions, and postconditions over `result`.

A parameter stands for what it is given, before the call and after it: a clause of the postcondition over one that the
function changes is not lowered. What changes it is read off the text. Where what it is after the call can be seen, a
program of two states is used in place of that: there `OLD.x` of icontract and `__old__.x` of PEP 316 are what it was.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ...core.errors import Unsupported
from ...core.ir.contracts import ClauseKind, Condition, Problem, Program, Specification
from ...core.ir.python_builtins import CHANGING
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Check, Define, For, If, Return, Statement, Try, While, statements_of
from ...core.ir.terms import Binder, Term, const, free_names, make, substitute, var
from ...core.ir.variables import Name, pre_state
from .constants.keeping import start_of
from .contract import Heading, lower
from .definitions import signature_of
from .files import functions_of, read_file
from .module import ModuleContext, parse_module
from .source import PythonSource
from .styles import trailing
from .styles.applied import all_parameters
from .styles.assemble import Written, assertions, block_of, preconditions
from .styles.model import RESULT, FunctionNode, Module, Promise, before, module_of
from .styles.raising import NO_EXCEPTIONS, PromisedExceptions, promised_exceptions
from .styles.separate import has_body, pieces_of


@frozen(slots=True, eq=False)
class Specified:
    """A function with a specification: the program is that of it alone. `postcondition` is the text of its clauses, as
    assertions over the parameters and `result`; empty where it has none. `two_state`: the same program where a clause
    is about a parameter that the function changes, as one that it modifies; else None. `exceptions`: those that it
    promises; `reasons`: classes of these with what holds where they are raised. `refusals`: by precondition the class
    of what the body raises where it is violated, None for an AssertionError."""

    function: FunctionNode
    program: Program
    postcondition: str = ""
    two_state: Program | None = None
    exceptions: PromisedExceptions = NO_EXCEPTIONS
    reasons: tuple[tuple[str, Condition], ...] = ()
    refusals: tuple[str | None, ...] = ()

    @property
    def specification(self) -> Specification:
        return self.program.specifications[0]

    @property
    def has_body(self) -> bool:
        """Whether there is a body to run: of a function that only shows its head there is none."""
        return has_body(self.function)


def parse_specifications(path: Path | str) -> tuple[Module, tuple[Specified, ...], tuple[Problem, ...]]:
    """The module of a file, its functions that state a contract or a postcondition, and those that are not read.

    Raises InputError for a file that cannot be read, ParseError for text that is no Python.
    """
    source = read_file(Path(path))
    module = module_of(source, parse_module(source))
    specifieds: list[Specified] = []
    problems: list[Problem] = []
    for contract in functions_of(module):
        if contract.unsupported is not None:
            problems.append(contract.unsupported)
        elif contract.definition.is_plain:  # What others promise is only executed (`methods.py`).
            specifieds.append(_specified(module, contract.written))
    return module, tuple(specifieds), tuple(problems)


def _specified(module: Module, stating: Written) -> Specified:
    function, separate = stating.node, stating.separate
    ensures = [*stating.ensures, *trailing.promises(module, function)]
    # A function that itself asserts what another returns takes the result last.
    declared_parameters = signature_of(function)[:-1] if function is separate else signature_of(function)
    parameters = [argument.arg for argument, _ in declared_parameters]
    # Assertions in front of the last `return` are about the result: those before them make the precondition.
    required = preconditions(module, function, trailing.trailing(function).first)
    pre, around = _conditions(module, function, "requires", required, parameters)
    block = None if not ensures else block_of(module, list(assertions(ensures)), ensures)
    # What stands in a function of its own has variables of its own, too, and is lowered apart.
    apart = None if separate is None else block_of(module, pieces_of(module, separate), ())
    blocks = [text_block for text_block in (block, apart) if text_block is not None]
    post: list[Condition] = []
    for text_block in blocks:
        conditions, more = _conditions(module, function, "ensures", text_block, [*parameters, RESULT], len(post))
        post += conditions
        around = (*around, *more)
    exceptions = promised_exceptions(module, function)
    demanded = [promise for _, promise in exceptions.reasons]
    reasons_block = block_of(module, list(assertions(demanded)), demanded) if demanded else None
    allowing, more = _conditions(module, function, "requires", reasons_block, parameters, len(pre))
    around = (*around, *more)
    reasons = tuple(
        (exception, condition) for (exception, _), condition in zip(exceptions.reasons, allowing, strict=True)
    )
    specification = Specification(
        function.name,
        tuple(Binder(name, VALUE) for name in parameters),
        (Binder(RESULT, VALUE),),
        pre,
        tuple(_about_given(condition, function, module) for condition in post),
        span=module.span(function),
    )
    program = Program(module.source.file, specifications=(specification,), context=around, language="python")
    # A separate function is called with what is there after the call, and knows nothing of before.
    two_state = None if separate is not None else _of_two_states(module, function, ensures, program)
    text = "".join(text_block.text for text_block in blocks) if separate is None else ""
    refusals = () if required is None or required.origin is None else required.origin.raises
    return Specified(function, program, text, two_state, exceptions, reasons, refusals)


def _of_two_states(
    module: Module, function: FunctionNode, ensures: Sequence[Promise], program: Program
) -> Program | None:
    """The program with what the function changes as what it modifies; None where no clause is about that, and where a
    name is bound to another object, which the caller does not see."""
    (specification,) = program.specifications
    mentioned = {name for promise in ensures for piece in promise.test for name in re.findall(r"\w+", piece.text)}
    changed = changed_parameters(function).keys() & mentioned
    if not changed or not changed.isdisjoint(_rebound(function)):
        return None
    parameters = [str(binder.name) for binder in specification.inputs]
    promises = [evolve(promise, test=promise.two_state or promise.test) for promise in ensures]
    block = block_of(module, list(assertions(promises)), promises)
    post, around = _conditions(module, function, "ensures", block, [*parameters, RESULT, *map(before, parameters)])
    # Only what the clauses read becomes state: every further parameter would ask for values that no clause judges.
    modified = changed & free_names(*(condition.term for condition in post if condition.term is not None))
    earlier: dict[Name, Term] = {
        before(name): var(pre_state(name) if name in modified else name, VALUE) for name in parameters
    }
    conditions = tuple(
        condition if condition.term is None else evolve(condition, term=substitute(condition.term, earlier))
        for condition in post
    )
    # A method that returns None has no output to mutate, unless a clause reads the result.
    gives_none = isinstance(function.returns, ast.Constant) and function.returns.value is None
    outputs = specification.outputs if RESULT in mentioned or not gives_none else ()
    changing = evolve(specification, ensures=conditions, modifies=tuple(sorted(modified)), outputs=outputs)
    return evolve(program, specifications=(changing,), context=(*program.context, *around))


def _rebound(function: FunctionNode) -> set[str]:
    """The names to which a function assigns: an argument of this name may be another object after that."""
    return {
        node.id
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }


def _about_given(condition: Condition, function: FunctionNode, module: Module) -> Condition:
    """The condition, not lowered when it mentions a parameter that the function changes."""
    if condition.term is None:
        return condition
    changed = changed_parameters(function)
    mentioned = sorted(changed.keys() & free_names(condition.term))
    if not mentioned:
        return condition
    node = changed[mentioned[0]]
    problem = Problem(f"parameter {mentioned[0]!r}, which the function changes", module.span(node))
    return Condition(evolve(condition.clause, problems=(problem,)), None)


def _conditions(
    module: Module,
    function: FunctionNode,
    kind: ClauseKind,
    block: PythonSource | None,
    parameters: Sequence[str],
    first: int = 0,
) -> tuple[tuple[Condition, ...], tuple[Statement, ...]]:
    """The clauses of a block, and the statements that define what their terms mention. `first`: the number of its first
    clause."""
    if block is None:
        return (), ()
    # The name of the function means the function itself in a postcondition, as it does where it is evaluated.
    context = ModuleContext(module.source, module.tree, function.name if kind == "requires" else "")
    lowered = lower(block, Heading(function.name, tuple(parameters)), context)
    around, body = lowered.contract.body[: lowered.around], lowered.contract.body[lowered.around :]
    conditions: list[Condition] = []
    definitions: list[Statement] = []
    for number, clause in enumerate(lowered.contract.clauses):
        try:
            if clause.problems:
                raise Unsupported(clause.problems[0].construct, clause.problems[0].span)
            term, definition = _term(number, f"{kind} {first + number}", parameters, body)
        except Unsupported as problem:
            problems = clause.problems or (Problem(problem.construct, problem.span),)
            conditions.append(Condition(evolve(clause, kind=kind, problems=problems), None))
        else:
            conditions.append(Condition(evolve(clause, kind=kind), term))
            definitions += definition
    return tuple(conditions), (*around, *definitions)


def _term(
    number: int, name: str, parameters: Sequence[str], body: tuple[Statement, ...]
) -> tuple[Term, tuple[Statement, ...]]:
    """The term of a clause, and what defines a function that it calls: among nothing but assertions it is the
    assertion's test, and otherwise the call of a function that executes what surrounds it. Raises Unsupported."""
    if all(isinstance(statement, Check) for statement in body):
        (test,) = (check.test for check in body if isinstance(check, Check) and check.clause == number)
        return test, ()
    # Of `for x in xs: assert x > 0` no term says the same. It becomes the call of a function
    #     def f(xs):
    #         for x in xs:
    #             if not x > 0: return False
    #         return True
    # which is followed by the encoding of Python as any helper of a contract is.
    true = Return(const(True, VALUE))
    definition = Define(name, tuple(parameters), (), (*_only(number, body), true))
    call = [var(name, VALUE), *(var(parameter, VALUE) for parameter in parameters)]
    return make("python.call", call, VALUE, (None,) * len(parameters)), (definition,)


def _only(number: int, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements, one clause as `if not test: return False`, the others left out (evaluation alone skips those of
    helper functions), and every other return an acceptance: what a clause does not reach it says nothing of."""
    return tuple(kept_statement for statement in body for kept_statement in _part(number, statement))


def _part(number: int, statement: Statement) -> Iterator[Statement]:
    match statement:
        case Check(clause, test, span):
            if clause == number:
                violated = make("python.not", (test,), VALUE, None, test.span)
                yield If(violated, (Return(const(False, VALUE), span),), (), span)
        case Return(_, span):
            # Whoever returns has not come to the clause.
            yield Return(const(True, VALUE), span)
        case If(_, then, orelse):
            yield evolve(statement, then=_only(number, then), orelse=_only(number, orelse))
        case For(body=body, orelse=orelse) | While(body=body, orelse=orelse):
            yield evolve(statement, body=_only(number, body), orelse=_only(number, orelse))
        case Try(body=inside, orelse=orelse, final=final):
            # A handler around it could catch the AssertionError, which `return False` is none of.
            if _has_clause(number, inside):
                raise Unsupported("an assertion in a try statement", statement.span)
            handlers = tuple(evolve(handler, body=_only(number, handler.body)) for handler in statement.handlers)
            yield evolve(
                statement,
                body=_only(number, inside),
                handlers=handlers,
                orelse=_only(number, orelse),
                final=_only(number, final),
            )
        case Define():
            if _has_clause(number, statement.body):
                raise Unsupported("an assertion in a helper function", statement.span)
            yield statement
        case _:
            yield statement


def _has_clause(number: int, body: tuple[Statement, ...]) -> bool:
    return any(
        isinstance(statement_inside, Check) and statement_inside.clause == number
        for statement_inside in statements_of(body)
    )


_IN_PLACE_FUNCTIONS = frozenset({"heapify", "heappush", "heappop", "heapreplace", "heappushpop", "shuffle", "insort"})


def changed_parameters(function: FunctionNode) -> dict[str, ast.expr]:
    """Parameter → the first place where its value is changed: a method with an effect, an assignment to an item or an
    attribute of it, `del`, an augmented assignment, which binds the name of what cannot change again (`n //= 10`). A
    function that it is passed to is taken to leave it alone."""
    expressions: dict[str, ast.expr] = {}
    names = set(all_parameters(function))
    unchanging = {argument.arg for argument, _ in signature_of(function) if _is_unchanging(argument.annotation)}
    for statement in function.body:
        for node in ast.walk(statement):
            # A number or text is not changed by `n += 1`: the name is bound to another one, and the caller sees
            # nothing.
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in unchanging:
                continue
            for changed in _changed(node):
                if isinstance(changed, ast.Name) and changed.id in names:
                    expressions.setdefault(changed.id, changed)
    return expressions


_UNCHANGING = frozenset({"int", "float", "complex", "bool", "str", "bytes"})


def _is_unchanging(annotation: ast.expr | None) -> bool:
    """Whether an annotation says that values cannot change."""
    return isinstance(annotation, ast.Name) and annotation.id in _UNCHANGING


def _changed(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=arguments):
            if name in CHANGING:
                return [start_of(value)]
            # `heapq.heappush(xs, 1)`, `random.shuffle(xs)`: the first argument is changed.
            return [start_of(argument) for argument in arguments[:1]] if name in _IN_PLACE_FUNCTIONS else []
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _IN_PLACE_FUNCTIONS:
            return [start_of(first)]
        case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
            return [start_of(node)]
        case ast.AugAssign(target=target):
            return [start_of(target)]
    return []

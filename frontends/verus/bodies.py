"""The bodies of exec functions → statements that the interpreter runs (Rust reference, "Statements and expressions").

An expression is a term; what it does besides is statements before it. A partial operation is the one of the IR, which
is undefined where Rust panics: an index out of bounds, a division by zero, and arithmetic beyond the range of its type,
which is a function whose precondition is that range. Ghost code is no part of a body.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve, fields

from ...core.errors import Unsupported
from ...core.ir.build import conj, ite, negate, op
from ...core.ir.routines import Routine
from ...core.ir.statements import Continue, If, Measure, Statement
from ...core.ir.terms import TRUE, Binder, Term, var
from ...core.ir.updates import Update
from ...core.ir.variables import hidden_variable
from . import tree as t
from .elaboration import SpecLowering
from .exec_calls import PLACEHOLDERS, ExecCalls, NoBody
from .exec_values import NO_VALUE, HeldClosure
from .inference import nodes_of
from .inlining import is_mutable_reference
from .leaving import leaves
from .patterns import Matched, matched, refers
from .scopes import DeclaredFunction, NameScope, Typed, const_parameters, parameter_name
from .types import (
    LITERAL,
    UNIT,
    VerusType,
    with_parameters,
)
from .verus_limits import LIMITS

_WORD = re.compile(r"\w+")
GHOST_CALLS = frozenset({"reveal", "reveal_with_fuel", "hide", "assume", "broadcast"})


@define(slots=True)
class ExecLowering(ExecCalls):
    """The lowering of one body: its statements, blocks and cases."""

    def _typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
        # What only bodies have comes first; all other expressions are read as in specifications.
        match node:
            case t.ExprAssign(operator, target, value):
                return self._assign(node, operator, target, value, scope)
            case t.ExprReturn(value):
                return self._return(value, scope, node)
            case t.ExprBreak(label, value):
                return self._break(node, label, value, scope)
            case t.ExprContinue(label):
                self.emit(Continue(self.span(node), label))
                return Typed(NO_VALUE, UNIT)
            case t.ExprWhile(condition, _, body, label):
                return self._while(condition, body, label, scope, node)
            case t.ExprLoop(_, body, label):
                return self._loop(body, label, scope, expected, node)
            case t.ExprForLoop():
                return self._for(node, scope)
            case t.ExprTry(value):
                return self._try(value, scope, node)
            case t.ExprMacroRepeat(_, value, length) | t.ExprRepeat(value, length):
                return self._repeated(
                    value, length, scope, expected, "Vec" if isinstance(node, t.ExprMacroRepeat) else "array"
                )
            case t.ExprBlock(block, "", label) if label:
                return self.labelled_block(block, label, scope, expected, node)
            case t.ExprAssert():
                self.asserted(node, scope)
                return Typed(NO_VALUE, UNIT)
            case t.ExprAssertForall():
                self.asserted_forall(node, scope)
                return Typed(NO_VALUE, UNIT)
            case t.ExprBlock(block, "proof"):
                self.proof(block, scope)
                return Typed(NO_VALUE, UNIT)
            case t.ExprMacroOpaque("calc"):
                return Typed(NO_VALUE, UNIT)
            # A name that stands for a place is read each time: its value changes.
            case t.ExprPath(path) if len(path.segments) == 1 and path.text in self.places:
                known_place = self.places[path.text]
                return Typed(known_place.read(), self.known(known_place.type))
            case t.ExprQuantifier():
                raise self.unsupported("a quantifier in a body", node)
            case t.ExprClosure():
                raise self.unsupported("a closure in a body", node)
            case _:
                return SpecLowering._typed(self, node, scope, expected)

    def asserted(self, node: t.ExprAssert, scope: NameScope) -> None:
        """`assert(…)`, which is ghost code and no part of a body."""

    def asserted_forall(self, node: t.ExprAssertForall, scope: NameScope) -> None:
        """`assert forall`, which is ghost code, too."""

    def ghost_let(self, statement: t.StmtLet, scope: NameScope) -> NameScope:
        """A variable of ghost code, in whose scope what follows stands."""
        return scope

    def proof(self, block: t.CodeBlock, scope: NameScope) -> None:
        """A block of ghost code."""

    def measure(self, clauses: Sequence[t.SpecClause], scope: NameScope) -> Measure | None:
        """What gets smaller with each call in a recursion; None where ghost code does not count."""
        return None

    def _assign(self, node: t.Expr, operator: str, target: t.Expr, value: t.Expr, scope: NameScope) -> Typed:
        # `_ = e` evaluates and drops.
        if isinstance(target, t.ExprPath) and target.path.text == "_":
            self.typed(value, scope)
            return Typed(NO_VALUE, UNIT)
        # The whole value is kept first, since an element's place may be part of it.
        if isinstance(target, t.ExprTuple) and operator == "=":
            assigned_value = self.kept(self.typed(value, scope))
            for number, element in enumerate(target.elements):
                self.write(self.place(element, scope), op("tuple.at", assigned_value.term, data=number), node)
            return Typed(NO_VALUE, UNIT)
        # In Rust the value of `=` is evaluated before its place, that of a compound assignment on numbers, too.
        if operator == "=":
            kind = self.type_of_place(target, scope)
            assigned_value = self.settled(self.typed(value, scope, kind), kind)
            target_place = self.place(target, scope)
        else:
            kind = self.type_of_place(target, scope)
            operand = self.typed(value, scope, None if operator in ("<<=", ">>=") else kind)
            target_place = self.place(target, scope)
            target_value = Typed(target_place.read(), self.known(target_place.type))
            # The type of a shift's distance is its own.
            self.learn(target_value.type, operand.type)
            operand = self.settled(operand, target_value.type)
            if target_value.type.is_sequence and operator == "+=":
                assigned_value = Typed(op("seq.concat", target_value.term, operand.term), target_value.type)
            else:
                assigned_value = self.arithmetic(operator[:-1], target_value, operand, node)
        # What meets here has one type: later rounds know it.
        self.learn(target_place.type, assigned_value.type)
        if assigned_value.term.sort != target_place.read().sort:
            raise self.unsupported(f"{assigned_value.type} assigned to {target_place.type}", node)
        self.write(target_place, assigned_value.term, node)
        return Typed(NO_VALUE, UNIT)

    def _return(self, value: t.Expr | None, scope: NameScope, node: t.Expr) -> Typed:
        if value is not None:
            result_type = self.returned_type()
            returned = self.settled(self.typed(value, scope, result_type), result_type)
            self.leave(returned, node)
        else:
            self.leave(None, node)
        return Typed(NO_VALUE, UNIT)

    def block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        """The value of a block, whose statements go to the output."""
        hidden = dict(self.places)
        try:
            return self._block(block, scope, expected)
        finally:
            self.places = hidden

    def _block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        for statement in block.statements:
            last = statement is block.statements[-1]
            match statement:
                # Ghost variables are not there at run time.
                case t.StmtLet(mode) if mode:
                    scope = self.ghost_let(statement, scope)
                case t.StmtLet():
                    scope = self._let(statement, scope)
                case t.StmtExpr(t.ExprAssert() as claim, _):
                    self.asserted(claim, scope)
                case t.StmtExpr(t.ExprAssertForall() as claim, _):
                    self.asserted_forall(claim, scope)
                case t.StmtExpr(t.ExprBlock(inner, "proof"), _):
                    self.proof(inner, scope)
                case t.StmtEmpty():
                    continue
                # A body that assumes what it should show is none.
                case t.StmtExpr(t.ExprCall(t.ExprPath(path), arguments), _) if path.names[-1] in PLACEHOLDERS | {
                    "assume"
                }:
                    if path.names[-1] in PLACEHOLDERS or arguments == (t.ExprLit("bool", False),):
                        raise NoBody
                    continue
                case t.StmtExpr(t.ExprMacro(name), _) if name in PLACEHOLDERS and len(block.statements) == 1:
                    raise NoBody
                case t.StmtExpr(t.ExprCall(t.ExprPath(path), _), _) if path.names[-1] in GHOST_CALLS:
                    continue
                case t.StmtExpr(value, ended):
                    last_value = self.typed(value, scope, expected if last and not ended else None)
                    # The last expression without a semicolon is the value of the block.
                    if last and not ended:
                        return last_value
                    # A value that nobody uses is evaluated all the same, since it may panic.
                    if last_value.term.op != "var" and last_value.term != NO_VALUE and last_value.term.op != "const":
                        self.kept(last_value, "unused", value)
                case t.StmtItem(t.ItemUse() | t.ItemFn() | t.ItemConst() | t.ItemStruct() | t.ItemEnum()):
                    continue
                case _:
                    raise self.unsupported("an item in a body", statement)
        return Typed(NO_VALUE, UNIT)

    def _let(self, statement: t.StmtLet, scope: NameScope) -> NameScope:
        pattern, value = statement.pattern, statement.value
        kind = None if statement.type is None else scope.types.read(statement.type)
        if value is None:
            if not isinstance(pattern, t.PatIdent):
                raise self.unsupported("a pattern without a value", statement)
            # Declared without a value: the type may be found in a later round.
            kind = kind or self.hole(pattern)
            name = self.fresh_name(pattern.name)
            self.places.pop(pattern.name, None)
            return scope.binding({pattern.name: Typed(var(name, self.sort(kind)), kind)})
        # A mutable reference is no copy: the name stands for the place.
        if isinstance(value, t.ExprUnary) and value.operator == "&mut" and isinstance(pattern, t.PatIdent):
            self.places[pattern.name] = self.place(value, scope)
            return scope
        # A closure is called in place, so that it sees its variables as they are.
        if isinstance(value, t.ExprClosure) and isinstance(pattern, t.PatIdent):
            return scope.binding({pattern.name: self._closure_value(value, scope)})
        # Patterns that refer (`ref mut`) bind parts of the place.
        outer = None if isinstance(pattern, t.PatIdent) else self.reference(value, scope)
        if outer is not None or refers(pattern):
            outer = outer or self.place(value, scope)
            case = matched(self, pattern, Typed(outer.read(), self.known(outer.type)), scope, value)
            if statement.otherwise is not None:
                raise self.unsupported("`else` of a pattern over places", statement)
            return scope.binding(self._variables(case.variables, pattern, outer))
        initial_value = self.settled(self.typed(value, scope, kind), kind)
        initial_value = Typed(initial_value.term, self.known(initial_value.type))
        # A literal takes the type that is written, or that it meets.
        if kind is not None:
            self.learn(initial_value.type, kind)
            initial_value = (
                Typed(initial_value.term, kind)
                if kind.is_integer or initial_value.type.name == "param"
                else initial_value
            )
        initial_value = self.labelled(initial_value, pattern)
        # A plain name is a variable; one that is not mutable keeps its value, which conditions may use.
        if isinstance(pattern, t.PatIdent):
            kept = self.kept(initial_value, pattern.name, statement)
            self.places.pop(pattern.name, None)
            if not pattern.mutable:
                self.unchanged.add(str(kept.term.data))
            return scope.binding({pattern.name: kept})
        kept = self.kept(initial_value, "whole", statement)
        case = matched(self, pattern, kept, scope, value)
        otherwise = statement.otherwise
        # `let … else`: the other block leaves.
        if otherwise is not None:
            _, statements = self.within_block(lambda: self.block(otherwise, scope, None))
            self.emit(If(negate(case.condition), tuple(statements)))
        return scope.binding(self._variables(case.variables, pattern))

    def _closure_value(self, closure: t.ExprClosure, scope: NameScope) -> Typed:
        """A variable that holds a closure, which is called in place. One that moves what it mentions has that as it is
        now."""
        kept = dict[str, Typed]()
        if closure.moves:
            # By words, which may name more than the body uses: what is kept without need changes nothing.
            mentioned = set(_words_in(closure.body))
            kept = {
                name: self.kept(value, name)
                for name, value in scope.variables.items()
                if name in mentioned and name not in self.places and value.term.op == "var"
            }
            if not mentioned.isdisjoint(self.places):
                raise self.unsupported("a closure that moves a reference", closure)
        return self.closure_value(HeldClosure(closure, scope.binding(kept), self.surroundings()))

    def _if(self, node: t.ExprIf, scope: NameScope, expected: VerusType | None) -> Typed:
        tested = self._tested(node.condition, scope)

        def then_part() -> Typed:
            hidden = dict(self.places)
            # The variables of `if let` are bound only where the pattern matches, and so are the statements that keep
            # them.
            inside = scope.binding(self._bound(tested))
            then_value = self.block(node.then, inside, expected)
            self.places = hidden
            return then_value

        then, first = self.within_block(then_part)
        if node.otherwise is None:
            self.emit(If(tested.condition, tuple(first), (), self.span(node)))
            return Typed(NO_VALUE, UNIT)
        wanted_type = expected or (then.type if then.type not in (UNIT,) and then.type.name != LITERAL else None)
        otherwise = node.otherwise
        otherwise_value, second = self.within_block(lambda: self.typed(otherwise, scope, wanted_type))
        return self._chosen([(tested.condition, then, first), (TRUE, otherwise_value, second)], node)

    def _chosen(self, cases: list[tuple[Term, Typed, list[Statement]]], node: t.Expr) -> Typed:
        """The value of the first case that applies."""
        # A case that leaves has no value.
        values = [case_value for _, case_value, statements in cases if not leaves(statements)]
        value = next((value for value in values if value.type.name not in (LITERAL,)), values[0] if values else None)
        if value is None or value.term == NO_VALUE:
            value = Typed(NO_VALUE, UNIT)
        # All cases have one type, which each may tell the others.
        for case_value in values:
            self.learn(case_value.type, value.type)
            self.learn(value.type, case_value.type)
            if case_value.term.sort != value.term.sort:
                raise self.unsupported(f"{case_value.type} or {value.type}", node)
        # Without statements the choice is a conditional term.
        if not any(statements for _, _, statements in cases):
            *earlier_cases, (_, last, _) = cases
            term = last.term
            for condition, case_value, _ in reversed(earlier_cases):
                term = ite(condition, case_value.term, term)
            return Typed(term, value.type)
        name = self.fresh_name("chosen")
        result: tuple[Statement, ...] = ()
        # Otherwise a variable is assigned in each case, from the last one inwards.
        for condition, case_value, statements in reversed(cases):
            stored = [] if value.term == NO_VALUE or leaves(statements) else [Update((name,), (case_value.term,))]
            body = (*statements, *stored)
            result = body if condition == TRUE else (If(condition, body, result, self.span(node)),)
        self.emit(*result)
        if value.term == NO_VALUE:
            return value
        return Typed(var(name, value.term.sort), value.type)

    def _match_arms(self, node: t.ExprMatch, scope: NameScope, expected: VerusType | None) -> Typed:
        outer = self.reference(node.value, scope)
        # Patterns that refer need the place, not a copy of the value.
        if outer is None and any(refers(arm.pattern) for arm in node.arms):
            outer = self.place(node.value, scope)
        value = self.typed(node.value, scope) if outer is None else Typed(outer.read(), self.known(outer.type))
        # The value is computed once, however many arms look at it.
        if outer is None and value.term.op not in ("var", "const"):
            value = self.kept(value, "matched", node.value)
        cases: list[tuple[Term, Typed, list[Statement]]] = []
        wanted_type = expected
        for arm in node.arms:
            case = matched(self, arm.pattern, value, scope, node)
            condition = case.condition
            if arm.guard is not None:
                # A guard must not have statements: it may be evaluated for arms that do not match.
                guard = self.within_block_matched(arm.guard, scope.binding(case.variables))
                if guard[1]:
                    raise self.unsupported("a guard with statements", arm)
                condition = conj(condition, guard[0].condition)

            # Bound as defaults, since the function is called later in the loop.
            def body(arm: t.MatchArm = arm, case: Matched = case, wanted: VerusType | None = wanted_type) -> Typed:
                hidden = dict(self.places)
                found = self.typed(arm.body, scope.binding(self._variables(case.variables, arm.pattern, outer)), wanted)
                self.places = hidden
                return found

            arm_value, statements = self.within_block(body)
            if wanted_type is None and arm_value.type.name not in (LITERAL, "tuple"):
                wanted_type = arm_value.type
            cases.append((condition, arm_value, statements))
        if not cases:
            raise self.unsupported("`match` without arms", node)
        # A match is exhaustive: the last arm needs no test.
        _, arm_value, statements = cases.pop()
        return self._chosen([*cases, (TRUE, arm_value, statements)], node)


def _promises_change(declared: DeclaredFunction) -> bool:
    """Does a function return something, or promise something of a parameter that it may change? An empty body is the
    place for one then, as in texts that are specifications alone."""
    if declared.item.result is not None:
        return True
    changes = any(is_mutable_reference(parameter) for parameter in declared.item.parameters)
    return changes and any(declared.stated("ensures"))


def routine_of(
    lowering: ExecLowering, declared: DeclaredFunction, source: str, instance: Mapping[str, VerusType], name: str
) -> Routine | None:
    """The body of a function, as the interpreter runs it, for an instance of its type parameters; None where the text
    says that there is none. Raises Unsupported."""
    item = declared.item
    if item.body is None or (not item.body.statements and _promises_change(declared)):
        return None
    # Types that nobody wrote are found in rounds: each lowering may settle some, until nothing new is learnt.
    hints: dict[str, VerusType] = {}
    for _ in range(LIMITS.inference_rounds):
        hints_before = dict(hints)
        fresh = evolve(
            lowering,
            hints=hints,
            output=[],
            places={},
            names=set(),
            loops=[],
            closures={},
            unchanged=set(),
            types_of={},
        )
        try:
            lowered_body = _lowered(fresh, declared, source, instance, name)
        except NoBody:
            return None
        # What one round cannot read another may, if it has learnt a type.
        except Unsupported:
            if hints == hints_before:
                raise
            continue
        if hints == hints_before:
            return lowered_body
    return lowered_body


def _lowered(
    lowering: ExecLowering, declared: DeclaredFunction, source: str, instance: Mapping[str, VerusType], name: str
) -> Routine:
    item = declared.item
    empty = NameScope({}, lowering.types)
    taken, result, types = lowering.signature(declared, empty)
    taken, result = tuple(with_parameters(kind, instance) for kind in taken), with_parameters(result, instance)
    # Inside of the body type parameters are the types of the instance.
    types = types.with_names({type_name: with_parameters(kind, instance) for type_name, kind in types.names.items()})
    variables, parameters, changed = dict[str, Typed](), list[Binder](), list[Binder]()
    for parameter, kind in zip(item.parameters, taken, strict=True):
        written = parameter_name(parameter.pattern)
        if not written:
            raise lowering.unsupported("a parameter with a pattern", parameter)
        # The IR calls the receiver so in every language.
        own_name = "this" if written == "self" else written
        lowering.names.add(own_name)
        binder = Binder(own_name, lowering.sort(kind))
        parameters.append(binder)
        variables[written] = Typed(var(own_name, binder.sort), kind)
        # What a parameter borrows mutably comes back as a further result.
        if is_mutable_reference(parameter):
            lowering.borrowed |= {written}
            changed.append(binder)
    given = [Typed(var(binder.name, binder.sort), kind) for binder, kind in zip(parameters, taken, strict=True)]
    variables = {**const_parameters(declared, given, types), **variables}
    results = list[Binder]()
    if result != UNIT and item.result is not None:
        # A result must not have the name of a parameter.
        own_name = declared.result_name
        # The specification of the same function does the same, so that both have one name for it.
        own_name = f"{own_name}_" if own_name in lowering.names else own_name
        lowering.names.add(own_name)
        results.append(Binder(own_name, lowering.sort(result)))
        lowering.result = Typed(var(own_name, lowering.sort(result)), result)
    # The values of changed parameters are copied out at every end of the body.
    copies = [(binder.name, hidden_variable(binder.name, "after")) for binder in changed]
    results += [Binder(copy, binder.sort) for (_, copy), binder in zip(copies, changed, strict=True)]
    lowering.copied = tuple((str(changing), copy) for changing, copy in copies)
    lowering.parameters = tuple(parameters)
    scope = NameScope(variables, types, owner=declared.owner_name, module=declared.module)
    assert item.body is not None
    # Before the body, whose variables hide the parameters that the measure is about.
    measure = lowering.measure(item.clauses, scope)
    value = lowering.settled(lowering.block(item.body, scope, result), result)
    # An end without `return` returns the value of the block.
    if not leaves(lowering.output):
        lowering.leave(value if result != UNIT else None, item.body)
    span = lowering.span(item)
    return Routine(
        name, tuple(parameters), tuple(results), tuple(lowering.output), span=span, source=source, measure=measure
    )


def _words_in(node: t.VerusNode) -> Iterator[str]:
    """All the words inside a node, those in texts among them."""
    for part in nodes_of(node):
        values = (getattr(part, attribute.name) for attribute in fields(type(part)))
        for text in values:
            if isinstance(text, str):
                yield from _WORD.findall(text)

"""The sentences of a contract."""

from collections import Counter
from collections.abc import Callable

from attrs import evolve, frozen

from ...core.errors import SpecassayError
from ...core.ir.contracts import Clause, Contract
from ...core.ir.sorts import VALUE
from ...core.ir.statements import (
    Assign,
    Break,
    Check,
    Comprehension,
    Continue,
    Define,
    Evaluate,
    ExceptHandler,
    For,
    If,
    Raise,
    Return,
    Statement,
    Target,
    Try,
    While,
    statements_of,
    terms_of,
)
from ...core.ir.terms import Term, make, subterms, var
from ...frontends.show import show
from .claims import Both, Claim, Claims, Either, Every, Loop, Some, When, Within, claims_in, negate
from .nouns import arguments, callee, code, listed, names_in, noun, one_line
from .predicates import Kinds, claim, comparison
from .surroundings import AssertionSite, binds, relevant, sites, skips, tests_of
from .wording import IS, MUST, Words, domain, sentence

# Statements in words, for the "where" at the end of a sentence.
#
# A clause may be about names that statements before it bind: with `total = sum(xs)` before `assert total > 0` the
# sentence ends with what `total` is.
#
# Invariant: all statements that matter have words, or none has (`NoEnglish`): a step that is left out would make the
# sentence wrong. Names that are bound more than once are told as steps, in their order, never as definitions.

_GROWS = {"+": "increased by", "-": "decreased by", "*": "multiplied by", "/": "divided by"}
_CONVERSIONS = (int, float, str, list, tuple, set)
_TESTS = frozenset({"python.and", "python.or", "python.not", "python.compare"})
_QUESTIONS: tuple[Callable[..., object], ...] = (all, any, isinstance, issubclass, callable, hasattr)


class StepWords:
    """Words for statements in order. `known` are the names that are bound so far, `changing` those that are bound more
    than once; `leaving` says what a bare return does."""

    def __init__(
        self, kinds: Kinds, known: frozenset[str], changing: frozenset[str], leaving: str = "nothing more is checked"
    ) -> None:
        self.kinds = kinds
        self.known = known
        self.changing = changing
        self.leaving = leaving

    def texts(self, body: tuple[Statement, ...]) -> list[str]:
        """One text for each statement that does something. Raises NoEnglish."""
        texts = []
        for previous, statement in zip((None, *body), body, strict=False):
            if not isinstance(statement, Check):
                # `if x: return` before it: the statement happens only in the other case, though it is not indented.
                texts.append(("otherwise " if _returns(previous) else "") + self.text(statement))
        return texts

    def text(self, statement: Statement) -> str:
        match statement:
            case Assign(target, value):
                return self._assign(target, value)
            case If(test, then, orelse):
                return self._if(test, then, orelse)
            case For(target, iterable, body, orelse):
                head = f"for every {domain(Loop(target, iterable), self.kinds).named} in turn"
                return f"{head}: {self._block(body)}{self._at_the_end(orelse)}"
            case While(test, body, orelse):
                return f"as long as {self._condition(test)}: {self._block(body)}{self._at_the_end(orelse)}"
            case Try(body, handlers, orelse, final):
                return self._try(body, handlers, orelse, final)
            # A function has names of its own, and leaving it is no end of the contract.
            case Define(name, parameters, _, body):
                inner_words = StepWords(self.kinds, self.known | set(parameters), rebound(body), "the result is None")
                call = code(f"{name}({', '.join(statement.signature.heading)})")
                return f"{call} means: {'; '.join(inner_words.texts(body)) or 'nothing'}"
            case Return(value):
                return self.leaving if value is None else f"the result is {self._result(value)}"
            case Raise(exception):
                return "the exception is raised again" if exception is None else f"{exception} is raised"
            case Break():
                return "the loop ends"
            case Continue():
                return "the next iteration begins"
            case Evaluate(value):
                return f"{code(show(value))} is executed"
            case _:
                raise NoEnglish(type(statement).__name__)

    def _block(self, body: tuple[Statement, ...]) -> str:
        texts = self.texts(body)
        if not texts:
            return "nothing happens"
        return texts[0] if len(texts) == 1 and ";" not in texts[0] else f"({'; '.join(texts)})"

    def _at_the_end(self, orelse: tuple[Statement, ...]) -> str:
        return f", and when the loop has not been left: {self._block(orelse)}" if orelse else ""

    def _condition(self, test: Term) -> str:
        return sentence(claims(test, self.kinds), IS, Words(self.kinds))

    def _if(self, test: Term, then: tuple[Statement, ...], orelse: tuple[Statement, ...]) -> str:
        then, orelse = _without_checks(then), _without_checks(orelse)
        # `if x: pass` `else: y = 1`, or what is left when checks, which have sentences of their own, are taken out.
        if orelse and not then:
            denied = sentence(negate(claims(test, self.kinds)), IS, Words(self.kinds))
            return f"if {denied}, {self._block(orelse)}"
        text = f"if {self._condition(test)}, {self._block(then)}"
        return f"{text}, otherwise {self._block(orelse)}" if orelse else text

    def _assign(self, target: Target, value: Term) -> str:
        if not isinstance(target, str):
            names = _names(target)
            self.known |= set(names)
            if value.op == "python.tuple" and len(value.args) == len(target) == len(names):
                return f"{listed([code(name) for name in names])} are {listed([noun(arg).text for arg in value.args])}"
            return f"{listed([code(name) for name in names])} are the parts of {noun(value).text}"
        name = code(target)
        # Whether the name is known decides between "is" and "becomes": it has to be asked before the name is added.
        is_known = target in self.known
        self.known |= {target}
        if is_known and value.op == "python.binary" and value.data in _GROWS and _is_amount(value.args[1]):
            if _is_variable(value.args[0], target):
                return f"{name} is {_GROWS[value.data]} {noun(value.args[1]).text}"
        elif (
            is_known and callee(value) in _CONVERSIONS and len(value.args) == 2 and _is_variable(value.args[1], target)
        ):
            return f"{name} is converted to {code(callee(value).__name__)}"
        first = "starts as" if target in self.changing else "is"
        verb = "becomes" if is_known else first
        return f"{name} {verb} {self._result(value)}"

    def _result(self, value: Term) -> str:
        if value.op in _TESTS or callee(value) in _QUESTIONS:
            return f"whether {self._condition(value)}"
        return noun(value).text

    def _try(
        self,
        body: tuple[Statement, ...],
        handlers: tuple[ExceptHandler, ...],
        orelse: tuple[Statement, ...],
        final: tuple[Statement, ...],
    ) -> str:
        texts = ["; ".join([*self.texts(body), *self.texts(orelse)])]
        for handler in handlers:
            if not any(isinstance(statement, Raise) for statement in handler.body):
                caught = listed(list(handler.exceptions), "or") or "an exception"
                texts.append(f"if that raises {caught}, {self._block(handler.body)}")
        if final:
            texts.append(f"in any case, {self._block(final)}")
        return "; ".join(texts)


def _without_checks(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(statement for statement in body if not isinstance(statement, Check))


def _returns(statement: Statement | None) -> bool:
    """Is what follows the statement the other case of it?"""
    if not isinstance(statement, If) or statement.orelse:
        return False
    return any(isinstance(last, Return) for last in statement.then[-1:])


def _is_variable(term: Term, name: str) -> bool:
    return term.op == "var" and term.data == name


def _is_amount(term: Term) -> bool:
    """Can something be increased by it, as opposed to extended?"""
    return term.op in ("var", "python.index", "python.call") or (term.op == "const" and not isinstance(term.data, str))


def rebound(body: tuple[Statement, ...]) -> frozenset[str]:
    """The names that more than one statement of a block assigns to or changes."""
    changes = (statement for statement in statements_of(body) if isinstance(statement, (Assign, Evaluate)))
    times = Counter(name for change in changes for name in binds(change))
    return frozenset(name for name, count in times.items() if count > 1)


def _names(target: Target) -> list[str]:
    return [target] if isinstance(target, str) else [name for element in target for name in _names(element)]


LONGEST = 1200
"""Characters of a sentence; what would be longer is quoted."""

_KINDS = {"str": str, "dict": dict, "Dict": dict}


@frozen(slots=True)
class Sentence:
    """What a clause demands, without a capital and a full stop. `quoted`: its text is quoted as code that must be
    true, wholly or in part, because there are no good words for it."""

    clause: int
    text: str
    quoted: bool


@frozen(slots=True)
class _Background:
    """What all clauses of a contract share."""

    contract: Contract
    kinds: Kinds
    changing: frozenset[str]
    """Names that are bound more than once."""


def describe(contract: Contract) -> tuple[Sentence, ...]:
    """One sentence for each clause, in their order; no two of them are the same."""
    check_sites = {site.check.clause: site for site in sites(contract.body)}
    background = _Background(contract, _kinds(contract), rebound(contract.body))
    clauses = enumerate(contract.clauses)
    return _distinct(
        contract, [_sentence(number, clause, check_sites.get(number), background) for number, clause in clauses]
    )


def _sentence(number: int, clause: Clause, site: AssertionSite | None, background: _Background) -> Sentence:
    quotation = f"{code(one_line(clause.text))} must {'raise no exception' if clause.never_false else 'be true'}"
    quoted = Sentence(number, quotation, True)
    if site is None or clause.problems:
        return quoted
    try:
        clause_claims = _claims_at(site, background)
        where, shown = _where(site, background)
        is_quotation = isinstance(clause_claims, Claim) and not clause_claims.exact
        text = (quotation if is_quotation else sentence(clause_claims, MUST, Words(background.kinds, shown))) + where
    except (NoEnglish, RecursionError):  # Nobody would follow so many levels in prose.
        return quoted
    return quoted if len(text) > LONGEST else Sentence(number, text, not is_exact(clause_claims))


def _claims_at(site: AssertionSite, background: _Background) -> Claims:
    """What the assertion demands, with the loops and branches around it."""
    kinds = background.kinds
    claimed = claims(site.check.test, kinds)
    # From the assertion outwards: at each level first what goes on without it, then the statement around it.
    for depth in range(len(site.around), -1, -1):
        for skip in reversed(skips(site, depth)):
            claimed = When(negate(claims(skip.test, kinds)), claimed)
        if depth == 0:
            break
        statement, branch = site.around[depth - 1]
        match statement:
            case If(test):
                case = claims(test, kinds)
                claimed = When(case if branch else negate(case), claimed)
            case For(target, iterable) if branch:
                loop = Loop(target, iterable)
                claimed = quantified(True, (loop,), [], claimed)
            case Try(body) if isinstance(branch, ExceptHandler):
                caught = listed(list(branch.exceptions), "or") or "an exception"
                claimed = Within(f"if {_attempt(body, background)} raises {caught},", claimed)
            # In the body of a `try` an assertion is checked as it would be without.
            case Try():
                pass
            case While(test) if branch:
                condition = sentence(claims(test, kinds), IS, Words(kinds))
                claimed = Within(f"in every iteration of a loop that runs as long as {condition},", claimed)
            case Define(name):
                call = code(f"{name}({', '.join(statement.signature.heading)})")
                claimed = Within(f"in every call of {call}{_calls(name, background.contract)},", claimed)
            case For() | While():
                raise NoEnglish(f"an assertion in the last part of {type(statement).__name__.lower()}")
    return claimed


def _attempt(body: tuple[Statement, ...], background: _Background) -> str:
    """The body of a `try`, as what raises."""
    match body:
        case (Evaluate(value),):
            return code(show(value))
        case _:
            return f"one of these steps ({'; '.join(_steps(background).texts(body))})"


def _steps(background: _Background) -> StepWords:
    return StepWords(background.kinds, frozenset(background.contract.parameters), background.changing)


def _calls(name: str, contract: Contract) -> str:
    """The calls of a helper, in words."""
    calls = [
        code(show(term))
        for term in subterms(*terms_of(contract.body))
        if term.op == "python.call" and term.args[0].op == "var" and term.args[0].data == name
    ]
    return f", as in {listed(list(dict.fromkeys(calls)))}" if calls else ""


def _where(site: AssertionSite, background: _Background) -> tuple[str, frozenset[str]]:
    """What the statements before the assertion contribute to the values that it is about; and in a loop or a helper,
    what those in it do each time. And the variables that this mentions."""
    needed = names_in(*tests_of(site))
    repeated = [n for n, (statement, _) in enumerate(site.around) if isinstance(statement, (For, While, Define))]
    blocks = []
    for depth, block in enumerate(site.before):
        skipped = set(map(id, skips(site, depth)))
        blocks.append(tuple(statement for statement in block if id(statement) not in skipped))
    outside = repeated[0] + 1 if repeated else len(blocks)
    before: frozenset[str] | None = None
    while needed != before:  # What an iteration leaves behind may need names of its own.
        before = needed
        for block in (*reversed(blocks), *site.after[outside:]):
            _, needed = relevant(block, needed)
    steps = _steps(background)
    texts = [text for block in blocks[:outside] for text in steps.texts(relevant(block, needed)[0])]
    inner_blocks = [relevant(block, needed)[0] for block in blocks[outside:]]
    is_call = bool(repeated) and isinstance(site.around[repeated[0]][0], Define)
    later = [] if is_call else [relevant(block, needed)[0] for block in reversed(site.after[outside:])]
    occasion = "call" if is_call else "iteration"
    for when, bodies in (("before", inner_blocks), ("after", later)):
        step_texts = [text for body in bodies for text in steps.texts(body)]
        if step_texts:
            texts.append(f"in each {occasion}, {when} this check: {'; '.join(step_texts)}")
    shown = names_in(*terms_of(tuple(statement for body in (*inner_blocks, *later) for statement in body)))
    return (f", where {'; '.join(texts)}" if texts else ""), shown


def _kinds(contract: Contract) -> Kinds:
    """Which parameters are texts or dicts, going by type hints and by the clauses that say so."""
    types: dict[str, type] = {}
    for name, hint in zip(contract.parameters, contract.hints, strict=False):
        # Only the outermost type decides whether a length is one of characters or of keys.
        kind = _KINDS.get((hint or "").split("[")[0])
        if kind is not None:
            types[name] = kind
    for statement in contract.body:
        if not isinstance(statement, Check):
            continue
        try:
            claimed = claims(statement.test, {})
        except NoEnglish:
            continue
        for conjunct in claimed.parts if isinstance(claimed, Both) else (claimed,):
            # What a clause refuses is not the case in those behind it; what it asks is.
            if isinstance(conjunct, Claim) and conjunct.subject.variable is not None and not conjunct.negated:
                for kind in (str, dict):
                    if conjunct.rest in (f"a {kind.__name__}", f"a {kind.__name__} (not a subclass)"):
                        types[conjunct.subject.variable] = kind
    return types


def _distinct(contract: Contract, sentences: list[Sentence]) -> tuple[Sentence, ...]:
    """Where clauses have the same sentence, their text is added to it, and their number where that is the same too."""
    texts = [code(one_line(clause.text)) for clause in contract.clauses]
    for additions in (texts, [f"assertion {number + 1}" for number in range(len(texts))]):
        times = Counter(sentence.text for sentence in sentences)
        sentences = [
            sentence
            if times[sentence.text] == 1
            else Sentence(sentence.clause, f"{sentence.text} ({additions[sentence.clause]})", sentence.quoted)
            for sentence in sentences
        ]
    return tuple(sentences)


# -- Conditions as claims: connectives, quantifiers, and comparisons in chains.

DEEPEST_NESTING = 60
"""Levels of nesting. What is deeper is quoted: nobody would follow it in prose."""


class NoEnglish(SpecassayError):
    """There are no words for this."""


def claims(term: Term, kinds: Kinds, depth: int = 0) -> Claims:
    """What it says that the term is true. Raises NoEnglish where nesting is too deep."""
    if depth > DEEPEST_NESTING:
        raise NoEnglish(f"more than {DEEPEST_NESTING} levels of nesting")
    match term.op:
        case "python.and":
            return _together(term, kinds, depth)
        case "python.or":
            return Either(tuple(claims(arg, kinds, depth + 1) for arg in term.args))
        case "python.not":
            return negate(claims(term.args[0], kinds, depth + 1))
        case "python.ite":
            condition, then, orelse = (claims(arg, kinds, depth + 1) for arg in term.args)
            return When(condition, then, orelse)
        case "python.call" if callee(term) is bool and len(term.args) == 2:
            return claims(term.args[1], kinds, depth + 1)
        # `re.match(p, x) is not None` says that x matches, which the call alone says in words.
        case "python.compare" if term.data == "is not" and _is_none(term.args[1]):
            operand = claim(term.args[0], kinds)
            return operand if operand.verb == "match" else claim(term, kinds)
        case "python.call" if callee(term) in (all, any) and len(term.args) == 2:
            return _quantified(term, kinds, depth) or claim(term, kinds)
        case _:
            return claim(term, kinds)


def _is_none(term: Term) -> bool:
    return term.op == "const" and term.data is None


def _together(term: Term, kinds: Kinds, depth: int) -> Claims:
    """A conjunction; `low <= x < high` is about x, and `type(a) == type(b) == int` about a and b."""
    if len(term.args) == 2 and all(arg.op == "python.compare" for arg in term.args):
        (low, middle), (again, high) = term.args[0].args, term.args[1].args
        if middle is again:  # One operand in the text, hence one term with its span: a chain.
            signs = term.args[0].data, term.args[1].data
            if signs[0] in ("<", "<=", ">", ">=") and signs[1] in ("<", "<=", ">", ">="):
                around = comparison(middle, _MIRRORED[signs[0]], low, kinds), comparison(middle, signs[1], high, kinds)
                if all(around):
                    return Both(tuple(part for part in around if part is not None))
            if signs == ("==", "==") and callee(low) is callee(middle) is type:
                equalities = tuple(comparison(operand, "==", high, kinds) for operand in (low, middle))
                if all(equalities):
                    return Both(tuple(equality for equality in equalities if equality is not None))
    conjuncts: list[Claims] = []
    for arg in term.args:
        conjunct = claims(arg, kinds, depth + 1)
        conjuncts += conjunct.parts if isinstance(conjunct, Both) else [conjunct]
    return Both(tuple(_without_bools(conjuncts)))


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _without_bools(conjuncts: list[Claims]) -> list[Claims]:
    """isinstance(x, int) and not isinstance(x, bool): an int, but not a bool."""
    kept: list[Claims] = []
    for conjunct in conjuncts:
        last = kept[-1] if kept else None
        if (
            isinstance(conjunct, Claim)
            and conjunct.negated
            and (conjunct.verb, conjunct.rest) == ("be", "a bool")
            and isinstance(last, Claim)
            and not last.negated
            and last.subject == conjunct.subject
            and last.verb == "be"
            and last.rest.startswith("an int (bools included)")
        ):
            kept[-1] = evolve(last, rest="an int (not a bool)" + last.rest.removeprefix("an int (bools included)"))
        else:
            kept.append(conjunct)
    return kept


def _quantified(term: Term, kinds: Kinds, depth: int) -> Claims | None:
    """`all` or `any`, of a comprehension, of `map(function, xs)` or of a collection."""
    over = arguments(term)[0]
    loops: list[Loop] = []
    conditions: list[tuple[int, Claims]] = []
    if over.op == "python.comprehension":
        data: Comprehension = over.data
        # All of a dict are its keys, which a sentence about pairs would hide.
        if data.kind == "dict":
            return None
        position = 0
        for number, generator in enumerate(data.generators):
            loops.append(Loop(generator.target, over.args[position]))
            # Operands lie in one row: of each generator what it goes through, then its conditions; the element last.
            for condition in over.args[position + 1 : position + 1 + generator.conditions]:
                conditions.append((number, claims(condition, kinds, depth + 1)))
            position += 1 + generator.conditions
        body = claims(over.args[position], kinds, depth + 1)
    else:
        iterable, name, test = _each_of(over)
        loops.append(Loop(name, iterable))
        body = claims(test, kinds, depth + 1)
    universal = callee(term) is all
    return quantified(universal, tuple(loops), conditions, body)


def _each_of(over: Term) -> tuple[Term, str, Term]:
    """What all(over) and any(over) go through, a name for an element of it, and what is tested of that."""
    name = next(name for name in _ELEMENTS if name not in names_in(over))
    element = var(name, VALUE)
    if callee(over) is not map or len(over.args) != 3:
        return over, name, element
    function, iterable = arguments(over)
    match function.op:
        case "python.lambda" if len(function.data) == 1:
            return iterable, function.data[0], function.args[0]
        case "python.attribute" if function.args[0].op == "const":  # str.isdigit
            return iterable, name, make("python.method", (element,), VALUE, (function.data, ()))
        case _:
            return iterable, name, make("python.call", (function, element), VALUE, (None,))


_ELEMENTS = ("v", "element", *(f"v{number}" for number in range(DEEPEST_NESTING)))


def quantified(universal: bool, loops: tuple[Loop, ...], conditions: list[tuple[int, Claims]], body: Claims) -> Claims:
    """The body in every iteration, or in some. A condition belongs to the loop of its number: what follows is in it."""
    for position in range(len(loops) - 1, -1, -1):
        inside = [condition for number, condition in conditions if number == position]
        if inside:
            condition = inside[0] if len(inside) == 1 else Both(tuple(inside))
            body = When(condition, body) if universal else Both((condition, body))
        body = _around(universal, loops[position], body)
    return body


def _around(universal: bool, loop: Loop, body: Claims) -> Claims:
    if universal:
        return Every((loop, *body.loops), body.body) if isinstance(body, Every) else Every((loop,), body)
    return Some((loop, *body.loops), body.body) if isinstance(body, Some) else Some((loop,), body)


def is_exact(claimed: Claims) -> bool:
    """Whether all of it is said in English."""
    return all(claim.exact for claim in claims_in(claimed))

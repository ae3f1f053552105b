"""The sentences of a contract."""

from collections import Counter

from attrs import frozen

from ...core.ir.contracts import Clause, Contract
from ...core.ir.statements import Check, Define, Evaluate, ExceptHandler, For, If, Statement, Try, While, terms_of
from ...core.ir.terms import subterms
from ...frontends.show import show
from .claims import Both, Claim, Claims, Loop, When, Within, negate
from .logic import NoEnglish, claims, is_exact, quantified
from .nouns import code, listed, names_in, one_line
from .predicates import Kinds
from .steps import StepWords, rebound
from .surroundings import AssertionSite, relevant, sites, skips, tests_of
from .wording import IS, MUST, Words, sentence

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
        for claim in claimed.parts if isinstance(claimed, Both) else (claimed,):
            if isinstance(claim, Claim) and claim.subject.variable is not None and not claim.negated:
                for kind in (str, dict):
                    if claim.rest in (f"a {kind.__name__}", f"a {kind.__name__} (not a subclass)"):
                        types[claim.subject.variable] = kind
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

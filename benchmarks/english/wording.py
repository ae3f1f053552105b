"""Claims as English, in two moods: what must be, and what is.

Example: the claims that n is at least 0, and at most 9, become "n must be at least 0 and at most 9" as a demand, and "n
is at least 0 and at most 9" behind "if".

Invariant: a sentence reads in one way only. "or" and "and" never stand in one list: what is not a simple claim is
enumerated by itself (`_enumerated`). Negation is a property of a claim, and its words come from `Mood.verb` alone.

A loop is worded by what it ranges over: "element `x` of `xs`", "index `i` of `xs`".
"""

from collections.abc import Sequence
from itertools import groupby, pairwise

from attrs import evolve, frozen

from ...core.ir.statements import Target, names_of
from ...core.ir.terms import Term
from ...frontends.show import show
from .claims import Both, Claim, Claims, Either, Every, Loop, Noun, Some, When, Within, claims_in, negate
from .nouns import arguments, callee, code, listed, method, noun, range_bounds
from .predicates import Kinds, unit_of


@frozen(slots=True)
class Domain:
    """A loop in words: head, names, tail ("element", "`x`", "of `xs`")."""

    head: str
    names: str = ""
    tail: str = ""
    variable: str | None = None
    """The only variable, where it can be left out: "every element of `xs`"."""

    @property
    def named(self) -> str:
        return " ".join(word for word in (self.head, self.names, self.tail) if word)

    @property
    def unnamed(self) -> str:
        return f"{self.head} {self.tail}"


def domain(loop: Loop, kinds: Kinds) -> Domain:
    """The words for one loop."""
    term = loop.iterable
    name = loop.target if isinstance(loop.target, str) else None
    names = _targets(loop.target)
    called, operands = callee(term), arguments(term)
    pair = loop.target if isinstance(loop.target, tuple) and len(loop.target) == 2 else None
    # `range(len(xs))` is said as the indices of xs, before it would be read as a range of integers.
    if called is range and len(operands) == 1 and callee(operands[0]) is len and len(operands[0].args) == 2:
        return Domain("index", names, f"of {noun(operands[0].args[1]).text}", name)
    bounds = range_bounds(term)
    if bounds is not None:
        return Domain("integer", names, bounds, name)
    if called is enumerate and len(operands) == 1 and pair is not None:
        first, second = map(_targets, pair)
        of = noun(operands[0]).text
        return Domain(f"index {first} and {unit_of(operands[0], kinds)} {second} of {of}")
    if called is zip and len(operands) > 1:
        return _zipped(operands, names)
    called_method = method(term)
    if called_method in ("keys", "values", "items") and len(term.args) == 1:
        of = noun(term.args[0]).text
        if called_method != "items":
            return Domain(called_method[:-1], names, f"of {of}", name)
        # Two variables are needed for `items`; one variable holds a pair and has no short name.
        if pair is not None:
            first, second = map(_targets, pair)
            return Domain(f"key {first} and value {second} of {of}")
    if term.op in ("python.list", "python.tuple") and term.args:
        return Domain("value", names, f"among {listed([noun(arg).text for arg in term.args])}", name)
    if _is_rest(term):
        head = f"{unit_of(term.args[0], kinds)}"
        return Domain(head, names, f"of {noun(term.args[0]).text} after the first", name)
    if callee(term) is set and len(operands) == 1:
        return Domain("element", names, f"of {noun(term).text}", name)
    head = unit_of(term, kinds)
    return Domain(head, names, f"of {noun(term).text}", name)


def _zipped(operands: tuple[Term, ...], names: str) -> Domain:
    if len(operands) == 2 and _is_rest(operands[1]) and show(operands[1].args[0]) == show(operands[0]):
        return Domain(f"pair {names} of neighbours in {noun(operands[0]).text}")
    of = listed([noun(arg).text for arg in operands])
    group = "pair" if len(operands) == 2 else "group"
    return Domain(f"{group} {names} of elements at the same position of {of}")


def _is_rest(term: Term) -> bool:
    """`xs[1:]`"""
    if term.op != "python.index" or term.args[1].op != "python.slice":
        return False
    low, high, step = term.args[1].args
    return low.op == high.op == step.op == "const" and low.data == 1 and high.data is None and step.data is None


def _targets(target: Target) -> str:
    return code(target) if isinstance(target, str) else f"({', '.join(map(_targets, target))})"


def _bound_by(loops: tuple[Loop, ...]) -> frozenset[str]:
    """The variables of loops."""
    return frozenset().union(*(names_of(loop.target) for loop in loops))


_IS = {"be": "is", "have": "has", "match": "matches"}


@frozen(slots=True)
class Mood:
    """How verbs are put: with an auxiliary ("must be"), or in the indicative ("is")."""

    auxiliary: str | None

    def verb(self, claim: Claim) -> str:
        """The verb of a claim, negated where that is."""
        if self.auxiliary is not None:
            return f"{self.auxiliary}{' not' if claim.negated else ''} {claim.verb}"
        if claim.negated:
            return "is not" if claim.verb == "be" else f"does not {claim.verb}"
        return _IS.get(claim.verb, f"{claim.verb}s")


@frozen(slots=True)
class Words:
    """What the words depend on. `shown`: variables that have to be named, since the text goes on about them."""

    kinds: Kinds
    shown: frozenset[str] = frozenset()


MUST = Mood("must")
MAY = Mood("may")
"""After "no": "no element may be negative"."""
IS = Mood(None)


def sentence(claims: Claims, mood: Mood, words: Words) -> str:
    """The claims in words; without a capital and without a full stop."""
    match claims:
        case Claim():
            return f"{claims.subject.text} {mood.verb(claims)} {claims.rest}"
        case Both(parts):
            return _both(parts, mood, words)
        case Either(parts):
            return _either(parts, mood, words)
        case When(condition, then, otherwise):
            return _when(condition, then, otherwise, mood, words)
        case Every(loops, body):
            return _every(loops, body, mood, words)
        case Some(loops, body):
            return _some(loops, body, mood, words)
        case Within(setting, body):
            return f"{setting} {sentence(body, mood, words)}"


def _is_simple(claims: Claims) -> bool:
    """Can the sentence stand in a list without being read wrongly?"""
    return isinstance(claims, Claim)


def _both(conjuncts: Sequence[Claims], mood: Mood, words: Words) -> str:
    if not all(map(_is_simple, conjuncts)):
        return _enumerated(conjuncts, mood, words, "and")
    claims = [conjunct for conjunct in conjuncts if isinstance(conjunct, Claim)]
    phrases = []
    for subject, group in groupby(_each(claims), key=lambda claim: claim.subject):
        phrases.append(f"{subject.text} {_predicates(list(group), mood)}")
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])}, and {phrases[-1]}"


def _each(claims: Sequence[Claim]) -> list[Claim]:
    """Neighbouring claims that say the same of different subjects become one about each of these."""
    joined: list[Claim] = []
    for _, group in groupby(claims, key=lambda claim: claim.predicate):
        alike = list(group)
        subjects = list(dict.fromkeys(claim.subject.text for claim in alike))
        if len(subjects) > 1 and not alike[0].negated:
            names = frozenset().union(*(claim.subject.names for claim in alike))
            joined.append(evolve(alike[0], subject=Noun(f"each of {listed(subjects)}", names)))
        else:
            joined += alike
    return joined


def _predicates(claims: Sequence[Claim], mood: Mood) -> str:
    """What is said of one subject: "must be at least 0 and less than `n`"."""
    first = claims[0]
    rests = [claim.rest for claim in claims]
    alike = all((claim.verb, claim.negated) == (first.verb, first.negated) for claim in claims)
    # "must be at least 0 and one of 1 or 2 and less than n" would read in two ways: a part with a list in it keeps its
    # verb, and "neither ... nor" takes the negation of all or of none.
    if len(claims) > 1 and alike and not any(_has_list(rest) for rest in rests):
        if first.negated:
            return f"{mood.verb(evolve(first, negated=False))} neither {' nor '.join(rests)}"
        return f"{mood.verb(first)} {listed(_share_unit(rests))}"
    phrases = [f"{mood.verb(claim)} {claim.rest}" for claim in claims]
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])}, and {phrases[-1]}"


def _share_unit(rests: list[str]) -> list[str]:
    """The unit once, at the end: "at least 1 element", "at most 9 elements"."""
    *firsts, last = rests
    unit = last.rsplit(" ", 1)[-1]
    singular = unit.removesuffix("s")
    shared = all(rest.rsplit(" ", 1)[-1] in (unit, singular) for rest in firsts)
    if not shared or singular not in ("element", "character", "key"):
        return rests
    return [*(rest.rsplit(" ", 1)[0] for rest in firsts), last]


def _has_list(rest: str) -> bool:
    return any(word in rest for word in (" or ", " and ", ","))


def _either(disjuncts: Sequence[Claims], mood: Mood, words: Words) -> str:
    # "x is 1 or 2" reads once as long as all parts are plain claims about one subject; else the parts are listed.
    if not all(map(_is_simple, disjuncts)):
        return _enumerated(disjuncts, mood, words, "or")
    claims = [disjunct for disjunct in disjuncts if isinstance(disjunct, Claim)]
    subjects = {claim.subject for claim in claims}
    first = claims[0]
    if len(subjects) > 2 or (len(subjects) == 2 and len(claims) > 2):
        return _enumerated(disjuncts, mood, words, "or")
    if len(subjects) == 2:
        return f"either {', or '.join(sentence(claim, mood, words) for claim in claims)}"
    # A list inside a list would leave open which "or" is which.
    if not any(_has_list(claim.rest) for claim in claims):
        if all((claim.verb, claim.negated) == (first.verb, False) for claim in claims):
            return f"{first.subject.text} {mood.verb(first)} {listed([claim.rest for claim in claims], 'or')}"
        if mood is MUST and not any(claim.negated for claim in claims):
            predicates = [f"{claim.verb} {claim.rest}" for claim in claims]
            return f"{first.subject.text} must {listed(predicates, 'or')}"
    return f"{first.subject.text} " + ", or ".join(f"{mood.verb(claim)} {claim.rest}" for claim in claims)


def _enumerated(claims: Sequence[Claims], mood: Mood, words: Words, word: str) -> str:
    """Parts that are sentences of their own, numbered so that it is plain where each one ends."""
    texts = [f"({number}) {sentence(claim, mood, words)}" for number, claim in enumerate(claims, 1)]
    if len(texts) == 2:
        return f"{'both' if word == 'and' else 'either'} {texts[0]}, {word} {texts[1]}"
    head = "all of these" if word == "and" else "at least one of these"
    return f"{head}: {', '.join(texts[:-1])}, {word} {texts[-1]}"


def _when(condition: Claims, then: Claims, otherwise: Claims | None, mood: Mood, words: Words) -> str:
    # "if a, then b must be 1, and c must be 2": does c belong to it? Numbered it does.
    if isinstance(then, Both) and len({claim.subject for claim in claims_in(then)}) > 1:
        then_text = _enumerated(then.parts, mood, words, "and")
    else:
        then_text = sentence(then, mood, words)
    text = f"if {sentence(condition, IS, words)}, then {then_text}"
    return text if otherwise is None else f"{text}; otherwise {sentence(otherwise, mood, words)}"


def _every(loops: tuple[Loop, ...], body: Claims, mood: Mood, words: Words) -> str:
    domains = [domain(loop, words.kinds) for loop in loops]
    about = None if _bound_by(loops) & words.shown else _about(domains, loops, body)
    if about is not None:
        # "every element must not be 0" may mean that not every one is: "no element may be 0".
        if _is_denial(about):
            return sentence(_of(about, f"no {_chain(domains)}", affirmed=True), IS if mood is IS else MAY, words)
        return sentence(_of(about, f"every {_chain(domains)}"), mood, words)
    if isinstance(body, Either) and all(map(_is_denial, body.parts)):
        start = "there is" if mood is IS else "there must be"
        nowhere = " and ".join([f"no {domains[0].named}", *(domain.named for domain in domains[1:])])
        return f"{start} {nowhere} such that {sentence(negate(body), IS, words)}"
    prefix = " and ".join(f"every {domain.named}" for domain in domains)
    return f"for {prefix}, {sentence(body, mood, words)}"


def _is_denial(claims: Claims) -> bool:
    return isinstance(claims, Claim) and claims.negated


def _some(loops: tuple[Loop, ...], body: Claims, mood: Mood, words: Words) -> str:
    domains = [domain(loop, words.kinds) for loop in loops]
    about = None if _bound_by(loops) & words.shown else _about(domains, loops, body)
    if about is not None:
        return sentence(_of(about, f"at least one {_chain(domains)}"), mood, words)
    listed_domains = " and ".join(f"{_article(domain.named)} {domain.named}" for domain in domains)
    start = "there is" if mood is IS else "there must be"
    return f"{start} {listed_domains} such that {sentence(body, IS, words)}"


def _article(text: str) -> str:
    return "an" if text.startswith(("e", "i", "o")) else "a"


def _about(domains: list[Domain], loops: tuple[Loop, ...], body: Claims) -> Claims | None:
    """The body where all of it is about the innermost variable, and names no other that the loops bind."""
    simple = isinstance(body, Claim) or (isinstance(body, (Both, Either)) and all(map(_is_simple, body.parts)))
    if not simple or any(domain.variable is None for domain in domains):
        return None
    # "each element of each row" only where the inner loop goes through the variable of the outer one, and only that.
    for outer, inner_loop in pairwise(loops):
        if not (inner_loop.iterable.op == "var" and inner_loop.iterable.data == outer.target):
            return None
    variable, bound = domains[-1].variable, _bound_by(loops)
    for claim in claims_in(body):
        if claim.subject.variable != variable or claim.names & bound:
            return None
    return body


def _chain(domains: list[Domain]) -> str:
    """ "element of each element of `M`": inner loops first."""
    heads = [f"{domain.head} of each" for domain in reversed(domains[1:])]
    return " ".join([*heads, domains[0].unnamed])


def _of(claims: Claims, subject: str, affirmed: bool = False) -> Claims:
    """Claims about one variable, about a subject in its place."""
    match claims:
        case Claim():
            return evolve(claims, subject=Noun(subject), negated=claims.negated and not affirmed)
        case Both(parts):
            return Both(tuple(_of(claim, subject) for claim in parts))
        case Either(parts):
            return Either(tuple(_of(claim, subject) for claim in parts))
        case _:
            return claims

"""What a condition says: claims about subjects, their connectives and quantifiers."""

from collections.abc import Iterator

from attrs import evolve, frozen

from ...core.ir.statements import Target
from ...core.ir.terms import Term


@frozen(slots=True)
class Noun:
    """A noun phrase. `names` are the variables that it mentions; `variable` is set when it is one and no more."""

    text: str
    names: frozenset[str] = frozenset()
    variable: str | None = None


@frozen(slots=True)
class Claim:
    """`subject verb rest`: "`n`", "be", "at least 0". The verb is an infinitive.

    `exact`: it is said in English, and not by quoting code that has to be true.
    """

    subject: Noun
    verb: str
    rest: str
    names: frozenset[str] = frozenset()
    """Variables that `rest` mentions."""
    negated: bool = False
    exact: bool = True

    @property
    def predicate(self) -> tuple[str, str, bool]:
        return self.verb, self.rest, self.negated


@frozen(slots=True)
class Loop:
    """`for target in iterable`."""

    target: Target
    iterable: Term


@frozen(slots=True)
class Both:
    """Every part holds."""

    parts: tuple["Claims", ...]


@frozen(slots=True)
class Either:
    """The claim that one of its parts holds."""

    parts: tuple["Claims", ...]


@frozen(slots=True)
class When:
    """If `condition` then `then`, else `otherwise` (nothing is claimed when it is None)."""

    condition: "Claims"
    then: "Claims"
    otherwise: "Claims | None" = None


@frozen(slots=True)
class Every:
    """The body holds in each iteration of the loops; they are in the order of their nesting."""

    loops: tuple[Loop, ...]
    body: "Claims"


@frozen(slots=True)
class Some:
    """The body holds in some iteration of the loops."""

    loops: tuple[Loop, ...]
    body: "Claims"


@frozen(slots=True)
class Within:
    """The body holds whenever it is reached in a setting, which is described as a text: "in every call of `f(x)`,"."""

    setting: str
    body: "Claims"


Claims = Claim | Both | Either | When | Every | Some | Within


def negate(claims: Claims) -> Claims:
    """The claims that hold where these are false. (Where they are undefined, so is the negation.)"""
    match claims:
        case Claim():
            return evolve(claims, negated=not claims.negated)
        case Both(parts):
            return Either(tuple(map(negate, parts)))
        case Either(parts):
            return Both(tuple(map(negate, parts)))
        # "If x then y" is false where x holds and y does not; "if x then y, else z" where the part that is meant is
        # false: its negation keeps the condition, and needs no second sentence.
        case When(condition, then, None):
            return Both((condition, negate(then)))
        case When(condition, then, otherwise):
            return When(condition, negate(then), None if otherwise is None else negate(otherwise))
        case Every(loops, body):
            return Some(loops, negate(body))
        case Some(loops, body):
            return Every(loops, negate(body))
        case Within(setting, body):
            return Within(setting, negate(body))


def claims_in(claims: Claims) -> Iterator[Claim]:
    """The single claims, from left to right."""
    match claims:
        case Claim():
            yield claims
        case Both(parts) | Either(parts):
            for part in parts:
                yield from claims_in(part)
        case When(condition, then, otherwise):
            yield from claims_in(condition)
            yield from claims_in(then)
            if otherwise is not None:
                yield from claims_in(otherwise)
        case Every(_, body) | Some(_, body) | Within(_, body):
            yield from claims_in(body)

"""Contracts that deny what CPython computes, and what an encoding without bounds says of them.

The input is known, and it violates the clauses that deny what happens on it. A solver is asked whether the facts of the
encoding admit that. Where they do not, a set of clauses would be proved infeasible although this input violates it. No
search takes part, which would find the input and hide the error.
"""

import resource
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from textwrap import indent
from time import monotonic
from types import FrameType
from typing import Any

from attrs import frozen

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.encode import Encoding, Extent, encode
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.renaming import compressed
from specassay.core.errors import Unsupported
from specassay.core.ir.build import negate
from specassay.core.ir.contracts import Contract
from specassay.frontends.python import parse_contract

from ..assignments import Elsewhere
from ..judges import Input, python
from ..pinned import given_parts, kinds_of_parts
from .deny import denied
from .programs import IMPORTS, arguments, body, given, made

SECONDS = 0.3
ENCODING_SECONDS = 2.0
SECONDS_OF_A_PROGRAM = 0.5
MEMORY_OF_A_PROGRAM = 4 * 2**30
"""Bytes of address space, solvers included: no signal ends an operation that makes one huge value."""
LONGEST_CLAUSE = 2_000
"""Characters of a denial."""
PARAMETERS = ("x", "y")


@frozen
class Denied:
    """A contract, literals of an input, and the clauses that it violates."""

    text: str
    arguments: Mapping[str, str]
    violated: frozenset[int]


@frozen
class Asked:
    """How many programs were asked about, for how many of these a solver had an answer, of how many it said that
    nothing else may happen than what happens (of so many that this was asked of), and what was ruled out wrongly."""

    programs: int = 0
    answered: int = 0
    sampled: int = 0
    decided: int = 0
    wrong: tuple[Denied, ...] = ()

    def __add__(self, other: "Asked") -> "Asked":
        return Asked(
            self.programs + other.programs,
            self.answered + other.answered,
            self.sampled + other.sampled,
            self.decided + other.decided,
            self.wrong + other.wrong,
        )


class _TooLong(BaseException):
    """A program does not come to an end."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _TooLong


@contextmanager
def limited() -> Iterator[list[str]]:
    """Run what is inside for SECONDS_OF_A_PROGRAM at most: what it is given is empty afterwards where that was not
    enough. Memory has a limit, too: beyond it there is a MemoryError."""
    went = ["to its end"]
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_OF_A_PROGRAM, hard))
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS_OF_A_PROGRAM)
    try:
        yield went
    except _TooLong:
        went.clear()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def clause(number: int, text: str, arguments: Mapping[str, str], chance: Random) -> str | None:
    """The program as a function, and an assertion about its value, or about what it raises; None for a program that
    says nothing."""
    name = f"p{number}"
    function = f"def {name}(x, y):\n{indent(text, '    ')}\n"
    names: dict[str, Any] = {}
    try:
        exec(IMPORTS + function, names)
    except SyntaxError:
        return None
    condition, exception = "", ""
    try:
        with limited() as went:
            try:
                condition = denied(names[name](**made(arguments)), "r", chance)
            except (RecursionError, MemoryError):
                return None
            except Exception as problem:
                exception = type(problem).__name__
    except _TooLong:  # The signal came while the block was left: an operation that takes long hears it at its end.
        return None
    if not went:
        return None
    if exception:
        return function + _denied_exception(number, exception, chance)
    if chance.random() < 0.05:
        return f"{function}assert ({name}(x, y), True)[1]\n"
    if len(condition) > LONGEST_CLAUSE:
        return None
    if chance.random() < 0.2:
        condition = f"not ({condition})"
    if chance.random() < 0.25:  # What it is wrongly said to raise violates the clause as well.
        checked = f"    r = {name}(x, y)\n"
    else:
        checked = f"    try:\n        r = {name}(x, y)\n    except Exception:\n        return True\n"
    return f"{function}def c{number}(x, y):\n{checked}    return {condition}\nassert c{number}(x, y)\n"


def _denied_exception(number: int, exception: str, chance: Random) -> str:
    if chance.random() < 0.5 or exception == "error":
        return f"assert (p{number}(x, y), True)[1]\n"
    return (
        f"def c{number}(x, y):\n    try:\n        p{number}(x, y)\n    except {exception} as e:\n"
        f"        return type(e) is not {exception}\n    except Exception:\n        return True\n    return True\n"
        f"assert c{number}(x, y)\n"
    )


def clauses(seed: int, programs: int) -> tuple[Mapping[str, str], list[str]]:
    """Literals of an input, and up to so many programs with denials about it."""
    chance = Random(seed)
    literals = arguments(chance)
    holes = given(made(literals))
    found = (clause(number, body(chance, holes), literals, chance) for number in range(programs))
    return literals, [text for text in found if text is not None]


def ask(seed: int, programs: int) -> Asked:
    """Ask about some programs on one input: first all in one contract, and where that is not admitted, each alone."""
    literals, texts = clauses(seed, programs)
    if not texts:
        return Asked()
    whole = denial(texts, literals)
    with_constants = seed % 2 == 0
    answer = possible(whole, with_constants)
    if answer:
        sampled = seed % SAMPLED == 0
        decided = sampled and possible(denial(texts[:1], literals), with_constants, otherwise=True) is False
        return Asked(len(texts), len(texts), int(sampled), int(decided))
    alone = [denial([text], literals) for text in texts]
    answers = [possible(each, with_constants) for each in alone]
    wrong = [each for each, said in zip(alone, answers, strict=True) if said is False]
    if answer is False and not wrong:
        wrong = [whole]
    return Asked(len(texts), sum(said is not None for said in answers), wrong=tuple(wrong))


SAMPLED = 10
"""Of every so many inputs one program is asked about further: whether something else might happen, too."""


def denial(texts: Sequence[str], literals: Mapping[str, str]) -> Denied:
    """The contract of some clauses, each of which is violated by the input or not, whatever the others do to it."""
    alone = [python(IMPORTS + text, PARAMETERS)(made(literals)) for text in texts]
    violated = frozenset(index for index, found in enumerate(alone) if found)
    return Denied(IMPORTS + "".join(texts), literals, violated)


def possible(denial: Denied, with_constants: bool, otherwise: bool = False) -> bool | None:
    """Whether an encoding admits what happens, or with `otherwise` that anything else happens; None where it is too
    large, or the solver does not know. `with_constants`: it speaks of elements that are not shown, too."""
    contract = parse_contract(denial.text, name="contract", parameters=PARAMETERS)
    return admits(contract, made(denial.arguments), denial.violated, with_constants, otherwise)


def admits(
    contract: Contract, values: Input, violated: frozenset[int], with_constants: bool, otherwise: bool = False
) -> bool | None:
    """As `possible`, of a contract that an input is known to violate."""
    try:
        encoding = compressed(_encoded(contract, values, with_constants))
        parts = [*given_parts(encoding, values)]
    except (Unsupported, Elsewhere):
        return None
    exactly = [
        one.violated if index in violated else negate(one.violated) for index, one in enumerate(encoding.clauses)
    ]
    session = registry.get("z3").session()
    try:
        session.add(*encoding.facts)
        outcome = session.check([*parts, *(map(negate, exactly) if otherwise else exactly)], SECONDS).outcome
    finally:
        session.close()
    return {Outcome.SAT: True, Outcome.UNSAT: False}.get(outcome)


def _encoded(contract: Contract, values: Input, with_constants: bool) -> Encoding:
    """The encoding over the kinds of values of one input. Raises Unsupported."""
    kinds: dict[str, set[str]] = {}
    for name, value in values.items():
        for part, kind in kinds_of_parts(name, value):
            kinds.setdefault(part, set()).add(kind)
    extent = Extent(kinds={part: tuple(kind for kind in KINDS if kind in found) for part, found in kinds.items()})
    end = monotonic() + ENCODING_SECONDS
    return encode(contract, KINDS, with_constants, left=lambda: end - monotonic(), extent=extent)

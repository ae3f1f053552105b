"""What is proved infeasible is so for texts of all characters that CPython has."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.encode import encode
from specassay.core.encoding.pool import pooled
from specassay.core.encoding.renaming import compressed
from specassay.core.evaluate.execution import run
from specassay.core.ir.build import negate
from specassay.core.ir.characters import EVERY, holding
from specassay.core.ir.contracts import Contract
from specassay.core.ir.python_builtins import PREDICATES
from specassay.frontends.python import parse_contract

from ...samples import some

METHODS = sorted(PREDICATES)
SECONDS = 0.5


@pytest.mark.slow
def test_pairs_of_predicates_of_one_character_are_as_in_python() -> None:
    clauses = "".join(f"\nassert x.{method}()" for method in METHODS)
    contract = parse_contract(f"assert type(x) is str and len(x) == 1{clauses}", name="c", parameters=("x",))
    encoding = pooled(encode(contract, ("str", "int")))
    assert encoding is not None
    session = registry.get("z3").session()
    session.add(*encoding.facts)
    first, *rest = (clause.violated for clause in encoding.clauses)
    sets = [holding(method) for method in METHODS]
    for (place, one), (other_place, other) in some([*combinations(enumerate(sets), 2)], 4):
        for holds, also in ((True, True), (True, False), (False, True), (False, False)):
            literals = [negate(rest[place]) if holds else rest[place]]
            literals.append(negate(rest[other_place]) if also else rest[other_place])
            common = (one if holds else EVERY - one) & (other if also else EVERY - other)
            answer = session.check([negate(first), *literals], 4 * SECONDS)
            assert (answer.outcome is Outcome.SAT) is bool(common), (METHODS[place], METHODS[other_place], holds, also)
    session.close()


CONTRACTS = """
assert type(x) is str and x.isdigit()
assert x.isdecimal()
assert x.isascii() or x.isprintable()

assert type(x) is str and all(c.isalpha() or c == " " for c in x)
assert all(c.lower() in "aeiou bcdfghjklmnpqrstvwxyz" for c in x)
assert x.isprintable()

import re
assert type(x) is str and re.match(r"^\\d+$", x)
assert re.fullmatch(r"[0-9]+", x)
assert x.isdecimal()
assert x.isalnum()

assert type(x) is str and len(x) == 1
assert ord(x) < 256
assert x.isascii() or x > "\x7f"
assert x <= "é" or x.isupper()

assert type(x) is str and int(x) >= 0
assert any(c.isdecimal() for c in x)
assert not x.isalpha()

assert type(x) is str and x.upper() in ("SS", "ΑΣ", "FI")
assert len(x) == 2
assert x.lower() in ("ss", "ß", "ας") or x.casefold() == "fi"

assert type(x) is str and x.isidentifier()
assert not x[0].isdecimal() and x != ""
assert not x.isspace()
""".strip().split("\n\n")


@pytest.fixture(scope="module")
def infeasible() -> list[tuple[Contract, list[frozenset[int]]]]:
    """For each contract, the sets of violated clauses that are proved infeasible."""
    found = []
    for text in CONTRACTS:
        contract = parse_contract(text, name="contract", parameters=("x",))
        original = encode(contract, ("str", "int"), skolem_constants=True)
        encoding = pooled(original) or compressed(original)
        session = registry.get("z3").session()
        session.add(*encoding.facts)
        count = len(encoding.clauses)
        targets = [frozenset(each) for size in range(count + 1) for each in combinations(range(count), size)]
        proved = [target for target in targets if 0 not in target and _refuted(session, encoding, target)]
        session.close()
        found.append((contract, proved))
    return found


def _refuted(session: Any, encoding: Any, target: frozenset[int]) -> bool:
    literals = [
        clause.violated if index in target else negate(clause.violated) for index, clause in enumerate(encoding.clauses)
    ]
    return session.check(literals, SECONDS).outcome is Outcome.UNSAT


ODD = "aA1_ -é²½ßΣςǅﬁ\n\x1c\x85\xa0\u2003\u3000\u0661\u0131\u017f\u212a\ud800\U000e0100\U0010ffff\U00030000İ"


@pytest.mark.slow
@given(st.data(), st.text() | st.text(alphabet=ODD, max_size=5) | st.characters())
@settings(deadline=None)
def test_no_text_refutes_a_proof(
    infeasible: list[tuple[Contract, list[frozenset[int]]]], data: st.DataObject, text: str
) -> None:
    contract, proved = data.draw(st.sampled_from(infeasible))
    assert run(contract, {"x": text}).violated not in proved


def test_something_is_proved(infeasible: list[tuple[Contract, list[frozenset[int]]]]) -> None:
    assert [len(proved) > 0 for _, proved in infeasible] == [True] * len(CONTRACTS)

"""Which lemmas without a body a lemma may take for granted."""

from specassay.core.spec_testing.clauses import axioms_for
from specassay.core.spec_testing.making import subjects_of
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.frontends.dafny import parse_program
from specassay.frontends.show import show

EXP = """
function Exp(x: int): int
function Log(x: int): int
function Other(x: int): int
function Twice(x: int): int { 2 * Exp(x) }
lemma {:axiom} Zero() ensures Exp(0) == 1
lemma {:axiom} Inverse(x: int) requires x > 0 ensures Log(Exp(x)) == x
lemma {:axiom} OfLog() ensures Log(1) == 0
lemma {:axiom} OfOther() ensures Other(0) == 0
"""


def named(lemma: str, text: str = EXP) -> dict[str, str]:
    program = subjects_of(parse_program(f"{text}{lemma}", file="t.dfy"))
    subject = next(each for each in program.specifications if each.name.endswith("Subject"))
    return {name: show(term) for name, term in axioms_for(subject, program).items()}


def test_axioms_are_about_what_the_lemma_mentions_directly_or_through_others() -> None:
    found = named("lemma Subject() ensures Exp(0) > 0 { }")
    assert found.keys() == {"Zero", "Inverse", "OfLog"}
    assert found["Zero"] == "Exp(0) == 1"
    assert found["Inverse"].startswith("forall x")
    assert named("lemma Subject() ensures Twice(0) > 0 { }").keys() == found.keys()
    assert named("lemma Subject() ensures Other(0) <= 0 { }").keys() == {"OfOther"}
    assert named("lemma Subject() ensures 1 > 0 { }") == {}


def test_an_axiom_takes_none_for_granted() -> None:
    assert named("lemma {:axiom} Subject() ensures Exp(0) > 0") == {}


def test_a_step_that_adds_too_many_axioms_adds_none() -> None:
    many = "".join(f"lemma {{:axiom}} A{n}() ensures Exp({n}) > {n}\n" for n in range(LIMITS.axioms_of_a_lemma + 1))
    assert named("lemma Subject() ensures Exp(0) > 0 { }", f"function Exp(x: int): int\n{many}") == {}

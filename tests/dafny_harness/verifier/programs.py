"""Triples of small programs, scored by the evaluator."""

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.dafny_harness.verifier.run import Job
from specassay.dafny_harness.verifier.triple import triples_of
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of


def job_of(text: str, mutants: int = 1) -> Job:
    """The triples of the tests in a program, and of their mutants."""
    program = parse_program(text, "program.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY, mutants, functional=False)
    scores = score_program(program, examples_of(program), options, "program")
    triples = [triple for score in scores for triple in triples_of(score, program, "program")]
    return Job(triples, {"program.dfy": text.split("\n")})

"""The prompting strategies: what a prompt tells of a contract."""

from collections.abc import Mapping

from attrs import frozen


@frozen(slots=True)
class Strategy:
    """`template` is the file with the request. `needs_tests`: it shows contract-violating tests."""

    name: str
    template: str
    meaning: str
    needs_tests: bool = False


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("standard", "standard.j2", "the problem alone"),
        Strategy("cs", "cs.j2", "contract specification: the problem, and each clause in words"),
        Strategy("eas", "eas.j2", "example-augmented specification: cs, and an input that violates each clause", True),
        Strategy("cot", "cot.j2", "chain of thought: cs, and the request to reason about invalid input first"),
        Strategy("few-shot", "few_shot.j2", "cs after two worked examples"),
    )
}
"""By name. A new one is a line here and a template."""

SYSTEM = "system.j2"
"""The template of the system message of every strategy."""

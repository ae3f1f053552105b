"""Hypothesis strategies from the contract of a function: inputs that satisfy it, and inputs that violate some clauses.

    >>> from hypothesis import given
    >>> from specassay import strategies
    >>> @given(strategies.valid(transfer))
    ... def test_transfer(arguments):
    ...     transfer(**arguments)

No draw is rejected. Inputs that violate what they shall are looked for when a strategy is made, the simplest first; an
example is one of these, in which some arguments have other values of their types where it violates the same then.
"""

import inspect
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any, get_type_hints

from attrs import evolve
from hypothesis import strategies as st

from ...core.errors import InputError
from ...core.ir.contracts import Contract
from ...core.ir.plain_values import is_plain
from ...core.steering.nearby import nearby
from ...core.synthesis.directed import DirectedSearch
from ...core.synthesis.search import Effort, InputGenerator, constants
from ...core.synthesis.values import complexity
from ...core.synthesis.verdicts import Arguments, Observation, targets
from ..datasets.registry import load
from ..datasets.tasks import ContractTask
from .contract_oracle import contract_of, evaluated
from .run_limits import LIMITS
from .typed_values import TypedValues, declared_types

DrawnArguments = dict[str, Any]
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)


def valid(function: Callable[..., Any]) -> st.SearchStrategy[DrawnArguments]:
    """Arguments by name that satisfy the whole contract of a function.

    :param function: a function of a module, with guards, assertions or decorators that state its contract.
    :raises InputError: for a function whose contract is not read or takes objects, and where no such input is found.
    """
    return violating(function, ())


def violating(function: Callable[..., Any], clauses: Collection[int]) -> st.SearchStrategy[DrawnArguments]:
    """Arguments by name that violate exactly these clauses of the contract of a function, by their places.

    :raises InputError: as `valid` does.
    """
    contract, target = _contract_of(function), frozenset(clauses)
    types = declared_types(contract)

    def oracle(arguments: Arguments) -> Observation | None:
        if not all(map(is_plain, arguments.values())) or not all(types.suits(*item) for item in arguments.items()):
            return None
        return evaluated(contract, arguments)

    def is_wanted(arguments: Arguments) -> bool:
        seen = oracle(arguments)
        return seen is not None and seen.violated == target

    known = sorted(_known(contract, oracle, target, is_wanted), key=lambda each: [*map(complexity, each.values())])
    if not known:
        wanted = f"violates exactly the clauses {sorted(target)}" if target else "satisfies the contract"
        raise InputError(f"no input of {function.__qualname__} was found that {wanted}")
    try:
        hints = get_type_hints(function)
    except (NameError, TypeError):  # An annotation that names what is only there for type checkers.
        hints = {}

    @st.composite
    def examples(draw: st.DrawFn) -> DrawnArguments:
        arguments = dict(draw(st.sampled_from(known)))
        for name in arguments:
            if draw(st.booleans()):
                changed = {**arguments, name: draw(st.from_type(hints[name]) if name in hints else _ANYTHING)}
                arguments = changed if is_wanted(changed) else arguments
        return arguments

    return examples()


def _known(
    contract: Contract,
    oracle: Callable[[Arguments], Observation | None],
    target: frozenset[int],
    is_wanted: Callable[[Arguments], bool],
) -> list[DrawnArguments]:
    """Inputs of the wanted kind: one that a search with this goal finds, and what random ones near it are."""
    typed = TypedValues(contract)
    seeds = ({**others, **typed.arguments()} for others in InputGenerator(contract))
    search = DirectedSearch(contract, oracle, Effort(LIMITS.strategy_tries), lambda steps: None)
    search.learn(islice(seeds, LIMITS.strategy_seeds))
    mentioned = constants(contract)
    search.reach([frozenset(), target, *targets(len(contract.clauses), LIMITS.strategy_sets)])
    starts = [dict(search.found[target])] if target in search.found else []
    starts += islice(filter(is_wanted, islice(seeds, LIMITS.strategy_tries // 2)), LIMITS.strategy_inputs // 2)
    texts = set(map(repr, starts))
    for arguments in starts:  # It grows on the way.
        near = ({**arguments, name: value} for name in arguments for value in nearby(arguments[name], mentioned))
        for changed in islice(near, LIMITS.strategy_neighbours):
            if len(starts) < LIMITS.strategy_inputs and repr(changed) not in texts and is_wanted(changed):
                texts.add(repr(changed))
                starts.append(changed)
    return starts


def _contract_of(function: Callable[..., Any]) -> Contract:
    """The contract of a function as it is read in its file. Raises InputError."""
    own = inspect.unwrap(function)
    file = inspect.getsourcefile(own)
    if file is None:
        raise InputError(f"{own.__qualname__} has no file with its text")
    for task in load(file):
        if isinstance(task, ContractTask) and task.task_id.endswith(f".{own.__qualname__}"):
            contract = contract_of(task)
            hints = tuple(task.annotations.get(name) for name in contract.parameters)
            # A strategy makes all arguments of a call.
            if set(contract.parameters) != set(task.parameter_names):
                break
            return evolve(contract, hints=hints)
    raise InputError(f"{file}: no contract of {own.__qualname__} is read that is about all of its arguments")

"""How much is tried, and for how long, when contracts are violated: all of it in one place. Budgets of tasks and limits
of queries, which users set, stand in `core/limits.py`."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class SynthesisLimits:
    """What is beyond one of these is not found, or unknown: a longer test, or none; never a wrong verdict. Where no
    reason stands beside a number, it was chosen, not measured."""

    # Search

    rounds: tuple[int, ...] = (20, 40, 120)
    """Inputs that are tried for one set of clauses, in one round after the other: most sets that can be violated need
    few, and those that cannot must not take what the others need."""
    many_sets: int = 255
    """With more open sets of clauses than this, there are only the first two rounds."""
    starts: int = 5
    """Known inputs from which a search for one set begins, the nearest first."""
    changes_at_once: int = 6
    """Changes of one input that are tried before it is compared with others again."""
    change_steps: int = 30_000
    """Steps of the evaluator, for all changes of one input."""
    simpler_starts: int = 40
    """Executions for making an input simpler from which others are reached."""
    known_inputs: int = 64
    """Inputs of which parts are mixed into others."""
    accepted_inputs: int = 4
    """Inputs that violate nothing and are kept. One is shown; of some the function fails for another reason."""
    shrinking_executions: int = 400
    """Executions of the oracle for making one input simpler. What is found is exact after fewer, too, and longer to
    read."""
    simpler_values: int = 300
    """Simpler values of one argument that are looked at, the boldest first."""
    candidates: int = 3
    """Inputs of one set of clauses that are kept, and so may be replayed."""
    combined_inputs: int = 300
    """Inputs that are tried which differ from a valid one in two parameters."""
    stretched_length: int = 100_000
    """Values are stretched to lengths that the contract mentions, up to this one: frames and buffers have limits of up
    to 65,536, and each costs a few replays."""
    enumerated_inputs: int = 3_000
    """Small inputs that are tried before nothing is said to be found within bounds."""
    enumeration_steps: int = 500_000
    """Steps of the evaluator for these: a second."""
    listed_inputs: int = 30_000
    """Inputs that are made and looked at for these: where hardly any lies inside the bounds, making others has no
    end."""
    listed_values: int = 2_000
    """Values of one parameter that are mixed with those of the others in these."""
    listed_characters: int = 4
    """Characters of a text in these: with seven different ones there are 2,801 texts of up to four, and 19,608 of up to
    five."""

    # Solvers

    quick_seconds: float = 0.5
    """Seconds for one query in the first round."""
    hasty_seconds: float = 0.1
    """The same where there are too many sets for all to have so much."""
    models: int = 8
    """Models of one set that may be refuted before its encoding is given up."""
    models_within_bounds: int = 4
    """Models of one query that may be refuted before the bounds count as empty."""
    kinds: int = 6
    """Kinds of an argument within bounds: more are as good as all of them, and each takes a model."""
    minimised_core: int = 12
    """The largest unsat core that is minimised literal by literal, so that it prunes more sets."""
    core_seconds: float = 0.3
    """Seconds for one query about a part of a core: what is not confirmed at once is not worth the time of other
    sets."""
    core_times: int = 10
    """Nor is what takes so many times as long as the whole proof, if that is more than `least_core_seconds`."""
    least_core_seconds: float = 0.05
    """Seconds that such a query may take however short the proof was."""
    wide_encodings: int = 4
    """Encodings of many elements for one contract: for each combination of kinds that is left there is one."""


LIMITS = SynthesisLimits()

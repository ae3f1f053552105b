"""How much is tried for one verdict on a clause, beside the time of the engines (`engines.py`) and the limits of the
evaluator (`core/evaluate/evaluation_limits.py`), all in one place."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class DecidingLimits:
    """What is beyond one of these stays symbolic, is left to solvers, or is unknown; never a wrong verdict. Where no
    reason stands beside a number, it was chosen, not measured."""

    # Partial evaluation

    simplification_steps: int = 1_000_000
    """Steps for one term, unless the caller gives fuel."""
    nested_bodies: int = 400
    """Bodies of functions that are put in inside each other. What is closed is evaluated, as deep as the fuel says."""
    endless_calls: int = 100
    """Calls of one function inside each other none of whose known arguments gets smaller: `count(s, i + 1, n)` of an
    unknown n has no end, and of a known n it is evaluated."""
    instances: int = 2_000
    """Values of a binder that are put in, one after the other. With more it stays bound."""
    counted_candidates: int = 100
    """Candidates of a set whose cardinality becomes a sum."""
    compared_subterms: int = 400
    """Distinct subterms of a comparison that is looked at as one of polynomials."""
    compared_products: int = 16
    """Products of unknowns in a comparison. Multiplying out a product of two sums may double what is left to do: 2**16
    monomials at worst. Solvers are asked about what has more."""

    # Sequences as their elements

    display_elements: int = 64
    """Elements of a display of which each access becomes a chain of so many cases. Longer ones stay as they are."""
    compared_multisets: int = 6
    """Multisets of sequences of which each two are compared by these."""

    # Unknowns of a triple

    combinations: int = 2_000
    """Assignments of values at hand to unknowns that are tried before a solver is asked."""
    share_of_values_at_hand: float = 0.25
    """Share of the time for a query that these values have: what needs several of them to fit together a solver finds
    at once."""

    # Time

    least_query_seconds: float = 0.01
    """A query that has less is not asked, for it takes as long to be written and read."""
    least_share: float = 1 / 4
    """Least share of its time limit that a query gets, even after similar ones timed out."""
    next_solver_seconds: float = 0.25
    """Least seconds for the next solver after one has timed out."""
    fewest_steps: int = 50
    """Steps that an evaluation may always take: enough for literals."""
    slowed: float = 4
    """Where work is counted, an evaluation may take so many times its seconds of processor time: steps end it, unless
    each takes long."""
    grace_seconds: float = 0.5
    """Seconds of processor time beyond those of work that may be done: a tenth of a second of work takes as many again
    where a page has to be fetched or another machine has the processor, and what is counted is to end it."""
    miscounted: float = 1.5
    """Where work is counted, a piece may take so many times its share of the processor time."""


LIMITS = DecidingLimits()

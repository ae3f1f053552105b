"""How much the reference evaluator tries, beside the fuel of each evaluation (`core/fuel.py`), all in one place."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class EvaluationLimits:
    """A term that is beyond one of these has no known value, or is left to solvers. Where no reason stands beside a
    number, it was chosen, not measured."""

    # Quantifiers, whose variables range over finite domains

    uninterpreted_elements: int = 200
    """Elements of a sort that only knows equality, of which a variable is tried."""
    doubled_elements: int = 14
    """Elements of a set of which the subsets are enumerated."""
    factored_number: int = 100_000_000
    """The largest number of which the divisors are looked for."""
    tried_values: int = 200
    """Of a range of more numbers than there are steps left (all of a machine integer, say) so many are tried: a witness
    is often among them, and all else would only use up the time of the solvers."""
    combinations_of_choices: int = 150
    """Combinations of choices that one condition is evaluated under."""
    collections: int = 16_384
    """Sets, multisets and maps that are enumerated: as many as a set of 14 elements has subsets."""
    sequences: int = 20_000
    """Sequences that are kept at a time where they are enumerated."""
    condition_levels: int = 200
    """Operators inside each other in a condition that bounds a variable: the walk recurses, and Python has 1,000
    frames. What is deeper gives no domain, so that evaluation does not decide the quantifier."""
    constraints: int = 120
    """Linear constraints from which a bound is concluded, at a time."""
    constrained_subterms: int = 400
    """Distinct subterms of a condition that is looked at for these."""
    facts_inside_facts: int = 3
    """Quantified facts that are used inside one another for these."""
    occurring_values: int = 100
    """Numbers that occur in a condition and stand for all others; of more, each would be tried."""
    occurring_subterms: int = 400
    """Subterms of one condition or function in which these are looked for: larger ones are not looked through."""

    # Witnesses

    bits: int = 16
    """Bits of a bit-vector of which all values are tried: 65,536. Of a wider one some are tried, so that none of them
    being right is no proof."""
    visited_values: int = 5000
    """Values, with their elements, in which witnesses are looked for, on each level."""
    rearranged_elements: int = 5
    """Elements of which all parts and orders are tried."""
    made_values: int = 100
    """Values that one constructor makes of values at hand."""
    made_levels: int = 3
    """Constructors inside each other, in values that are made of those at hand or found among them."""

    # Single operations

    recursion: int = 10_000
    """Calls of functions inside each other, unless the caller's fuel says otherwise."""
    matcher_steps: int = 20_000_000
    """Steps of the matcher of regular expressions, which nothing interrupts: about a second (`(a|a)*b` on 23 characters
    takes 0.9)."""
    factorial: int = 5000
    """The largest number of which the factorial is computed: it has 16,326 digits, and takes a millisecond; nothing
    interrupts one of a million."""
    codatatype_parts: int = 2_000
    """Constructors of one value of a codatatype that are computed where all of it is asked for."""
    compared_parts: int = 300
    """Pairs of constructors of two such values that are compared: a difference stands near the beginning, as a rule."""


LIMITS = EvaluationLimits()

"""How much is tried, and for how long, when candidate specifications are rewarded: all of it in one place. The times
that callers set are those of `SpecLimits`."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class RewardLimits:
    """What is beyond one of these is not tried: a candidate may earn more than it is worth, and never less. Where no
    reason stands beside a number, it was chosen, not measured."""

    # The text of a candidate

    candidate_characters: int = 200_000
    """Characters of a candidate; a longer one is not read."""
    endings: int = 8
    """Paragraphs behind a program without fences that are tried as a part of it: each is parsed, and there may be
    many."""
    parts: int = 400
    """Parts of one candidate that are looked at, in the order of its text. Nobody writes so many; of the others nothing
    is known."""

    # Inputs and outputs beside those of the tests

    mutated_tests: int = 5
    """Tests of which wrong outputs are made and other outputs are looked for; all others count for what is right."""
    held_out_inputs: int = 3
    """Inputs beyond the tests on which outputs are tried."""
    near_inputs: int = 60
    """Inputs near those of the tests that are looked at: a precondition may refuse most of them."""
    held_out_outputs: int = 3
    """Wrong outputs on each input, from each of two sets of operators, beside the right output of the test it was made
    from."""
    refused_inputs: int = 10
    """Inputs that have to be refused before it is said that all but the tests' are."""
    made_inputs: int = 16
    """Further inputs of a reference that are made as tests are: the body runs on them in about the time of its
    tests."""
    grown_inputs: int = 24
    """Larger ones."""
    grown_elements: int = 24
    """Elements of a larger sequence: more than people write in a test, and few enough to evaluate quantifiers over."""
    grown_number: int = 5_000
    """How far a larger number is from 0 at most."""
    elements_at_a_number: int = 300
    """Elements of a sequence that is as long as a number of a candidate says."""
    drawn_inputs: int = 24
    """Inputs that are drawn for a Python function."""
    larger_inputs: int = 24
    """Larger ones that are made of them."""
    called_inputs: int = 200
    """Inputs that the function is called with, of which it may refuse some, and as many larger ones."""
    right_outputs: int = 200
    """Right outputs of one input: one that has more is left out."""

    # What separates a candidate from what is right

    share: float = 0.25
    """Of the work, for each of: inputs at numbers that are refused, two outputs at numbers, sizes, and a solver for the
    latter two."""
    numbers: int = 6
    """Numbers of a candidate, the largest first, at which right outputs are looked for."""
    excluded_numbers: int = 64
    """Numbers at which inputs are looked for that it refuses, without executing a body: a candidate could hide one
    number among others."""
    inputs_at_numbers: int = 24
    """Inputs at numbers of a candidate that are tried."""
    solver_memory: int = 1 << 30
    """Bytes that the solver may use which compares a candidate with a reference."""

    # Inputs that a candidate singles out

    singling_out_seconds: float = 2.0
    """Seconds for finding them, before what its judging takes."""
    constant_values: int = 128
    """Values of one parameter, constants first."""
    listed_numbers: int = 8
    """Numbers, in the order of the text, of which sequences are made."""
    joined_sequences: int = 6
    """Constant sequences of which two are joined."""
    constant_inputs: int = 256
    """Inputs that are made for one candidate."""

    # Sizes that a candidate leaves out

    sized_tests: int = 4
    """Tests whose inputs are given another size: the longest have most to repeat."""
    sized_elements: int = 300
    """Elements of a sequence that is made: longer ones are asked of a solver."""
    witness_elements: int = 1 << 14
    """Elements of one that is made to see that a reference allows what a candidate leaves out: some dozens of steps of
    the evaluator for each are within what one condition may take."""
    passed_elements: int = 1 << 31
    """No collection that somebody passes to a program has so many: `requires xs.len() <= i64::MAX` leaves out none."""
    sizes: int = 200
    """Sizes of one parameter that are looked at, three at each number of a candidate, the smallest first: a candidate
    could hide one number among others."""
    size_query_seconds: float = 0.05
    """Seconds for a query to a solver: that there is no input of a size is seen at once, and of a long one the input
    takes long."""


LIMITS = RewardLimits()

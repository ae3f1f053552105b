"""What the encoding of a contract writes out, all in one place. What belongs to a definition (the digits of an `int()`,
the bits of a double) stands beside its use."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class EncodingLimits:
    """What is beyond one of these is a cut (`context.py`), which the row names with its number, or a fact less: a proof
    is lost, never made. Where no reason stands beside a number, it was chosen, not measured."""

    # Steps

    steps: int = 50_000
    """Conditions that one encoding may consider: far more than contracts need that people write."""
    steps_with_skolem_constants: int = 20_000
    """Like `steps`, for an encoding with more than a few Skolem constants: fewer, as there is a second attempt
    without them."""
    steps_of_a_character: int = 24
    """Steps of the evaluator for a character, on average: conditions that need more are not executed here."""

    # Elements

    levels: int = 4
    """Levels of containers whose elements are shown. `[[[[1]]]]` has as many; what is deeper is a bound, so that a
    verdict that needs it is no proof."""
    skolem_constants: int = 6
    """For one collection. Each takes part in every fact about all elements; a query that is left without one has
    any answer, so that a proof is lost, never made."""
    few_skolem_constants: int = 2
    """Where more make the encoding too large, or take more than so many steps."""
    skolem_constants_by_level: tuple[int, ...] = (7, 3, 1)
    """The most for a container of each level: their number multiplies from level to level. Of an argument it is one
    more than queries take (`encode.Extent.spare`)."""
    further_places: int = 2
    """Of a sorted list: for so many there are constants beyond `skolem_constants`."""
    neighbouring_pairs: int = 4
    """Pairs of neighbouring elements. Each takes two Skolem constants, and is related to every other. A query without
    one has any answer."""
    indexed_elements: int = 8
    """Elements that are shown since the contract indexes them, in the usual sizes."""
    # What is shown at most, whatever the contract names: what more takes, no budget has.
    named_elements: int = 16
    """Elements of a container since the contract names a length."""
    named_inner_elements: int = 9
    """The same of a container inside one."""
    named_characters: int = 24
    """The same of a text."""
    named_turns: int = 64
    """Turns of a loop since the contract names how many."""
    named_total: int = 8
    """Elements since the contract names their sum: totals ask for as many ones, and sums are dear."""
    enumerated_size: int = 32
    """The largest container that is made because a limit has that number."""
    tuples: int = 160
    """Tuples of elements that are written out: C(6, 3) is 20, six elements in any order are 720."""
    repeated: int = 16
    """`xs * 16` is written out, element by element; a larger factor is an unsupported construct."""
    range_numbers: int = 64
    """Numbers of a range with known ends that are all shown. Of a longer one so many are as of any, which is a
    bound."""
    nested_calls: int = 5
    """Helpers that call each other; inputs on which they go deeper are beyond the bounds of the query."""

    # Numbers

    factorials: int = 21
    """Numbers whose factorial is known: it is below 2 ** 62."""
    exponent: int = 4
    """The largest exponent that is followed."""
    power_bits: int = 4096
    """The binary digits of a known power that is computed."""
    mask: int = 2**32
    """The largest mask that is followed."""
    shift: int = 32
    """The largest shift that is followed, of a number that is not known."""
    base_bits: int = 1000
    """The binary digits of a base whose exponent is not known: floats hold 1024."""
    power_cases: int = 64
    """The cases of an exponent, or of a shift, that is not known; larger bases have fewer, as their powers are
    longer."""
    number_bits: int = 64
    """Up to here the number of bits of an integer is exact."""
    doubles: int = 6
    """Numbers of a contract on whose side a rounded result is said to stay. Each is one fact more for every
    operation on floats; without it the result is within its rounding error only."""
    earlier_roundings: int = 6
    """Earlier results with which a rounded result is compared."""
    compared_roundings: int = 40
    """The first results of which that is said: enough for what people write."""
    rounded_digits: int = 15
    """Digits after the point to which rounding is followed."""
    compared_numbers: int = 8
    """Numbers of a contract, nearest to 0 first, with which the elements of a sum that are not shown are compared:
    some facts more for each, and without them less is proved."""

    # Texts

    largest_pool: int = 80
    """Texts. Each is a row in the table of every operation; a contract that needs more is asked in the theory of
    strings."""
    pool_examples: int = 12
    """Characters beyond ASCII in a pool, but for those of the contract."""
    longest_pool_text: int = 200
    """The longest text of the pool that is no text of the contract."""
    congruent_texts: int = 8
    """The texts of one operation that each further one is compared with, since pairs are quadratic."""
    named_code_points: int = 64
    """Numbers of characters that a condition may name one by one."""
    runs_of_classes: int = 40
    """Runs of classes of characters that are kept in order where texts are compared; their ranges are in every regular
    expression."""
    split_parts: int = 6
    """Parts of a split text that are shown. Of more only the number is known, and what asks for the others is a
    bound."""
    padded_width: int = 100_000
    """A larger width may be more than the memory holds, which is not followed."""
    format_digits: int = 4
    """Digits of a width or a precision: CPython is asked about a sample, which has a text so long."""
    related_case_changes: int = 8
    """How many results of one contract are related to each other."""
    longest_constant: int = 40
    """Characters of a constant whose originals are spelled out, place by place, as a regular expression. What is
    compared with a longer one is followed up to a length only, which is a bound."""
    repetitions: int = 64
    """Turns of a repetition such as `x{64}`, which is written out that often. With more a pattern is an unsupported
    construct."""
    related_languages: int = 6
    """Regular languages that are related to each other at once; more are in pairs."""
    automaton_states: int = 400
    """States of their automata together that are looked at."""


LIMITS = EncodingLimits()

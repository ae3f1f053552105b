"""How much is tried, and for how long, when the tests of contracts and specifications are made: all of it in one place.
Budgets of tasks, which users set, stand in `configuration.py`; what a step or a replay counts stands beside its use."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class RunLimits:
    """What is beyond one of these is not found, or unknown: a longer test, or none; never a wrong verdict. Shares are
    of the budget of a task; seconds are of work. Where no reason stands beside a number, it was chosen, not
    measured."""

    # Looking at one input

    evaluation_steps: int = 20_000
    """Steps of the evaluator on one input."""
    evaluated_size: int = 200_000
    """Elements and characters that one evaluation may make."""
    slowed_times: int = 3
    """Work takes longer than it counts where the machine is slow or busy, and seldom three times as long."""
    kept_inputs: int = 50_000
    """Inputs of one task of which the evaluator's word is kept."""
    kept_characters: int = 400
    """Characters of each of these."""
    steps_a_look: int = 1_000
    """Steps of a search between two looks at what is left of the budget, each of which takes as long as a small
    input."""
    wasted_seconds: float = 10.0
    """Seconds that replays which end without a verdict, as those of a contract that sleeps do, may take together; after
    that the evaluator's word is the only one about new inputs."""
    wasted_share: float = 0.1
    """Nor more than this share."""

    # Searching the tests of a contract

    first_tries: int = 600
    """Inputs that are tried before any solver is asked: they settle most of the feasible sets in milliseconds."""
    first_tries_of_many: int = 6_000
    """The same where there are many sets."""
    quick_tries: int = 2_000
    """Inputs that are tried between the two rounds of queries."""
    last_tries: int = 20_000
    """Inputs that are tried after the solvers, for sets that these left open. Its share may end it earlier."""
    many_sets: int = 255
    """With more sets of clauses than this, single clauses have all the time they need before pairs, and these before
    larger sets."""
    searching_share: float = 0.1
    """Share that the searches before and after the solvers may take each; the solvers have the rest. A search ends
    after the steps that take about so long, whatever they take on a busy machine."""
    least_searching_seconds: float = 0.8
    """Seconds that each of them may take anyway."""
    searching_share_of_objects: float = 0.35
    """The share where no clause can be encoded, so that solvers have nothing to do."""
    searching_seconds_of_objects: float = 3.0
    """Seconds of that at most."""
    quiet_share: float = 0.4
    """A search ends when such a share of its steps has found nothing new."""
    quiet_tries: int = 4_000
    """Or so many of its tries."""
    directed_tries: int = 8_000
    """Inputs that a search with a goal may try for all sets together."""
    seeds: int = 60
    """Inputs from which it begins."""
    sampled_seeds: int = 20
    """Those among them of samples, where there are such."""
    first_recombinations: int = 600
    """Recombinations that are tried of all tests that the first search found."""
    recombinations: int = 60
    """Recombinations that are tried of one test that a solver found."""
    mixed_clauses: int = 4
    """Contracts with fewer clauses have few sets, which the solvers settle at once: nothing is recombined."""
    solver_memory: int = 352 * 2**20
    """Bytes of address space that a solver may use, its own code included (170 MiB): most take 10 MiB more, and what
    takes hundreds is not decided with a thousand either."""

    # Better tests than those that were found

    preferring_share: float = 0.02
    """Share that looking for them may take."""
    shrinking_executions: int = 400
    """Executions of the contract that making one test simpler may take; a quarter of it with many clauses."""
    quickly_shrunk_clauses: int = 7
    """From so many clauses on there are hundreds of sets, each of whose tests is made simpler."""
    shrinking_replays: int = 60
    """Executions for that where what the function does after the contract matters, too."""
    given_inputs: int = 8
    """Inputs that come with a task that are looked at for a valid one."""
    valid_tries: int = 600
    """Inputs that are made to find a valid one, of the declared types first and then of any."""
    valid_inputs: int = 4
    """Valid inputs of which the one with arguments of the declared types is taken."""
    valid_draws: int = 40
    """Inputs of the declared types that are tried where the function returns on none that is known."""
    default_inputs: int = 48
    """Inputs that leave parameters at their defaults and are tried as valid ones."""
    typed_tries: int = 300
    """Inputs of the declared types that are tried in place of tests that are not."""
    typed_values: int = 16
    """Values of the declared type that are tried for each argument of a valid input."""
    longer_texts: int = 1_000
    """Inputs with something before or after a text that are tried where a set has only tests of other types."""
    lengthening_rounds: int = 2
    """How often that is done to one text."""
    nested_annotations: int = 6
    """Annotations inside annotations of which values are made."""
    failing_draws: int = 300
    """Inputs of the declared types that are made in search of a valid one on which the function fails."""
    failing_tries: int = 96
    """Valid ones among them that it is called on."""
    wide_items: int = 1_000
    """Items of a list or tuple that are written out in the wide universe. Without what is behind, the replay says what
    becomes of it."""
    wide_elements: int = 3
    """Elements of a list or tuple that are replaced there, one at a time."""

    # Objects

    constructing_share: float = 0.25
    """Share that objects may take which take too long to make."""
    constructed_at_once: int = 8
    """Expressions that are tried before it is seen how many of them take too long."""
    constructor_seconds: float = 4.0
    """Seconds for an input that the constructor of a class accepts, once for all functions of a module: as much as a
    function of a file has."""
    corrected_expressions: int = 24
    """Expressions for one parameter whose arguments are replaced by those that a constructor accepts."""
    known_receivers: int = 1
    """Objects of a receiver below which, and at which, more are looked for."""
    further_rounds: int = 2
    """Calls after those that a sample has already."""
    further_tries: int = 64
    """Expressions that are tried in one round of such calls."""
    further_starts: int = 6
    """Objects of one round that the next one begins with."""
    simpler_objects: int = 24
    """Objects that are tried in place of one in a test."""
    crossing_rounds: int = 3
    """How often arguments of objects in tests are put together anew."""
    crossed_inputs: int = 200
    """Inputs that are tried each time."""
    crossed_accepted: int = 3
    """Inputs that violate nothing, with different objects, among those whose objects are put together anew: the first
    ones are often empty."""
    shared_objects: int = 12
    """Objects that two parameters are given as one."""
    parts_inside: int = 3
    """Texts and numbers of one object that are tried as arguments."""
    combined_parts: int = 9
    """Ways to pass them."""

    # Several tests of a set, and every way to violate a clause

    alternative_tries: int = 400
    """Inputs that are looked at for one set of clauses."""
    alternative_tries_of_many: int = 120
    """The same where there are many clauses."""
    many_clauses: int = 6
    """From this many clauses on (2**6 - 1 = 63 sets) fewer inputs are tried for each set."""
    alternative_seconds_of_a_set: float = 1.0
    """Wall time for one set of clauses: a contract may be slow."""
    alternative_seconds: float = 15.0
    """Wall time for all of them together."""
    spare_alternatives: int = 2
    """How many times as many as asked for are replayed: some may not be exact."""
    ways_share: float = 0.15
    """Share that each of the two searches for further ways may take, of what is left of it."""
    least_ways_seconds: float = 0.05
    """Seconds below which nothing is looked for."""
    joined_conditions: int = 64
    """Contracts that join more conditions are left as they are."""

    # Constraints that a library checks

    declared_values: int = 150
    """Values of one place that are tried."""
    declared_levels: int = 6
    """Models inside models whose fields are looked at; one may hold itself. A clause of a deeper one has no test."""
    declared_elements: int = 10_000
    """Elements of a container that is made because a length is demanded: the library looks at each of them."""
    declared_entries: int = 1_000
    """Entries of a dict that is made so."""
    hinted_bits: int = 330
    """Bits of a constant that is tried as a value."""
    hinted_characters: int = 100
    """Characters of one: as many digits of a number."""
    hints: int = 40
    """Constants of a class that are tried as values of one of its fields, those of its validators first."""
    declared_sets: int = 300
    """Sets of clauses that are looked at: all single ones, then pairs."""
    declared_seconds: float = 3.0
    """Seconds for a contract of the constraints of one place."""
    values_of_clauses: int = 6
    """Values of a field that are kept for a set of its clauses."""
    inputs_of_a_clause: int = 40
    """Inputs that are put together for a single clause."""
    mixed_inputs: int = 400
    """Inputs of valid values that are tried for what is about the whole of an input."""
    mixed_values: int = 4
    """Valid values of a field of which the first half of these inputs is made."""

    # Bodies of Python that are executed

    executed_inputs: int = 300
    """Valid inputs on which a body runs, half of them the simplest: a call takes a fraction of a millisecond."""
    odd_inputs: int = 80
    """Inputs of texts that few people think of."""
    judged_inputs: int = 24
    """Those of them that judge the postcondition."""
    breaking_inputs: int = 3
    """How many that it refuses come first."""
    body_seeds: int = 400
    """Inputs of the declared types that are made for a body."""
    body_tries: int = 400
    """Those that are tried for one that meets the precondition."""
    body_inputs: int = 160
    """Valid inputs below which more are looked for near those."""
    body_neighbours: int = 60
    """Values near each that are tried."""
    body_constant: int = 50
    """Characters of a text of the body that inputs are made of: longer ones are messages."""
    mutant_seconds: float = 0.05
    """Processor time of one call of a mutant: what takes longer has no end. Most bodies take a hundredth of it."""
    endless_mutants: int = 8
    """Mutants without an end that are waited for, of one body."""
    method_objects: int = 24
    """Objects on which a method is called."""
    method_arguments: int = 60
    """Lists of arguments that are made for it."""
    method_calls: int = 200
    """Lists of arguments for what is called on no object."""
    arguments_of_an_object: int = 8
    """Lists of arguments that are tried with each object."""
    other_results: int = 40
    """Results near the one that a call returned of which it is seen whether they are accepted."""
    method_mutants: int = 40
    """Mutants of the body of one method."""
    yielded_values: int = 1_000
    """Values of a generator: one that has more is taken for one without an end, of which nothing is said."""

    # Which input separates two conditions, and mutants of contracts

    separating_tries: int = 1_500
    """Inputs of the search before solvers are asked."""
    separating_seconds: float = 0.5
    """Seconds of work for it."""
    model_steps: int = 300_000
    """Steps of the evaluator for the inputs of solvers: there are few, and some are long."""
    question_seconds: float = 60.0
    """Seconds of work, for one question without a budget for everything."""
    mutated_characters: int = 50_000
    """Contracts of more characters are not mutated: each mutant is as long as they are."""
    adequacy_inputs: int = 64
    """Valid inputs of a task that take part; data sets have a thousand of some."""
    adequacy_seconds: float = 30.0
    """Wall time after which the mutants that are left stay open."""
    mutant_query_seconds: float = 2.0
    """Seconds for one query to a solver about a mutant."""
    mutant_solver_seconds: float = 4.0
    """Seconds that a solver may take for one mutant."""
    first_batch: int = 4
    """Inputs that a mutant is tried on at once, twice as many each time: the first ones tell most mutants apart."""
    largest_batch: int = 64
    """Inputs of the largest batch."""
    undecided_inputs: int = 3
    """A mutant that has no verdict (in time) on so many inputs is given up."""

    # Strategies of hypothesis

    strategy_seeds: int = 60
    """Inputs from which a search begins."""
    strategy_tries: int = 4_000
    """Inputs that it tries."""
    strategy_inputs: int = 64
    """Inputs of the wanted kind that are kept."""
    strategy_sets: int = 32
    """Other sets of clauses that are looked for, as what violates them may be near."""
    strategy_neighbours: int = 60
    """Values near a known input that are tried."""


LIMITS = RunLimits()

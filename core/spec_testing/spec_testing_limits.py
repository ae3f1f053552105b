"""How much is tried, and for how long, when specifications are tested: all of it in one place. What is drawn how often,
and in which order, stands beside its use."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class SpecTestingLimits:
    """What is beyond one of these is not found, or unknown: fewer tests, wrong outputs and proofs, never a wrong
    verdict. Shares are of the time that is left; seconds are of work. Where no reason stands beside a number, it was
    chosen, not measured."""

    # Valid inputs: drawn, chosen, repaired, solved for

    valid_inputs: int = 120
    """Valid inputs of a method, among which those for tests are chosen, and on all of which its body runs."""
    drawn_inputs: int = 3_000
    """Random inputs that are drawn for one precondition. Where none of them meets it, solvers are asked."""
    repeated_inputs: int = 100
    """Inputs in a row that were tried before, after which a search ends: `n: nat` has hardly more of them, and
    thousands would be drawn."""
    inputs_with_one_for_two: int = 10
    """Inputs in which one object is put in the place of two, for each pair of names."""
    inputs_with_one_array: int = 30
    """Inputs in which one array is put in the place of two, and so many pairs of arrays in each."""
    values_of_a_part: int = 20
    """Values of a part of an input that are found by themselves."""
    condition_steps: int = 20_000
    """Steps of the evaluator, for one condition (a precondition, the promise of a type, what a function says of an
    object) on one input."""
    unrolled_steps: int = 20_000
    """Steps of the evaluator, for a fact in which functions are unrolled for sequences of unknown elements: counting 24
    elements takes a thousand."""
    first_input_seconds: float = 2.0
    """Seconds of work of solvers, for the first valid input where a search finds none, and half of it for others near
    it."""
    covering_seconds: float = 1.0
    """Seconds of work, for telling which ways inputs take through a contract, and for asking for inputs that take the
    others."""
    way_seconds: float = 0.03
    """Seconds for a query for an input that takes one way. What is found, or proved not to be there, is so in a tenth
    of it; after a way without an answer no other one is asked for."""
    counterexample_seconds: float = 0.1
    """Seconds for a query for an input on which a lemma is false. That none is found in it says nothing."""
    function_seconds: float = 0.1
    """Seconds for a query about what a precondition says of all arguments of a function that is given."""
    ways: int = 40
    """Conditions that tell the inputs of a method apart. Tests are made for a few of them; each is evaluated on every
    input."""
    visited_subterms: int = 2_000
    """Subterms of one clause and of the functions that it calls, where these are looked for: inlined functions share
    none."""
    inlined_bodies: int = 2
    """Bodies of functions inside bodies of functions, where conditions are looked for that tell inputs apart."""
    drawn_elements: int = 7
    """Elements of a drawn collection, fewer than this: quantifiers over several of them are evaluated element by
    element."""
    drawn_elements_for_constants: int = 12
    """Elements of a collection that is longer because a constant asks for it (`requires |s| > 8`), at most."""
    drawn_levels: int = 4
    """Levels of constructors and collections of a drawn value, and few more."""
    repair_rounds: int = 4
    """Times that all conditions of an input are gone through: a repair may break one before."""
    repaired_conditions: int = 800
    """Conditions, and parts of these, that are repaired for one input."""
    instances: int = 150
    """Instances of a quantified condition that are repaired."""
    repairs_in_vain: int = 30
    """Inputs in a row that are repaired and not valid afterwards, after which no further ones are repaired."""
    repair_steps: int = 5_000
    """Steps of the evaluator, for one part of a condition that is repaired."""
    repaired_levels: int = 12
    """Bodies of functions inside bodies of functions that are repaired: lists are gone through by recursion."""
    sized_elements: int = 12
    """Elements of a collection that is given a size, so that a condition is met."""
    inverted_levels: int = 12
    """Operators inside each other, and bodies of functions, that are inverted so that a condition is met."""
    range_levels: int = 50
    """Connectives inside each other, where a range is looked for: what is deeper leaves every number."""
    range_branches: int = 6
    """Conditions inside each other, where a range is looked for: each doubles what is to be looked at."""
    unknown_elements: int = 10_000
    """Elements of the longest sequence whose elements are treated as unknowns of their own."""
    unrolled_elements: int = 24
    """Elements of the longest sequence for which a function that takes it is unrolled: each of them may be a case."""
    arrays_of_an_input: int = 200
    """Arrays that one input reaches."""
    frame_steps: int = 50_000
    """Steps of the evaluator, for what `modifies` names, and whether an object may change."""
    clause_frame_steps: int = 10_000
    """Steps of the evaluator, for which object a frame is on one input: as many as for what a clause says of it."""

    # Functions that are values

    compared_arguments: int = 40
    """Arguments on which two values that are functions are compared."""
    changed_arguments: int = 3
    """Arguments at which another value that is a function has another result."""
    result_steps: int = 5_000
    """Steps of the evaluator, for the result of a function on one argument."""

    # Objects that are built

    building_attempts: int = 60
    """Objects that are built for one method, each by other random choices. What none of them shows is not said to hold;
    the time may end it earlier."""
    built_inputs: int = 30
    """Inputs that are objects, and are executed. Each builds its objects anew, so that they cost more than those that
    are drawn (`valid_inputs`)."""
    calls_of_an_object: int = 4
    """Calls of methods on a new object: enough to fill a small container and take something out again."""
    calls_of_a_long_life: int = 10
    """Calls in an attempt in which objects are to have something in common: they have to hold something."""
    tried_arguments: int = 12
    """Arguments that are tried for one of these calls, until some meet its precondition."""
    objects_inside_objects: int = 3
    """Objects that are given to the constructors of others, inside each other."""
    objects_of_an_attempt: int = 400
    """Objects in one attempt: constructors that take several objects, and refuse most, would ask for ever more."""
    climbing_assignments: int = 100
    """Assignments of the fields of an object that are tried one after the other."""
    repaired_arguments: int = 3
    """Arguments of one attempt that are repaired, where none meet the precondition of a call."""

    # Tests that are made by running bodies

    making_share: float = 0.5
    """Share of the time of a file, for all its made tests: tests that are not judged are worth nothing."""
    searching_share: float = 0.75
    """Share of the time of a method, for the search of its inputs, by the processor time as well: it counts hardly any
    steps, and what is found too late is not executed."""
    building_share: float = 0.5
    """The same for building objects that are inputs, which are to be judged, too."""
    search_seconds: float = 1.5
    """Seconds of work, for the inputs of one method, and as much for their executions."""
    made_tests: int = 6
    """Tests of a method that has none."""
    further_made_tests: int = 4
    """Tests beyond these, each of which takes a way through the contract that the others do not."""
    fewer_steps: int = 4
    """An execution has one in so many of its steps, once one of the same body took too many."""
    executions_for_a_test: int = 5
    """Executions on objects that are built, for each test that is to be made, among which it is chosen; `built_inputs`
    in all."""
    further_seconds: float = 0.5
    """Seconds of work, for executions on further inputs, of which only those become tests that show something."""
    further_inputs: int = 60
    """Further inputs that are executed, as different as there are. Of 487 mutants of bodies of VeriContest 375 differ
    on one of the 120 that a search finds, 372 on one of the first 60, and 364 on one of the first 30."""
    bettering_share: float = 0.8
    """Share of the time that is left, for what makes tests better that are there without it."""
    unmet_candidates: int = 200
    """Inputs that are looked at for the condition that none of them meets, which is told: what none of so many meets is
    hardly met by any that is drawn."""
    unmet_seconds: float = 0.3
    """Seconds of work for that: it is a reason, and no verdict."""
    choices_of_a_body: int = 150
    """Choices of one body on one input: five elements have 120 orders. Where there are more, whether an accepted output
    is wrong is unknown."""
    type_steps: int = 50_000
    """Steps of the evaluator, for whether a result is a value of its type."""
    choices_seconds: float = 0.5
    """Seconds of work, for all choices of a body on one input."""
    open_input_seconds: float = 0.5
    """Seconds of work, for inputs on which it is open what else is accepted, in each of the two ways."""
    open_inputs: int = 18
    """Inputs near whose outputs others are tried: they are as different as those that a search found."""
    open_query_seconds: float = 0.1
    """Seconds for the query to each solver about these: what is found, or proved, is so at once or hardly ever."""
    recommended_tests: int = 10
    """Tests on which it is looked whether clauses evaluate what is not recommended."""

    # What a method is judged by

    judging_share: float = 0.7
    """The part of a method's time in which its tests and their mutants are judged; the rest is for other outputs and
    for proofs about clauses."""
    output_search_seconds: float = 10.0
    """Seconds of work, for the search of other outputs on the inputs of one method."""
    seconds_late: float = 0.8
    """Seconds after its time in which a method may say what it has found: engines that are over say so, and what counts
    none of its steps is ended then. Half a second of it a recursion of 10,000 calls takes to be left, on a slow
    machine."""
    invalid_share: float = 0.3
    """The part of what is left of a test's time that is for its invalid inputs: they speak of the precondition, and
    what else the postcondition accepts on valid ones is the verdict."""
    invalid_inputs: int = 5
    """Invalid inputs that are made from a valid one, where no outputs are mutated."""
    invalid_trials: int = 10
    """Tests of a method from which invalid inputs are made: more show the same of a precondition."""
    invalid_values: int = 30
    """Values of one parameter that are looked at in search of invalid inputs."""
    undecided_lemma_tests: int = 2
    """Tests of one lemma for which solvers find no answer about all functions, after which they are not asked."""
    mutants_looked_at: int = 200
    """Candidate mutants of one example that are looked at, for each set of operators: a property may accept most of
    them."""
    mutated_sites: int = 2_000
    """Sites of a body that are mutated; where there are more, some are left out."""
    body_mutants: int = 100
    """Mutants of one body, in an order that the seed gives: each runs on all valid inputs. What a longer body has
    beyond these is not made, and counts nowhere."""
    body_mutants_seconds: float = 2.0
    """Seconds for all mutants of one body."""
    mutant_turns: int = 6
    """A mutant may take so many times the steps of the body. What takes longer has *no end*, as mutation testing says:
    it is no survivor."""
    mutant_steps: int = 2_000
    """Steps beyond these, for a mutant of a body that takes next to none."""
    findings_seconds: float = 0.5
    """Seconds of work, for the executions on the inputs of all tests of a method in search of findings about its
    body."""
    inputs_without_a_clause: int = 8
    """Inputs that meet the precondition without one of its clauses, for each clause."""
    rounded_elements: int = 64
    """Elements of a sequence of reals that solvers are asked about."""

    # Other outputs that are accepted

    outputs_of_an_input: int = 200
    """Outputs of one input that are tried."""
    further_calls_share: float = 0.15
    """Share of the time for what is accepted on an input, for what further calls lead to: where much is accepted, an
    output near the expected one shows it sooner."""
    further_executions: int = 4
    """Executions of a method after which further calls are tried."""
    further_calls: int = 3
    """Calls after each of these executions."""
    output_query_seconds: float = 0.5
    """Seconds for one query to a solver about other outputs. What z3 finds or proves takes a hundredth of it, cvc5 up
    to a third."""
    output_steps: int = 200_000
    """Steps of the evaluator, for confirming one output and for listing all that are accepted. What takes more is left
    to solvers."""
    compared_outputs: int = 12
    """Accepted wrong outputs that are compared before the smallest is taken."""
    outputs_between_bounds: int = 300
    """Outputs between bounds that are all asked about: those of a byte."""
    outputs_near_one: int = 60
    """Mutants of one component of an output."""
    values_at_hand: int = 30
    """Values of one component of an output that are small, in the input, or in the clauses."""
    short_sequences: int = 40
    """Short sequences of values at hand."""
    values_combined: int = 8
    """Values of each of two components of an output that are combined."""
    parts_put_together: int = 5
    """Parts of an output that is put together otherwise: there are 42 trees of five numbers in each of their orders."""
    constructors_put_together: int = 16
    """Constructors of such an output, leaves among them: a binary tree of five numbers has five nodes and six
    leaves."""
    rearranged_outputs: int = 120
    """Outputs of the same parts, as many as five parts have orders. They are tried as other outputs; solvers are asked
    beside them."""
    replaced_outputs: int = 40
    """Outputs that differ in one value wherever it stands: each is a change of many components, and most objects hold a
    few values."""
    parts_of_a_component: int = 200
    """Parts of a component of an output. A larger one stays as it is, which also bounds how deep it is."""
    changing_fields: int = 60
    """Fields of objects that may change, each of which is an unknown of one query. With more what is accepted is
    unknown."""
    proposed_seconds: float = 2.0
    """Seconds of work for the outputs of one input of a function in Python."""
    proposed_query_seconds: float = 0.5
    """Seconds for one query about these: most are decided in a fiftieth of a second."""
    proposed_steps: int = 100_000
    """Steps of the evaluator for one output that a solver proposes."""
    encoded_elements: int = 60
    """Elements of all values of an example in Python: each of them is encoded."""
    rearranged_elements: int = 6
    """Elements of an output in Python of which all orders are tried: 720."""

    # Proofs about clauses, and repairs of them

    clause_query_seconds: float = 0.2
    """Seconds for one query about a clause: what every input or none meets is proved at once, or takes induction."""
    lemma_query_seconds: float = 0.1
    """Seconds for the query whether a lemma holds of all inputs: what takes induction is proved by a body, and by no
    solver."""
    axioms_of_a_lemma: int = 12
    """Axioms for one lemma. A solver tries instances of each, and more of them leave it less time for those that
    matter."""
    atoms: int = 60
    """Atoms of a term. Each is tried with two values, and a search over the others decides whether it may have them.
    Nothing is said to be forced by a term with more."""
    evaluations_of_atoms: int = 2_000
    """Evaluations under some values of the atoms, for one term."""
    nodes_of_atoms: int = 400_000
    """Nodes that are visited in these evaluations."""
    contradiction_seconds: float = 1.0
    """Seconds for one query whether some input has no output, about all inputs."""
    contradiction_seconds_of_an_input: float = 0.3
    """The same about one input."""
    inputs_alone: int = 20
    """Inputs from the first on that are asked by themselves whether they have an output, and so many of those after
    them."""
    smaller_inputs: int = 200
    """Inputs smaller than one without an output that are looked at."""
    smaller_share: float = 0.5
    """Share of the time that is left, for smaller inputs than one without an output."""
    interpreted_functions: int = 8
    """Functions without a body in one program that are given a meaning: a file that leaves more of them open is about
    their axioms."""
    rescoring_share: float = 0.3
    """Share of the time that is left for a file, for proofs that functions without a body keep their promises, and for
    judging again with other classes that implement a trait."""
    implementations: int = 3
    """Classes beside the first that stand for a trait."""
    repair_share: float = 0.25
    """Share of the method's time that is left, for the search of repairs, and the checks of proposals."""
    edits: int = 40
    """Changes of a specification that are tried. Each is judged on tests and survivors."""
    edit_tests: int = 40
    """Tests, and surviving outputs, that an edit is tried on."""
    edit_inputs: int = 300
    """Inputs that are tried in search of valid ones, for an edit. All that are found count."""
    edit_proof_seconds: float = 1.0
    """Seconds for the proof that a changed clause is defined. Without it the change is not proposed."""
    edit_check_seconds: float = 2.0
    """Seconds for the checks of all proposals: on hundreds of inputs, some of which ask a solver, a quarter of a
    minute's budget would go into proposals that nobody may look at. One that is not checked by then is not shown."""

    # Inputs that violate a precondition

    violating_steps: int = 50_000
    """Steps of the evaluator, for one clause on one input, which is unknown beyond it."""
    steps_of_an_element: int = 50
    """Steps of the evaluator beyond these, for each element of a long input."""
    violating_seconds: float = 3.0
    """Seconds of work, for the search among small values, before solvers are asked and after. What it does not find is
    theirs."""
    violating_building_seconds: float = 1.5
    """Seconds for inputs that are objects: they are built by constructors and calls of methods."""
    stretching_seconds: float = 3.0
    """Seconds for inputs that are as long as a bound on a length, and longer."""
    stretched_inputs: int = 2
    """Inputs that meet the precondition of which long ones are made, beside those that violate it."""
    candidate_inputs: int = 4_000
    """Inputs of a search beyond the known ones: all combinations of small values where there are no more, as many
    random ones otherwise. Its time may end it earlier."""
    candidate_values: int = 60
    """Values of one parameter that are combined."""
    values_near_one: int = 20
    """Values near one known value: near it, others are alike."""
    candidate_elements: int = 40
    """Elements of the longest sequence that is made because the method's constants are that large."""
    different_elements: int = 6
    """Different elements from which sequences are made, and of the largest set."""
    functions_with_constants: int = 30
    """Functions whose bodies are looked at for constants, the nearest first."""
    simpler_inputs: int = 300
    """Simpler inputs that are tried, each of which is judged by all clauses. What is left is a test as good, but
    longer."""
    violating_elements: int = 10_001
    """Elements of a sequence that is made, each of which costs time: 189 of 357 bounds beyond `candidate_elements` in
    VeriContest and vericoding are lower."""


LIMITS = SpecTestingLimits()

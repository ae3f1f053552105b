"""How much is tried, and for how long, when programs are graded and rewarded: all of it in one place. What a program
may take itself is set by users (`Settings`)."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class GradingLimits:
    """What is beyond one of these is unknown, and counts as neither right nor wrong. Where no reason stands beside a
    number, it was chosen, not measured."""

    # The checks in a program

    guards: int = 64
    """Checks of one program. Those of a program with more are known in part, and the others count for nothing."""
    statements: int = 20_000
    """Statements that are looked at in one program, those of a helper at each of its calls."""
    helper_levels: int = 3
    """How deep helpers that call helpers are followed."""
    condition_levels: int = 3
    """How deep conditions that call conditions are followed."""
    parsed_times: int = 8
    """How often prose is parsed in the search for code, in lengths of the answer: what somebody wrote to make the
    search long is given up, and time stays linear."""
    least_parsed_characters: int = 20_000
    """Characters that are parsed of a short answer, anyway."""
    rewarded_reading_seconds: float = 1.5
    """Seconds for reading a program that is rewarded: of processor time and of waiting. Programs take a hundredth of
    that."""
    rewarded_seconds: float = 4.0
    """Seconds for all that a program that is rewarded takes, of its own and of ours, beside twice those of its valid
    inputs and what its checks are compared in, which is not taken from it: how long that takes depends on what is
    kept."""

    # Checks beside clauses

    program_seconds: float = 15.0
    """Seconds of work for one program, which may have many checks: each pair of a check and a clause takes its
    time."""
    isolated_characters: int = 4 << 20
    """Characters of all texts that are made of one program."""
    pair_seconds: float = 5.0
    """Seconds of a solver, for one pair of a check and a clause."""
    least_pair_seconds: float = 0.2
    """And where what is left for the program is nearly used up: a query that is given less answers nothing."""
    pair_query_seconds: float = 3.0
    """Seconds of a solver, for one query about a pair."""
    evaluated_together: int = 32
    """Inputs on which blocks are evaluated at once, at most: a block that hangs ends the evaluation with them. The
    first input is alone, and each time twice as many follow, so that one that always hangs does so once."""
    late_times: float = 3.0
    """How often its time the comparison of checks may take before it is stopped, with all solvers and sandboxes: it
    counts its work, and so ends by itself at the same place each time; what does not is stopped by this."""
    stalled_seconds: float = 600.0
    """Seconds on the clock after which it is given up, however little it took."""

    rewarded_program_seconds: float = 1.0
    """The same as `program_seconds`, for a program that is rewarded."""

    # Inputs on which checks are watched

    drawn_inputs: int = 2_400
    """Inputs that are drawn and replayed for a task: of some hundreds each clause is violated. Replaying one takes some
    hundredths of a millisecond."""
    drawing_starts: int = 200
    """Valid inputs from which others are drawn."""
    large_elements: int = 400
    """Elements of a large value, and digits of a large number: enough to be beyond whatever a program takes for
    small."""
    input_characters: int = 20_000
    """Characters of the text of one input."""
    violating_inputs: int = 640
    """Violating inputs, of those that are drawn, that one program is tried on. A program that lets one in 97 by gets
    through 240 in one of 12 tries, through 640 in one of 770."""
    admitted_inputs: int = 60
    """Valid ones."""
    evaluated_inputs: int = 160
    """Inputs on which clauses and checks are evaluated before a solver is asked whether they are the same."""
    constants: int = 16
    """Constants of one program that are tried."""
    constant_characters: int = 500
    """Characters of one, written down."""
    constant_elements: int = 1_000
    """Elements, characters or digits of an input that is longer than a constant."""
    starts_at_constants: int = 6
    """Violating tests, of each kind one, and valid inputs, of which inputs at constants of a program are made."""
    inputs_at_constants: int = 300
    """Such inputs of one program."""
    replayed_together: int = 8
    """Such inputs that are replayed at once: after one on which the contract does not end no others are."""
    watched_valid_inputs: int = 3
    """Valid inputs of the task on which a check that stands behind another is watched."""
    first_calls: int = 40
    """Calls of the first process in which a program is watched."""
    further_calls: int = 420
    """Calls of the second one, which has all others and begins again with those that violate: a program that counts its
    calls does not check alike in the two. The second one sees another user and another time."""
    ended_calls: int = 5
    """After so many calls that ended the process, those that are left are not run."""
    rewarded_ended_calls: int = 2
    """The same of a program that is rewarded."""


LIMITS = GradingLimits()

"""Metrics of the suite as pure functions: no solver, no file, no clock, and no randomness without a seed.

Every metric returns a :class:`Score`: bounds over all ways in which the unknown verdicts can turn out, the
number of units behind it, and a confidence interval. A metric averages over whatever it is given: pass the
data of one task for that task's score, the data of many tasks for their micro average, and use
:func:`mean_score` on scores of single tasks for the macro average.
"""

from .contract import (
    ContractTests,
    ViolationTest,
    assert_violation_coverage,
    jaccard_index,
    mutation_score,
    target_specificity,
    tests_of_program,
)
from .estimates import Interval, Score, bootstrap_interval, mean_score, proportion, wilson_interval
from .programs import (
    Alignment,
    Rejection,
    SampleCount,
    assertion_alignment_precision,
    assertion_alignment_recall,
    contract_satisfaction_rate,
    mean_pass_at_k,
    pass_at_k,
)
from .specifications import (
    Agreement,
    SpecificationVerdict,
    cohen_kappa,
    completeness,
    correctness,
)

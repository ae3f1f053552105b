"""Compute rates from grades."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ...core.metrics import (
    SampleCount,
    Score,
    assertion_alignment_precision,
    assertion_alignment_recall,
    mean_pass_at_k,
    mean_score,
)
from ..schema import StatisticsRow, part_of
from .adherence import ANY, Reject, coverage, crashing, describe, feasible, satisfaction
from .alignment import GuardAlignment
from .grade import FileGrades, Grade, by_task

Passes = Callable[[Grade], bool | None]


def statistics_of(graded: FileGrades, ks: Sequence[int], reject: Reject, left_out: int) -> StatisticsRow:
    """The rates of a graded file; `left_out` is the number of shipped inputs that are no tests.

    pass@k is of the code that was found in each answer: `base` and `plus` over all samples; `as_written` as `plus`
    where an answer that is not a module as it stands fails, as in EvalPlus without its sanitiser; `conditional` over
    the samples that define the function; `strict` with 0 for every task of the data set that has no sample; `both` for
    passing everything and refusing every test that violates the contract.
    """
    grades = graded.grades
    responses = [response for grade in grades for response in grade.responses]
    correct = [grade for grade in grades if grade.judgement.passes_plus]
    loaded = [grade for grade in grades if grade.sample.problem is None]

    # Tasks without samples count only where that is asked for.
    def passed(chosen: Sequence[Grade], passes: Passes, absent: int = 0) -> dict[str, Score]:
        return {str(k): mean_pass_at_k(_counts(chosen, passes, k, absent), k) for k in ks}

    pass_at_k = {
        "base": passed(grades, lambda grade: grade.judgement.known_base),
        "plus": passed(grades, lambda grade: grade.judgement.known_plus),
        # `not extracted and known`: False where the code was taken out of an answer, else what is known, None included.
        "as_written": passed(grades, lambda grade: not grade.sample.extracted and grade.judgement.known_plus),
        "conditional": passed(loaded, lambda grade: grade.judgement.known_plus),
        "strict": passed(grades, lambda grade: grade.judgement.known_plus, len(graded.missing)),
        "both": passed(grades, lambda grade: refuses_all(grade, reject) and grade.judgement.known_plus),
    }
    # Each rate in the variants of the literature, so that figures can be compared.
    rates = {
        "csr": satisfaction(responses, reject),
        "csr_crash": crashing(responses, reject),
        "csr_any": satisfaction(responses, ANY),
        "csr_feasible": satisfaction(feasible(responses), reject),
        "csr_feasible_any": satisfaction(feasible(responses), ANY),
        "csr_correct": mean_score(satisfaction(grade.responses, reject) for grade in correct),
        "avc": coverage((grade.responses for grade in grades), reject),
        "avc_any": coverage((grade.responses for grade in grades), ANY),
        **_alignments([grade.alignment for grade in grades if grade.alignment is not None]),
    }
    return part_of(
        StatisticsRow,
        {
            "samples_file": graded.source.name,
            "samples": len(grades) + len(graded.outside) + len(graded.ungraded) + len(graded.lost),
            "tasks": sum(1 for _ in by_task(grades)),
            "tasks_without_samples": len(graded.missing),
            "problems": _problems(graded),
            "verdicts": Counter(grade.sample.problem or grade.judgement.verdict for grade in grades),
            "inputs_left_out": left_out,
            "pass_at_k": pass_at_k,
            "reject": describe(reject),
            **rates,
        },
    )


def refuses_all(grade: Grade, reject: Reject) -> bool:
    """Whether a program is known to refuse every test that violates the contract."""
    return all(response.rejection(reject) == "rejected" for response in grade.responses)


def _counts(grades: Sequence[Grade], passes: Passes, k: int, absent: int) -> Iterable[SampleCount]:
    for _, found in by_task(grades):
        # None is what could not be decided: it counts as neither, and widens the bounds of pass@k.
        counter = Counter(map(passes, found))
        yield SampleCount(len(found), counter[True], counter[None])
    # A task without samples has k that fail: the estimate needs at least k of them.
    for _ in range(absent):
        yield SampleCount(k, 0)


def _problems(graded: FileGrades) -> dict[str, int]:
    """How many samples there are of each kind of trouble."""
    found: Counter[str] = Counter(sample.problem or "unknown task" for sample in graded.outside)
    found.update(grade.sample.problem for grade in graded.grades if grade.sample.problem is not None)
    found["task not graded"] = len(graded.ungraded)
    found["worker died"] = len(graded.lost)
    found["cut"] = sum(grade.sample.cut for grade in graded.grades)
    found["code extracted"] = sum(grade.sample.extracted for grade in graded.grades)
    found["repeated"] = sum(grade.sample.repeats for grade in graded.grades)
    return {name: number for name, number in found.items() if number}


def _alignments(found: Sequence[GuardAlignment]) -> dict[str, Score]:
    if not found:
        return {}
    return {
        "aar": assertion_alignment_recall(alignment.proved for alignment in found),
        "aap": assertion_alignment_precision(alignment.proved for alignment in found),
        "aar_in_context": assertion_alignment_recall(alignment.in_context for alignment in found),
        "aap_in_context": assertion_alignment_precision(alignment.in_context for alignment in found),
        "aar_published": assertion_alignment_recall(alignment.published for alignment in found),
        "aap_published": assertion_alignment_precision(alignment.published for alignment in found),
    }

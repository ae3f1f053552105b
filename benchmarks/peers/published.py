"""Published figures, each with the place that it was read at. What could not be read there is not here."""

from attrs import frozen

REPOSITORY = "github.com/suhanmen/ContractEval, README.md at commit 01c8f68"
REVISED = "the same at commit db24a87"
PAPER = "S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, arXiv:2510.12047"
TASKS = {"HumanEval+": 164, "MBPP+": 378}
"""Tasks of the data sets that the repository names (v0.1.1 and v0.2.0)."""


@frozen(slots=True)
class PublishedPrograms:
    """Programs of one model with one prompt: percentages as they were published, without intervals."""

    dataset: str
    model: str
    prompt: str
    pass_at_1: float
    avc: float
    aar: float
    aap: float


@frozen(slots=True)
class PublishedAnswers:
    """Programs of one model with one instruction, of both data sets: percentages as they were published."""

    model: str
    instruction: str
    pass_at_1: float
    csr: float
    code_bleu: float
    judged: float


@frozen(slots=True)
class PublishedScores:
    """Tests made by one method: percentages as they were published."""

    method: str
    avc: float
    ts: float


def _rows(dataset: str, text: str) -> tuple[PublishedPrograms, ...]:
    programses = []
    for line in text.strip().splitlines():
        model, prompt, *numbers = line.split()
        programses.append(PublishedPrograms(dataset, model, prompt, *map(float, numbers)))
    return tuple(programses)


PROGRAMS = _rows(
    "HumanEval+",
    """
gemma-3     CS   84.41  24.85  11.41  14.04
gemma-3     EAS  82.94  91.02  28.07  27.77
DeepSeek    CS   73.78  44.12  15.65  16.97
DeepSeek    EAS  71.77  79.29  27.62  28.01
Qwen3       CS   78.92  28.04  13.17  22.55
Qwen3       EAS  77.83  87.81  31.53  36.09
Phi-4-plus  CS   72.23  52.91  18.78  21.09
Phi-4-plus  EAS  67.08  69.50  21.33  20.06
""",
) + _rows(
    "MBPP+",
    """
gemma-3     CS   78.56  57.99  17.50  17.93
gemma-3     EAS  78.60  95.57  32.29  31.82
DeepSeek    CS   62.53  64.20  17.59  17.57
DeepSeek    EAS  60.15  86.70  28.23  27.94
Qwen3       CS   72.41  70.86  21.09  22.99
Qwen3       EAS  72.63  94.85  31.54  32.30
Phi-4-plus  CS   64.89  67.33  24.26  24.65
Phi-4-plus  EAS  63.76  74.88  29.20  28.95
""",
)
"""The table "Results" of the repository. It has no CSR, and no n."""


def _answers(text: str) -> tuple[PublishedAnswers, ...]:
    answerses = []
    for line in text.strip().splitlines():
        model, instruction, *numbers = line.split()
        answerses.append(PublishedAnswers(model, instruction, *map(float, numbers)))
    return tuple(answerses)


ANSWERS = _answers("""
DeepSeek-R1  Standard  80.81   0.00   0.00   0.00
DeepSeek-R1  CS        73.29  27.24  34.29  53.05
DeepSeek-R1  EAS       70.87  52.66  54.51  81.49
gemma-3      Standard  81.76   0.00   0.00   0.00
gemma-3      CS        74.75  22.69  29.97  41.74
gemma-3      EAS       69.56  48.54  48.88  72.04
Phi-4        Standard  75.39   0.00   0.00   0.00
Phi-4        CS        71.29  40.71  46.66  69.33
Phi-4        EAS       72.99  50.73  50.86  75.63
Phi-4-plus   Standard  75.97   0.00   0.00   0.00
Phi-4-plus   CS        70.83  38.24  44.38  65.31
Phi-4-plus   EAS       73.21  50.94  51.04  75.98
Qwen-3       Standard  74.79   0.00   0.00   0.00
Qwen-3       CS        70.62  24.29  35.05  49.71
Qwen-3       EAS       69.65  51.83  53.30  77.27
""")
"""The table of programs in the revised repository, of both data sets together. It has no n."""

SUITES = (PublishedScores("o4-mini", 97.58, 72.69), PublishedScores("ContractEval", 94.11, 84.92))
"""The table of tests there."""

SPECGYM = "Verus-SpecGym, arXiv:2605.26457v1, abstract"


@frozen(slots=True)
class PublishedSpecifications:
    """Specifications in Verus by agents: the share of `tasks` that were solved, in percent, from `low` to `high` where
    several models are told together."""

    agents: str
    tasks: int
    low: float
    high: float


SPECIFICATIONS = (
    PublishedSpecifications("Gemini 3.1 Pro", 581, 77.8, 77.8),
    PublishedSpecifications("other frontier models", 581, 51.1, 57.8),
    PublishedSpecifications("open models", 581, 21.5, 25.5),
)
MISSED_BY_JUDGES = 26
"""Percent of the failures that execution finds which a language model as judge misses (the same abstract)."""

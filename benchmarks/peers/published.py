"""Published figures, each with the place that it was read at. What could not be read there is not here."""

from attrs import frozen

REPOSITORY = "github.com/suhanmen/ContractEval, README.md at commit 01c8f68"
PAPER = "S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, arXiv:2510.12047"
TASKS = {"HumanEval+": 164, "MBPP+": 378}
"""Of the data sets that the repository names (v0.1.1 and v0.2.0)."""


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


def _rows(dataset: str, text: str) -> tuple[PublishedPrograms, ...]:
    found = []
    for line in text.strip().splitlines():
        model, prompt, *numbers = line.split()
        found.append(PublishedPrograms(dataset, model, prompt, *map(float, numbers)))
    return tuple(found)


PROGRAMS = _rows("HumanEval+", """
gemma-3     CS   84.41  24.85  11.41  14.04
gemma-3     EAS  82.94  91.02  28.07  27.77
DeepSeek    CS   73.78  44.12  15.65  16.97
DeepSeek    EAS  71.77  79.29  27.62  28.01
Qwen3       CS   78.92  28.04  13.17  22.55
Qwen3       EAS  77.83  87.81  31.53  36.09
Phi-4-plus  CS   72.23  52.91  18.78  21.09
Phi-4-plus  EAS  67.08  69.50  21.33  20.06
""") + _rows("MBPP+", """
gemma-3     CS   78.56  57.99  17.50  17.93
gemma-3     EAS  78.60  95.57  32.29  31.82
DeepSeek    CS   62.53  64.20  17.59  17.57
DeepSeek    EAS  60.15  86.70  28.23  27.94
Qwen3       CS   72.41  70.86  21.09  22.99
Qwen3       EAS  72.63  94.85  31.54  32.30
Phi-4-plus  CS   64.89  67.33  24.26  24.65
Phi-4-plus  EAS  63.76  74.88  29.20  28.95
""")  # fmt: skip
"""The table "Results" of the repository. It has no CSR, and no n."""

"""Contracts in plain English: what each clause demands, without any model of language.

*clause → logic of claims → sentence.* `nouns.py` names values, `predicates.py` reads one test as a claim about a
subject, `logic.py` reads connectives and quantifiers, `wording.py` writes the sentence, `surroundings.py` says what
the statements around an assertion contribute. Text that has no good English is quoted in full.
"""

from .contract import Sentence, describe
from .nouns import one_line

__all__ = ["Sentence", "describe", "one_line"]

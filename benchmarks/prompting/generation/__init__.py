"""Programs from a model behind an OpenAI-compatible endpoint.

*prompts → requests → replies in a store → samples.* What has arrived is stored before anything is made of it, so a run
that was stopped goes on where it was.
"""

from .run import GenerationRun, Totals
from .store import Request, Sampling, requests_for

__all__ = ["GenerationRun", "Request", "Sampling", "Totals", "requests_for"]

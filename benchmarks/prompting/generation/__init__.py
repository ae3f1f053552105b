"""Programs from a model behind an OpenAI-compatible endpoint.

*prompts → requests → replies in a store → samples.* What has arrived is stored before anything is made of it, so a run
that was stopped goes on where it was.
"""

from .requests import Request, Sampling, requests_for
from .run import GenerationRun, Totals

__all__ = ["GenerationRun", "Request", "Sampling", "Totals", "requests_for"]

"""Prompts that ask a model for the function of a task, with its contract told in several ways."""

from .rendering import Prompt, Renderer
from .strategies import STRATEGIES, Strategy

__all__ = ["STRATEGIES", "Prompt", "Renderer", "Strategy"]

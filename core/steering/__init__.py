"""Steer an input to a near one on which a condition has another outcome, by going backwards through its operations."""

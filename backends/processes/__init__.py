"""Processes that end with the one that started them, and work that can be killed."""

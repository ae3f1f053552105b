"""Grading of candidate programs: do they do their job on valid input, and do they refuse the rest?"""

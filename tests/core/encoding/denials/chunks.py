"""Parts of a large number of programs, one for a process."""

import warnings

from .ask import Asked, ask
from .dates import ask_dates
from .declarations import ask_declared
from .functions import ask_function
from .objects import ask_object

PROGRAMS = 6
"""About one input. They share an encoding, and what it knows of the input."""
INPUTS = 50
"""For each process; then another one begins, as terms are kept for ever."""
OBJECTS = 10
"""For so many inputs there is one object, one function with declared types, one of
dates, and one whose types are declared by names."""
CHUNK = INPUTS * PROGRAMS + 4 * INPUTS // OBJECTS


def ask_chunk(first: int) -> Asked:
    """Ask about the programs of some inputs."""
    warnings.simplefilter("ignore")  # Of literals in the programs, such as `(1, 2)[None]`.
    total = Asked()
    for seed in range(first, first + INPUTS):
        try:
            total += ask(seed, PROGRAMS)
            if seed % OBJECTS == 0:
                total += ask_object(seed) + ask_function(seed) + ask_dates(seed) + ask_declared(seed)
        except Exception as problem:
            problem.add_note(f"on the programs of seed {seed}")
            raise
    return total

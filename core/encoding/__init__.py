"""From Python's dynamic values to typed terms: a contract becomes one Bool term per clause over flat constants.

The encoding is a symbolic execution of the contract. A Python value is a guarded union of abstract values
(`abstract_values.py`); an argument is a node with a tag and payloads created only when some expression asks for them
(`inputs.py`). What the encoding leaves out is never silent: see `context.py`.
"""

# Each of these registers what others call by a table: handlers of operators (`expressions.evaluates`), and functions
# that are declared before they are defined (`forward_declarations.py`).
from . import calls, comprehensions, equality, methods, ordering  # noqa: F401

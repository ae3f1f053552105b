"""What an attack is, and what a run of it shows."""

from typing import Literal

from attrs import frozen

Group = Literal["confidentiality", "integrity", "escape", "resources", "forging", "evaluator", "checks", "rewards"]
Witness = Literal[
    "leak", "files", "contact", "victim", "orphans", "kernel objects", "poison", "forged", "evaluator", "success"
]
"""How harm shows outside the process that does it.

- `leak`: what the attack returned contains a secret of this run;
- `files`: a folder of ours is not as it was;
- `contact`: somebody connected or sent to a socket of ours;
- `victim`: a process of ours is not as it was;
- `orphans`: a process of the attack is still there;
- `kernel objects`: a segment of shared memory, a queue or the like is still there;
- `poison`: the harmless program that runs next does not give its result;
- `forged`: the verdict is a pass (of a wrong program), or names the wrong exception;
- `evaluator`: the process that evaluates raised, hung, or used far more than it should;
- `success`: the program says that a system call succeeded which has no business in any program. For calls that
  leave no trace outside by themselves.
"""

PRELUDE_NAMES = ("SECRET", "FOLDER", "PORT", "DATAGRAMS", "SOCKET", "ABSTRACT", "VICTIM", "KEY")


@frozen(slots=True)
class Attack:
    """A program that wants to do harm.

    `code` defines `f`, which is called without arguments, and may use the names of `PRELUDE_NAMES`. `witness`:
    where harm is expected to show when nothing holds it. `bites`: whether it does so against a plain process with
    limits, on every machine; where not, `why` says what is in the way.
    """

    name: str
    witness: Witness
    code: str
    bites: bool = True
    why: str = ""


@frozen(slots=True)
class Benign:
    """A program that means no harm: its `f()` has to return `expected`. `needs`: a package it imports."""

    name: str
    code: str
    expected: object
    needs: str = ""


@frozen(slots=True)
class Finding:
    """What one attack did: the witnesses that saw harm, with what they saw, and what the program was said to do."""

    group: Group
    attack: Attack
    outcome: str
    harm: dict[Witness, str]

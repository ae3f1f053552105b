"""Several solvers on the same session: who agrees, and one answer from all of them."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from ..core.contracts import Datatype, Function
from ..core.solver import Answer, Backend, Outcome, Session
from ..core.terms import Term

_PREFERENCE = (Outcome.SAT, Outcome.UNSAT, Outcome.UNKNOWN, Outcome.TIMEOUT, Outcome.ERROR)


def disagreement(answers: Mapping[str, Answer]) -> str | None:
    """Who contradicts whom: one says sat, another unsat. None when nobody does."""
    sat = [name for name, answer in answers.items() if answer.outcome is Outcome.SAT]
    unsat = [name for name, answer in answers.items() if answer.outcome is Outcome.UNSAT]
    if not sat or not unsat:
        return None
    return f"solvers disagree: {', '.join(sat)} sat, {', '.join(unsat)} unsat"


def combined(answers: Mapping[str, Answer]) -> Answer:
    """A definite answer wins; contradicting ones are an error that names both. Seconds are the sum."""
    seconds = sum(answer.seconds for answer in answers.values())
    contradiction = disagreement(answers)
    if contradiction is not None:
        return Answer(Outcome.ERROR, seconds=seconds, message=contradiction)
    best = min(answers.values(), key=lambda answer: _PREFERENCE.index(answer.outcome))
    message = best.message
    if best.outcome not in (Outcome.SAT, Outcome.UNSAT):
        message = "; ".join(
            f"{name}: {answer.message or answer.outcome.value}" for name, answer in answers.items()
        )
    return Answer(best.outcome, best.model, best.core, seconds, message)


class ComparisonSession:
    """A session that every solver follows. `last` has each solver's answer to the last check."""

    def __init__(self, sessions: Mapping[str, Session]) -> None:
        self._sessions = dict(sessions)
        self.last: dict[str, Answer] = {}

    def add(self, *terms: Term) -> None:
        for session in self._sessions.values():
            session.add(*terms)

    def check_each(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> dict[str, Answer]:
        """Every solver's answer, by name. Each has `seconds`."""
        self.last = {name: session.check(assumptions, seconds) for name, session in self._sessions.items()}
        return self.last

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        """The combined answer of all solvers."""
        return combined(self.check_each(assumptions, seconds))

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()


@frozen(slots=True)
class Portfolio:
    """A backend made of backends."""

    backends: tuple[Backend, ...]

    @property
    def name(self) -> str:
        return "+".join(backend.name for backend in self.backends)

    def version(self) -> str:
        return ", ".join(f"{backend.name} {backend.version()}" for backend in self.backends)

    def session(
        self,
        functions: Mapping[str, Function] = {},
        datatypes: Mapping[str, Datatype] = {},
        *,
        dump: str | None = None,
        label: str = "",
    ) -> ComparisonSession:
        return ComparisonSession(
            {
                backend.name: backend.session(functions, datatypes, dump=dump, label=label)
                for backend in self.backends
            }
        )

"""Several candidates: their partial order, and the questions that single one out.

A question is a value; each candidate answers it, and so can a person or a test. Asked one after the other, the answers
leave fewer and fewer candidates: the tree whose worst case needs the fewest questions is found exactly for few
candidates (L. Hyafil, R. Rivest, Constructing Optimal Binary Decision Trees is NP-Complete, IPL 1976), and for more the
question that leaves the fewest in the worst case comes first.
"""

from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from .order import OrderRelation

CandidateAnswer = str
"""What a candidate says of a value, such as *right*, *wrong*, *invalid input*."""
MOST_EXACT = 10
"""Candidates for which every order of questions is tried."""


@frozen(slots=True)
class CandidateOrder:
    """The order of candidates, which are numbered from 0. `classes`: those that are equal; `stronger`: pairs of classes
    (by position) of which the first is stronger, without those that follow from others; `open`: pairs of candidates
    whose relation is not known."""

    classes: tuple[tuple[int, ...], ...]
    stronger: tuple[tuple[int, int], ...]
    open: tuple[tuple[int, int], ...]


def order_of(count: int, relations: Mapping[tuple[int, int], OrderRelation]) -> CandidateOrder:
    """The order of so many candidates. `relations`: of the first to the second, for pairs with the smaller number
    first."""
    owner = list(range(count))
    # Union by renaming: candidates are few.
    for (first_candidate, second_candidate), relation in sorted(relations.items()):
        if relation == "equal":
            joined = owner[second_candidate]
            owner = [owner[first_candidate] if representative == joined else representative for representative in owner]
    classes = [
        tuple(candidate for candidate in range(count) if owner[candidate] == name) for name in dict.fromkeys(owner)
    ]
    class_numbers = {member: number for number, members in enumerate(classes) for member in members}
    # Edges between classes.
    edges: set[tuple[int, int]] = set()
    for (first_candidate, second_candidate), relation in relations.items():
        if relation == "stronger":
            edges.add((class_numbers[first_candidate], class_numbers[second_candidate]))
        elif relation == "weaker":
            edges.add((class_numbers[second_candidate], class_numbers[first_candidate]))
    follows = {(a, c) for a, b in edges for second_candidate, c in edges if b == second_candidate}
    # The transitive closure, so that implied edges are not shown.
    pending = True
    while pending:  # what follows in more than one step
        more = {(a, c) for a, b in follows for second_candidate, c in edges if b == second_candidate} - follows
        follows, pending = follows | more, bool(more)
    open_ = tuple(pair for pair, relation in sorted(relations.items()) if relation == "unknown")
    # A Hasse diagram: edges that follow from others are left out.
    return CandidateOrder(tuple(classes), tuple(sorted(edges - follows)), open_)


@frozen(slots=True)
class QuestionBranch:
    """What is left after an answer: the candidates, and the position of what to ask next, if anything."""

    answer: CandidateAnswer
    left: tuple[int, ...]
    ask: int | None = None


@frozen(slots=True)
class AskedQuestion:
    """A question of a tree: the position of the value among all, and what each answer leaves."""

    value: int
    branches: tuple[QuestionBranch, ...]


@frozen(slots=True)
class QuestionTree:
    """Which questions to ask, the first one first. `most`: how many are asked in the worst case; `fewest`: whether no
    other order of the known values needs fewer."""

    questions: tuple[AskedQuestion, ...]
    most: int
    fewest: bool


def questions_for(candidates: Sequence[int], answers: Sequence[Sequence[CandidateAnswer | None]]) -> QuestionTree:
    """The questions that tell candidates apart. `answers`: by value, what each candidate (all of them, by number) says;
    None where that is not known: no answer excludes it."""
    search = _TreeSearch(answers, exact=len(candidates) <= MOST_EXACT)
    everything = frozenset(candidates)
    most = search.depth(everything)
    questions: list[AskedQuestion] = []
    search.written(everything, questions)
    return QuestionTree(tuple(questions), most, search.exact)


CandidateSet = frozenset[int]


@define(slots=True)
class _TreeSearch:
    answers: Sequence[Sequence[CandidateAnswer | None]]
    exact: bool
    known: dict[CandidateSet, tuple[int, int | None]] = field(factory=dict)

    def depth(self, group: CandidateSet) -> int:
        """How many questions the group needs in the worst case."""
        return self._best(group)[0]

    def _best(self, group: CandidateSet) -> tuple[int, int | None]:
        if group in self.known:
            return self.known[group]
        useful = [value for value in range(len(self.answers)) if self._splits(value, group)]
        # Of many candidates not all orders of questions are tried: the one that splits most evenly is asked first.
        if not self.exact:
            useful = sorted(useful, key=lambda value: max(map(len, self.split(value, group).values())))[:1]
        best: tuple[int, int | None] = (0, None)
        for value in useful:
            # In the worst case, whatever the answer is.
            needed = 1 + max(self.depth(answer_group) for answer_group in self.split(value, group).values())
            if best[1] is None or needed < best[0]:
                best = needed, value
        self.known[group] = best
        return best

    def split(self, value: int, group: CandidateSet) -> dict[CandidateAnswer, CandidateSet]:
        """Answer → the candidates that it leaves."""
        answers_at = self.answers[value]
        answers_given = sorted({answer for candidate in group if (answer := answers_at[candidate]) is not None})
        return {
            answer: frozenset(candidate for candidate in group if answers_at[candidate] in (answer, None))
            for answer in answers_given
        }

    def _splits(self, value: int, group: CandidateSet) -> bool:
        answer_groups = self.split(value, group)
        return len(answer_groups) > 1 and all(answer_group != group for answer_group in answer_groups.values())

    def written(self, group: CandidateSet, questions_asked: list[AskedQuestion]) -> int | None:
        """Add the questions for a group; the position of the first of them."""
        _, value = self._best(group)
        if value is None:
            return None
        position = len(questions_asked)
        questions_asked.append(AskedQuestion(value, ()))
        branches = tuple(
            QuestionBranch(answer, tuple(sorted(answer_group)), self.written(answer_group, questions_asked))
            for answer, answer_group in self.split(value, group).items()
        )
        questions_asked[position] = AskedQuestion(value, branches)
        return position

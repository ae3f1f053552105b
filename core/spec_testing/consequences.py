"""Which atoms a Bool term forces: what holds of everything that makes the term true.

`if |r| != 2 then false else if r[0] != 4 then false else r[1] == 5` forces |r| == 2, r[0] == 4 and r[1] == 5. An atom
is a Bool term without connectives, and is looked at as a propositional variable: it is forced to be true where the term
cannot be true when it is false. That is sound with undefined atoms: a term that is true whatever an atom is has not
looked at it.
"""

from collections.abc import Iterator

from attrs import define, field

from ..ir.build import add, eq, negate, op, sub
from ..ir.sorts import BOOL
from ..ir.terms import Term, bare, fold, rebuild, subterms
from .spec_testing_limits import LIMITS

AtomValues = dict[Term, bool]


def forced(term: Term) -> Iterator[Term]:
    """Literals that hold wherever the term does: atoms and negated atoms, each simplified a little."""
    term = bare(term)
    atoms = list(dict.fromkeys(_atoms(term)))
    if len(atoms) > LIMITS.atoms:
        return
    search = _AtomSearch(atoms, list(_in_order(term)))
    # What is known of earlier atoms narrows the search for later ones, and loses nothing: the term forces it.
    atom_values: AtomValues = {}
    for atom in atoms:
        for value in (True, False):
            # What the atom was when the term was found to be true nobody has to look for again.
            if (atom, not value) not in search.seen and not search.may_hold({**atom_values, atom: not value}):
                atom_values[atom] = value
                yield _plain(atom) if value else _plain(negate(atom))
                break


class _Spent(Exception):
    """The search takes too long."""


Step = tuple[str, tuple[int, ...], Term]
"""A node as it is evaluated: its connective, with the places of its parts among the nodes before it. "" for an atom or
a constant, which has none."""


@define(slots=True)
class _AtomSearch:
    """`nodes` are those of the term, parts before wholes. `seen`: which values atoms have where it was found true."""

    atoms: list[Term]
    nodes: list[Term]
    steps: int = field(init=False)
    seen: set[tuple[Term, bool]] = field(factory=set, init=False)
    # Thousands of choices are tried of one term: what does not depend on them is made once.
    program: list[Step] = field(init=False)
    equations: dict[Term, tuple[Term, Term]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.steps = min(LIMITS.evaluations_of_atoms, LIMITS.nodes_of_atoms // (1 + len(self.nodes)))
        places = {node: place for place, node in enumerate(self.nodes)}
        self.program = [
            (node.op, tuple(places[arg] for arg in node.args), node) if _connects(node) else ("", (), node)
            for node in self.nodes
        ]
        self.equations = {atom: equation for atom in self.atoms if (equation := _equation(atom)) is not None}

    def may_hold(self, values: AtomValues) -> bool:
        """Is there a choice of the other atoms that makes the term true? True where that is not found out."""
        try:
            return self._satisfied(values)
        except _Spent:
            return True

    def _satisfied(self, values: AtomValues) -> bool:
        # A stack in place of recursion: a term may have thousands of atoms.
        pending = [values]
        while pending:
            # What one choice implies for the other atoms; None if it contradicts itself.
            now = self._consistent(pending.pop())
            if now is None:
                continue
            # The number of nodes is exponential in the worst case; beyond the limit nothing is forced.
            self.steps -= 1
            if self.steps < 0:
                raise _Spent
            found = self._value(now)
            if found is True:
                # An atom without a value may have either.
                self.seen.update(
                    (atom, value) for atom in self.atoms for value in {now.get(atom, True), now.get(atom, False)}
                )
                return True
            if found is None:
                # DPLL without learning: an atom without a value is true or false, and either may make the term true.
                atom = next(atom for atom in self.atoms if atom not in now)
                pending += [{**now, atom: False}, {**now, atom: True}]
        return False

    def _value(self, values: AtomValues) -> bool | None:
        """The value of the term, None where the atoms without a value matter."""
        found: list[bool | None] = []
        for connective, places, node in self.program:
            if connective:
                found.append(_connected(connective, [found[place] for place in places]))
            else:
                found.append(bool(node.data) if node.op == "const" else values.get(node))
        return found[-1]

    def _consistent(self, values: AtomValues) -> AtomValues | None:
        """The values with what they say of other atoms: a term that equals a constant equals no other one. None where
        they contradict each other."""
        equal = {
            equation[0]: (atom, equation[1])
            for atom, value in values.items()
            if value and (equation := self.equations.get(atom)) is not None
        }
        found = dict(values)
        if not equal:
            return found
        for atom, (term, constant) in self.equations.items():
            known = equal.get(term)
            # Two different constants are never equal, so one of the two equations is false.
            if known is not None and known[0] is not atom and known[1] != constant:
                if found.get(atom):
                    return None
                found[atom] = False
        return found


def _equation(atom: Term) -> tuple[Term, Term] | None:
    """The term that an atom says to equal a constant, and the constant; None for any other atom."""
    if atom.op != "eq":
        return None
    left, right = atom.args
    if right.op == "const":
        return left, bare(right)
    return (right, bare(left)) if left.op == "const" else None


def _connects(term: Term) -> bool:
    """Is the term made of Bool terms by a connective?"""
    if term.op in ("and", "or", "not", "implies"):
        return True
    return term.op in ("ite", "eq") and term.args[-1].sort == BOOL and term.sort == BOOL


def _atoms(term: Term) -> Iterator[Term]:
    pending, seen = [term], set[Term]()
    while pending:
        node = pending.pop()
        if node in seen or node.op == "const":
            continue
        seen.add(node)
        if _connects(node):
            pending.extend(reversed(node.args))
        else:
            yield node


def _in_order(term: Term) -> Iterator[Term]:
    """The constants, atoms and connectives of a term, parts before wholes. Terms are nested as deeply as helpers and
    loops make them, so that there is no recursion here."""
    pending, done = [term], set[Term]()
    while pending:
        node = pending[-1]
        # What is below an atom is not looked at: it is true or false as a whole.
        missing = [arg for arg in node.args if arg not in done] if _connects(node) else []
        if missing and node not in done:
            pending.extend(missing)
            continue
        pending.pop()
        if node not in done:
            done.add(node)
            yield node


def _connected(name: str, parts: list[bool | None]) -> bool | None:
    """What a connective makes of parts of which some are not known, as Kleene's strong logic has it: `false && ?` is
    false, `true && ?` is not known."""
    match name:
        case "and" | "or":
            decides = name == "or"
            if decides in parts:
                return decides
            return None if None in parts else not decides
        case "not":
            return None if parts[0] is None else not parts[0]
        case "implies":
            return _connected("or", [_connected("not", parts[:1]), parts[1]])
        case "eq":
            # Two unknown parts are not known to be equal.
            return None if None in parts else parts[0] == parts[1]
        case _:
            condition, then, orelse = parts
            # An unknown condition does not matter where both branches agree.
            if condition is None:
                return then if then == orelse else None
            return then if condition else orelse


def _plain(literal: Term) -> Term:
    """The literal in terms of the sequence itself where it is about a part of one; it holds, so that the part exists:
    |s[a..b]| is b - a, and s[a..b][i] is s[a + i]."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "seq.len" and args[0].op == "seq.slice":
            return sub(args[0].args[2], args[0].args[1])
        if node.op == "seq.at":
            whole, index = args
            # Slices of slices: each adds where it begins.
            while whole.op == "seq.slice":
                whole, index = whole.args[0], add(whole.args[1], index)
            return op("seq.at", whole, index)
        return rebuild(node, args)

    if not any(node.op == "seq.slice" for node in subterms(literal)):
        return literal
    found = fold(literal, step)
    return _isolated(found)


def _isolated(literal: Term) -> Term:
    """`|s| - 2 == 0` as `|s| == 2`."""
    if literal.op != "eq":
        return literal
    left, right = literal.args
    if right.op != "const":
        left, right = right, left
    while left.op == "sub" and right.op == "const" and left.args[1].op == "const" and len(left.args) == 2:
        left, right = left.args[0], add(right, left.args[1])
    return eq(left, right)

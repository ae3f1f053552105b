"""What clauses of real files were read as, proved by Dafny to mean what their text says.

For each clause a lemma: its text and our reading, printed back, are equivalent wherever the precondition and the
clauses before it hold. The lemmas stand beside the method that the clause is of, in a copy of its file without the
bodies of methods, so that `this`, types, functions and modules are those of the file. Where Dafny does not prove a text
to be equivalent to itself either, it says nothing about our reading of it.

    python -m tests.frontends.dafny.readings FOLDER [COUNT [SEED]]

asks about COUNT clauses (200) of the files of a folder, and ends with 1 if Dafny contradicts any.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from attrs import define, evolve, field, frozen
from lark import Token

from specassay.core.errors import InputError, Unsupported
from specassay.core.ir.contracts import Specification
from specassay.core.ir.sorts import OBJECT
from specassay.core.ir.terms import Term, fold, free_variables, make, rebuild, var
from specassay.core.ir.variables import Name, is_before_call, is_field, is_heap, root_of, without_state
from specassay.frontends.dafny import parse_file, show_term
from specassay.frontends.dafny.collect import Declaration, collect
from specassay.frontends.dafny.lexing.scan import DafnySource
from specassay.frontends.dafny.lowering.reached import read_field
from specassay.frontends.dafny.names import Signature, SymbolTable
from specassay.frontends.dafny.printing import OLD, before, elements_of
from specassay.frontends.dafny.routines.routines import Routines
from specassay.frontends.dafny.syntax import Node, child, nodes, parse, read, text_of, tokens

SECONDS = 15
"""For one lemma."""
MOST_TRIALS = 4
OF_ONE_FILE = 6
"""Clauses of a file, so that many files have a part."""
NAME = "EqualReading"
_OF_DAFNY_4 = re.compile(r"\bghost\s+(function|predicate)\b")
_OF_TWO_STATES = re.compile(r"\b(old|fresh|unchanged|allocated)\b")
_OBJECT_TYPE = re.compile(r"\b([A-Za-z_][\w']*): object\b")


@frozen(slots=True)
class Reading:
    """A clause, its text, and the text of what it was read as."""

    method: str
    file: str
    line: int
    text: str
    printed: str
    lemma: str
    itself: str
    """The lemma with the text in place of our reading."""


@define(slots=True)
class Outcome:
    """Of clauses: `equal` are proved; of `different` ones the proof fails, and not for the text itself, for which it
    fails too in `unproved`; `unasked` are those that this version of Dafny does not read, or whose reading is not
    printed, with why."""

    equal: list[Reading] = field(factory=list)
    different: list[Reading] = field(factory=list)
    unproved: list[Reading] = field(factory=list)
    unasked: list[tuple[str, str]] = field(factory=list)


# -- our reading as text


def printed(term: Term, signatures: Mapping[str, Signature], held: Sequence[Name]) -> str:
    """A clause as Dafny text in the scope of its method. `held`: the fields that have the elements of an array. Raises
    Unsupported."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "var" and without_state(node.data) in held:
            return elements_of(node)
        signature = signatures.get(node.data) if node.op == "call" else None
        return rebuild(node, args) if signature is None or not signature.state else _as_written(node, args, signature)

    return _OBJECT_TYPE.sub(r"\1", show_term(fold(term, step)))


def _as_written(node: Term, args: tuple[Term, ...], signature: Signature) -> Term:
    """A call without what it is given of the state, on its object, inside `old(...)` where that is the state before."""
    count = len(signature.state)
    roots: dict[Name, Term] = {}
    earlier: set[bool] = set()
    for part, given, original in zip(signature.state, args, node.args, strict=False):
        names = [name for name, _ in free_variables(original)]
        fields = [name for name in names if is_field(without_state(name)) or is_heap(without_state(name))]
        if not part.before and part.root != "":
            earlier |= set(map(is_before_call, fields))
        read = given.args[0] if given.op == "array.elements" else given
        if part.field and original.op == "var":
            roots.setdefault(part.root, var(root_of(original.data), OBJECT))
        elif part.field and read_field(read) is not None:
            roots.setdefault(part.root, read.args[1])
        elif not part.field:
            roots[part.root] = given
    if len(earlier) > 1:
        raise Unsupported("a call in which two states are mixed", node.span)
    name, written = str(node.data), args[count:]
    if "this" in roots and "." in name:
        receiver = before(roots["this"]) if True in earlier else roots["this"]
        name = f"({show_term(receiver)}).{name.rpartition('.')[2]}"
    whole = make("call", written, node.sort, name, node.span)
    return make(OLD, (before(whole),), node.sort, None, node.span) if True in earlier else whole


def _shorter(text: str, path: Sequence[str]) -> str:
    """The text with names as they are known at a path: a module does not know its own name."""
    for count in range(len(path), 0, -1):
        text = re.sub(rf"(?<![\w.']){re.escape('.'.join(path[:count]))}\.(?=[A-Za-z_])", "", text)
    return text


# -- lemmas


@frozen(slots=True)
class Place:
    """A lemma, and where it is put into the text of its file."""

    offset: int
    reading: Reading


def places(path: Path) -> tuple[str, list[Place], list[tuple[str, str]]]:
    """The text of a file without bodies of methods, the lemmas about its clauses, and what is not printed, with why.
    Raises InputError."""
    program = parse_file(path)
    source = read(path)
    names = SymbolTable()
    declared = {one.qualified: one for one in collect(parse(source, "program"), source, names)}
    assert isinstance(program.routines, Routines)
    signatures = program.routines.state.names.functions
    found: list[Place] = []
    unasked: list[tuple[str, str]] = []
    for specification in program.specifications:
        one = declared.get(specification.name)
        if one is None or specification.kind != "method" or one.refused:
            continue
        for place in _lemmas(specification, one, source, signatures, len(found)):
            if isinstance(place, Place):
                found.append(place)
            else:
                unasked.append(place)
    return source.text, found, unasked


def _lemmas(
    specification: Specification,
    declared: Declaration,
    source: DafnySource,
    signatures: Mapping[str, Signature],
    number: int,
) -> Iterator[Place | tuple[str, str]]:
    written = [each for each in specification.requires if not each.clause.implicit and not each.clause.fact]
    promised = [each for each in specification.ensures if not each.clause.implicit and not each.clause.fact]
    for position, condition in enumerate((*written, *promised)):
        later = position >= len(written)
        if condition.term is None:
            continue
        try:
            text = _shorter(printed(condition.term, signatures, specification.heap.held), declared.path)
        except Unsupported as error:
            yield condition.clause.text, error.construct
            continue
        given = [each.clause.text for each in written[: len(written) if later else position]]
        known = [each.clause.text for each in promised[: position - len(written)]] if later else []
        lemma, itself = (
            _lemma(declared, source, later, given, known, condition.clause.text, each, number)
            for each in (text, condition.clause.text)
        )
        number += 1
        span = condition.clause.span
        yield Place(
            declared.node.meta.end_pos,
            Reading(declared.qualified, source.file, span.line, condition.clause.text, text, lemma, itself),
        )


def _lemma(
    declared: Declaration,
    source: DafnySource,
    later: bool,
    given: Sequence[str],
    known: Sequence[str],
    text: str,
    reading: str,
    number: int,
) -> str:
    node = declared.node
    parameters = [_inside(child(node, "formals"), source)]
    results = child(node, "results")
    if later and results is not None:
        parameters.append(_inside(nodes(results)[0], source))
    generic = child(node, "type_parameters")
    types = "" if generic is None else text_of(generic, source)
    types = f"<{types.strip('<>')}>" if types else ""
    static = "static " if "static" in declared.modifiers else ""
    twice = later and bool(nodes(node, "modifies") or any(map(_OF_TWO_STATES.search, (text, *known))))
    words = [static + ("twostate lemma" if twice else "lemma")]
    words.append(f"{NAME}{number}{types}({', '.join(filter(None, parameters))})")
    words += [f"requires old({each})" if twice else f"requires {each}" for each in given]
    words += [f"requires {each}" for each in known]
    words.append(f"ensures ({text}) <==> ({reading}) {{}}")
    return " ".join(words).replace("\n", " ")


def _inside(formals: Node | None, source: DafnySource) -> str:
    """The parameters, without parentheses."""
    if formals is None:
        return ""
    text = text_of(formals, source)
    if text.startswith("("):
        text = text[1:-1]
    return re.sub(r"\b(ghost|nameonly|older)\s+", "", text)


# -- asking


def sample(path: Path, dafny: Path, outcome: Outcome, wanted: int, random: Random) -> None:
    """Ask about some clauses of a file, at most `wanted`."""
    try:
        text, found, unasked = places(path)
    except InputError as error:
        outcome.unasked.append((path.name, str(error)))
        return
    outcome.unasked.extend(unasked)
    ask(text, random.sample(found, min(wanted, len(found))), dafny, outcome)


def ask(text: str, chosen: Sequence[Place], dafny: Path, outcome: Outcome) -> None:
    """Ask about clauses of a text. Those that this Dafny does not read are left out, and the others asked again."""
    source = DafnySource(text, "readings.dfy")
    bodies = [(token.start_pos or 0, token.end_pos or 0) for token in _bodies(parse(source, "program"))]
    left = list(chosen)
    for _ in range(MOST_TRIALS):
        lines, whole = _copy(text, left, bodies)
        errors, other = _errors(whole, dafny)
        refused = {line for line, message in errors if not message.startswith(_FAILURES)}
        ours = refused & lines.keys()
        outcome.unasked.extend((lines[line].reading.text, message) for line, message in errors if line in ours)
        if not refused and not other:
            failed = {line for line, _ in errors}
            outcome.equal.extend(place.reading for line, place in lines.items() if line not in failed)
            _compare([place for line, place in lines.items() if line in failed], text, bodies, dafny, outcome)
            return
        if not ours:
            outcome.unasked.extend((place.reading.text, other) for place in left)
            return
        left = [place for line, place in lines.items() if line not in refused]


def _compare(
    failed: Sequence[Place], text: str, bodies: Sequence[tuple[int, int]], dafny: Path, outcome: Outcome
) -> None:
    """Which of the clauses whose proof fails are equivalent to themselves, as far as Dafny can tell?"""
    if not failed:
        return
    control = [evolve(place, reading=evolve(place.reading, lemma=place.reading.itself)) for place in failed]
    lines, whole = _copy(text, control, bodies)
    errors, _ = _errors(whole, dafny)
    unproved = {line for line, _ in errors}
    for place, line in zip(failed, _of(control, lines), strict=True):
        (outcome.unproved if line in unproved else outcome.different).append(place.reading)


def _of(chosen: Sequence[Place], lines: Mapping[int, Place]) -> list[int]:
    return [next(line for line, place in lines.items() if place is one) for one in chosen]


_FAILURES = (
    *("A postcondition", "A precondition", "Verification", "assertion", "possible", "function precondition"),
    *("index", "range", "upper", "lower", "length", "element", "target object", "receiver", "argument", "value"),
    *("result of operation", "destructor", "two-state", "all elements", "out of range", "memory", "array", "object"),
)
"""How the messages about a lemma that is read and not proved begin."""


def _bodies(tree: Node) -> Iterator[Token]:
    for node in tree.iter_subtrees():
        if str(node.data) == "method":
            yield from tokens(node, "BODY", "TEST_BODY")


def _copy(text: str, chosen: Sequence[Place], bodies: Sequence[tuple[int, int]]) -> tuple[dict[int, Place], str]:
    """The text of a file with the lemmas, and on which line each is."""
    cuts = [(start, end, "") for start, end in bodies]
    cuts += [(one.offset, one.offset, f"\n\0{number}\0\n") for number, one in enumerate(chosen)]
    pieces: list[str] = []
    last = 0
    for start, end, instead in sorted(cuts):
        pieces += [text[last : max(start, last)], instead]
        last = max(end, last)
    whole = _OF_DAFNY_4.sub(r"\1", "".join((*pieces, text[last:])))
    lines: dict[int, Place] = {}
    for number, line in enumerate(whole.split("\n"), 1):
        if line.startswith("\0"):
            lines[number] = chosen[int(line.strip("\0"))]
    whole = re.sub("\0\\d+\0", lambda match: chosen[int(match.group().strip("\0"))].reading.lemma, whole)
    return lines, whole


def _errors(text: str, dafny: Path) -> tuple[list[tuple[int, str]], str]:
    """The errors by line, and what Dafny says where it does not come to an end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "readings.dfy"
        path.write_text(text, encoding="utf-8")
        command = [str(dafny), "/compile:0", f"/timeLimit:{SECONDS}", f"/proc:*{NAME}*", str(path)]
        output = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False).stdout
    errors = [
        (int(line), re.sub(r"^BP\d+: ", "", message))
        for line, message in re.findall(r"readings\.dfy\((\d+),\d+\): (?:Error:? ?|error |Timed out on )(.*)", output)
    ]
    finished = re.search(r"verifier finished with (\d+) verified, (\d+) errors?(.*)", output)
    return errors, "" if finished else " ".join(output[-300:].split())


def main(arguments: Sequence[str]) -> int:
    folder, wanted = Path(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 200
    dafny = Path(shutil.which("dafny") or "dafny")
    outcome, random = Outcome(), Random(int(arguments[2]) if len(arguments) > 2 else 0)
    files = sorted(folder.glob("*.dfy"))
    random.shuffle(files)
    for path in files:
        left = wanted - len(outcome.equal) - len(outcome.different)
        if left <= 0:
            break
        sample(path, dafny, outcome, min(left, OF_ONE_FILE), random)
        if sys.stdout.isatty():
            print(f"{len(outcome.equal)} equal, {len(outcome.different)} different", end="\r", flush=True)
    for each in outcome.different:
        print(f"{each.file}:{each.line}: {each.method}\n  {each.text}\n  {each.printed}\n  {each.lemma}")
    for each in outcome.unproved:
        print(f"{each.file}:{each.line}: not proved to be equivalent to itself\n  {each.text}")
    reasons = Counter(" ".join(why.split())[:100] for _, why in outcome.unasked)
    for why, count in reasons.most_common(20):
        print(f"not asked, {count}: {why}")
    print(
        f"{len(outcome.equal)} equal, {len(outcome.different)} different, {len(outcome.unproved)} not proved, "
        f"{len(outcome.unasked)} not asked"
    )
    return 1 if outcome.different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

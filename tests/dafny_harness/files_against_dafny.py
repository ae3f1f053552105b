"""The methods of real files, run by the real Dafny 2.3 and by the interpreter: both print the same.

To each file a main method is added that calls its methods on made inputs and prints what they return and what is in the
arrays that they were given. Both run that one text. What depends on a choice that Dafny leaves open is named apart.
`files_as_modules` does so for the files of a folder.
"""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from specassay.core.deciding.engines import Engines
from specassay.core.errors import Unsupported
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.sorts import INT, OBJECT, Sort
from specassay.core.ir.statements import statements_of
from specassay.core.ir.terms import Binder
from specassay.core.ir.updates import Arbitrary, Call, Choose
from specassay.core.ir.values import ArrayValue, UninterpretedValue
from specassay.core.ir.variables import Name, is_field, is_hidden
from specassay.core.language.running import run_on
from specassay.core.spec_testing.valid_inputs import valid_inputs
from specassay.frontends.dafny import literal, parse_program, printed, show_type, with_checks

STARTED = "Running...\n\n"
INPUTS = 4
"""Calls of each method."""
METHODS = 12
SECONDS = 180
LIMIT = 5.0
"""Seconds for the interpreter, for each call."""


@frozen(slots=True)
class FileOutcome:
    """What a file came to: the calls that both made, and how they differ; or why there are none."""

    path: Path
    state: str
    calls: int = 0
    differing: tuple[str, ...] = ()


# -- calls as text


def calls_of(program: Program) -> Iterator[tuple[str, str]]:
    """Method, and the statements of a call of it that print what comes of it."""
    own = [each for each in program.specifications if each.name in program.routines]
    for specification in own[:METHODS]:
        routine = program.routines[specification.name]
        if routine.parameters and any(binder.sort == OBJECT for binder in routine.parameters):
            continue
        owners = [each for each in routine.objects if each.name == "this"]
        if any(each.constructed for each in owners):
            continue
        for inputs in inputs_of(specification, program):
            if not owners:
                yield specification.name, called(specification, inputs, "")
            for built in built_of(owners[0].kind, program) if owners else ():
                yield specification.name, built + called(specification, inputs, "o0.")


def inputs_of(specification: Specification, program: Program) -> Sequence[dict[Name, Any]]:
    """Inputs of a method; of a method of an object without those that are fields, which the caller cannot choose."""
    plain = tuple(b for b in specification.inputs if not is_field(b.name) and b.name != "this")
    known = {binder.name for binder in plain}
    if len(known) < len(specification.inputs):
        specification = Specification(specification.name, plain, specification.outputs, (), ())
    try:
        return valid_inputs(specification, program, INPUTS, Engines(), 2.0) if plain else [{}]
    except Unsupported:
        return []


def built_of(kind: str, program: Program) -> Iterator[str]:
    """Statements that make an object of a class, in at most two ways."""
    for each in program.specifications:
        owner, _, name = each.name.rpartition(".")
        if owner != kind or each.name not in program.routines or not _constructs(each.name, program):
            continue
        for inputs in inputs_of(each, program)[:2]:
            try:
                before, given = arguments(each, inputs, "c")
            except Unsupported:
                continue
            constructor = kind if name == "constructor" else f"{kind}.{name}"
            yield f"{before}  var o0 := new {constructor}({', '.join(given)});\n"
        return


def _constructs(name: str, program: Program) -> bool:
    return any(each.constructed for each in program.routines[name].objects)


def called(specification: Specification, inputs: dict[Name, Any], owner: str) -> str:
    """Statements that call a method and print its results, and the arrays that it was given. Empty where an argument
    has no text."""
    try:
        before, given = arguments(specification, inputs, "p")
    except Unsupported:
        return ""
    name = owner + (specification.name.rpartition(".")[2] if owner else specification.name)
    results = [binder for binder in specification.outputs if not is_field(binder.name)]
    targets = ", ".join(f"r{number}" for number in range(len(results)))
    lines = [before, f"  {f'var {targets} := ' if results else ''}{name}({', '.join(given)});\n"]
    shown = [(f"r{number}", binder.sort) for number, binder in enumerate(results)]
    arrays = [(f"p{number}", binder.sort) for number, binder in enumerate(_written(specification))]
    for text, sort in (*shown, *(each for each in arrays if each[1].kind == "Array")):
        lines.extend(f"  {line}\n" for line in printing(text, sort))
    return "".join(lines)


def _written(specification: Specification) -> list[Binder]:
    """What a call writes between its parentheses: not the object before the dot, its fields, and lengths."""
    others = {"this", *(name for each in specification.heap.dimensions for name in each.lengths)}
    return [each for each in specification.inputs if not is_field(each.name) and each.name not in others]


def printing(text: str, sort: Sort) -> list[str]:
    """Statements that print a value in a way that no implementation chooses: of sets the size, of objects nothing."""
    match sort.kind:
        case "Array" if _plain(sort.args[0]):
            return [f'if {text} != null {{ print {text}[..], "\\n"; }}']
        case "Set" | "Multiset" | "Map":
            return [f'print |{text}|, "\\n";']
        case _:
            return [f'print {text}, "\\n";'] if _plain(sort) else []


def _plain(sort: Sort) -> bool:
    kinds = {"Set", "Map", "Multiset", "Array", "Function", "Real"}
    return sort.kind not in kinds and sort != OBJECT and all(map(_plain, sort.args))


def arguments(specification: Specification, inputs: dict[Name, Any], prefix: str) -> tuple[str, list[str]]:
    """Statements that make arrays, and the arguments of a call. Raises Unsupported."""
    if specification.heap.dimensions:
        raise Unsupported("arrays of several dimensions")
    before, given = "", []
    made: dict[object, str] = {}
    for number, binder in enumerate(_written(specification)):
        value, name = inputs[binder.name], f"{prefix}{number}"
        if isinstance(value, ArrayValue):
            if value.identity in made:
                given.append(made[value.identity])
                continue
            made[value.identity] = name
            element = declared_element(specification, str(binder.name)) or show_type(_instance(binder.sort.args[0]))
            parts = [_literal(each, binder.sort.args[0]) for each in value.elements]
            before += f"  var {name} := new {element}[{len(parts)}];\n"
            before += "".join(f"  {name}[{place}] := {part};\n" for place, part in enumerate(parts))
            given.append(name)
        else:
            given.append(_literal(value, binder.sort))
    return before, given


def declared_element(specification: Specification, name: str) -> str | None:
    """The type of the elements of an array as it is written, where that is more than its sort."""
    for each in specification.requires:
        found = re.fullmatch(rf"{re.escape(name)}\s*:\s*array\??<(.*)>", each.clause.text)
        if found is not None and each.clause.implicit:
            return found[1]
    return None


def _instance(sort: Sort) -> Sort:
    """Type parameters stand for int."""
    if sort.kind == "Uninterpreted":
        return INT
    return Sort(sort.kind, tuple(map(_instance, sort.args)), sort.label)


def _literal(value: object, sort: Sort) -> str:
    if isinstance(value, UninterpretedValue):
        return str(value.index)
    if isinstance(value, tuple) and sort.kind == "Seq" and value and isinstance(value[0], UninterpretedValue):
        return f"[{', '.join(_literal(each, sort.args[0]) for each in value)}]"
    if any(part.kind in ("Uninterpreted", "Array") for part in (sort, *sort.args)) and value:
        raise Unsupported("a value of a type parameter inside another one")
    return literal(value, sort)


# -- both executions


@frozen(slots=True)
class CalledPiece:
    """A call of a method as a method of its own: the text of that, and what the interpreter prints. `chosen`: that may
    depend on a choice."""

    name: str
    text: str
    ours: str
    chosen: bool


def pieces_of(text: str, path: Path) -> list[CalledPiece]:
    """The calls of methods of a file that the interpreter follows to their end, and that keep all preconditions."""
    listed = [each for each in calls_of(parse_program(text, str(path))) if each[1]]
    written = [f"method Piece{number}_()\n{{\n{piece}}}\n" for number, (_, piece) in enumerate(listed)]
    program = with_checks(parse_program(text + "\n" + "".join(written), str(path)))
    kept = []
    for number, (method, _) in enumerate(listed):
        name = f"Piece{number}_"
        found = run_on(Specification(name, (), (), (), ()), {}, program, LIMIT, True)
        broken = any(each.kind == "requires" for each in found.checks.failures.values())
        if found.outcome.state == "returned" and not broken:
            ours = "".join(printed(value, sort, program.datatypes, "2") for sort, value in found.outcome.printed)
            kept.append(CalledPiece(name, written[number], ours, chooses(method, program)))
    return kept


def chooses(name: str, program: Program) -> bool:
    """May what a method does depend on a choice (`:|`, `*`)?"""
    known, pending = {name}, [name]
    while pending:
        routine = program.routines.get(pending.pop())
        for each in statements_of(routine.body) if routine is not None else ():
            if isinstance(each, Choose) or (isinstance(each, Arbitrary) and is_hidden(each.target.name)):
                return True
            if isinstance(each, Call) and each.method not in known:
                known.add(each.method)
                pending.append(each.method)
    return False


def older(text: str) -> str:
    """The text of Dafny 4 as version 2 writes it, whose functions are compiled where they are methods."""
    name = r"(?=\s+(\{:[^}]*\}\s*)?[\w']+\s*[<(])"
    compiled_here = re.sub(rf"(?<!ghost )\b(function|predicate)\b(?! method){name}", r"\1 method", text)
    return re.sub(r"\bghost (function|predicate)\b", r"\1", compiled_here)


def compiled(text: str, folder: Path) -> str:
    """What Dafny says and prints."""
    path = folder / "program.dfy"
    path.write_text(text, encoding="utf-8")
    command = ["dafny", "/compile:4", "/noVerify", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=folder, errors="replace")
    except subprocess.TimeoutExpired:
        return "timeout"
    return done.stdout + done.stderr

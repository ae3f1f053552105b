"""Dafny 2.3 to 4.x: whole files → programs of the IR; expressions, types and test statements; terms → text."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve

from ...core.errors import Unsupported
from ...core.evaluate.calls import Closure
from ...core.ir.contracts import Datatype, Program, Specification
from ...core.ir.routines import Change, Routine
from ...core.ir.sorts import INT, Sort, seq_of
from ...core.ir.terms import Binder, Term
from ...core.ir.variables import Name, holder_of, is_before_call, is_which_array, without_state
from ...core.language import DeclarationWords, Language, later
from ...core.spans import Span
from ...core.spec_testing.notation import Rewriting
from ...core.spec_testing.stronger import edits
from ...core.test_execution.tracing import Comments
from ..parsing.mutated_text import mutated_lines
from .assumptions import assumptions
from .classes import mentioned_state
from .dialect import DIALECTS, Dialect
from .for_people import show
from .includes import PROJECT, ProgramFile, gather, project_files, sources
from .inference import Inference
from .lexing.scan import DafnySource, Scanner
from .literals import literal, show_type, shown
from .lowering import Elaboration, Scope
from .lowering.objects import HELD_ARRAY
from .mutated import WRITER
from .names import SymbolTable
from .printed import printed
from .printing import show_term
from .program import lower, lower_signature
from .recovery import read_declarations
from .routines.snippets import parse_test
from .syntax import parse, read

__all__ = [
    "DAFNY",
    "DIALECTS",
    "Dialect",
    "assumptions",
    "holds_code",
    "literal",
    "parse_expression",
    "parse_file",
    "parse_program",
    "parse_signature",
    "parse_test",
    "printed",
    "show_term",
    "show_type",
    "with_checks",
]

_BETWEEN_OPERANDS = re.compile(r"&&|\|\||<==>|==>|<==|::|[<>=!]=|[<>;,]|\b(?:if|then|else|in)\b")
"""What stands between the operands of comparisons."""


def parse_file(
    path: str | Path, *, root: str | Path | None = None, dialect: Dialect | None = None, framed: bool = False
) -> Program:
    """The program of a `.dfy` file and of what it includes, or needs of its project, from the folder `root` (if None,
    that of its project or of the file).

    `dialect`: the version it is written in, detected if None. `framed`: what functions read can be held against their
    `reads` clauses, for which they have more parameters. Raises InputError (ParseError where the text is outside
    the grammar, or outside the dialect).
    """
    name = Path(path)
    files, unread = gather(name, None if root is None else Path(root))
    return lower(files, dialect, unread, framed=framed)


def with_checks(program: Program) -> Program:
    """The same program, whose bodies have the conditions of their ghost code: `assert`, `invariant`, `decreases`,
    `modifies`. What is mutated or compared has none."""
    return evolve(program, routines=program.checked)


def holds_code(path: str | Path) -> bool:
    """Is there anything but white space, comments and attributes in a file? Raises InputError as `parse_file`."""
    return Scanner(read(path)).next().kind != "end"


def parse_program(
    text: str, file: str = "<text>", *, dialect: Dialect | None = None, tests: bool = True, framed: bool = False
) -> Program:
    """The program of a text, without what it includes and, unless `tests`, without its tests; `file` is its name in
    spans and messages; `framed`: as of `parse_file`. Raises ParseError where no declaration is inside the grammar."""
    read_text = read_declarations(DafnySource(text, file))
    program_file = ProgramFile(read_text.source, read_text.tree, read_text.refused)
    return lower([program_file], dialect, read_text.problems, with_tests=tests, framed=framed)


def parse_expression(
    text: str, scope: Mapping[Name, Sort], expected: Sort | None, program: Program, span: Span
) -> Term:
    """The term of an expression whose free variables are `scope`; whole numbers in it may stand for reals. In
    `old(...)` a name stands for its pre-state where the scope has one, and `c.x` for the variable of this
    name.

    `expected` is its sort where that is known, `program` declares what it may call, `span` is where the text starts.
    Raises ParseError, and Unsupported for what is not lowered.
    """
    source = DafnySource(" " * (span.column - 1) + text, span.file, span.line)
    engine = Elaboration(SymbolTable.of(program), source, Inference(lax=True))
    pre_state_sorts = {without_state(name): sort for name, sort in scope.items() if is_before_call(name)}
    variables = {**pre_state_sorts, **scope}
    for name in filter(is_which_array, tuple(variables)):  # of an array that an object holds
        elements = variables.get(holder_of(name), seq_of(INT))
        variables[holder_of(name)] = Sort(HELD_ARRAY, elements.args)
    names = Scope(variables, modified=frozenset(pre_state_sorts), objects=mentioned_state(iter(variables)))
    names = evolve(names, allocated=tuple(name for name, sort in variables.items() if sort.kind == "Array"))
    return engine.term(parse(source, "lemma_expression"), names, expected)


def parse_signature(text: str, file: str = "<signature>") -> Specification:
    """The inputs and outputs of `method name(...) returns (...)`: a specification without clauses. Raises ParseError,
    and Unsupported for a type without a sort."""
    source = DafnySource(text, file)
    return lower_signature(parse(source, "method"), source)


def _checked(path: str | Path, *, root: str | Path | None = None, dialect: Dialect | None = None) -> Program:
    return with_checks(parse_file(path, root=root, dialect=dialect, framed=True))


def _mutated(change: Change, routine: Routine) -> str:
    """Raises Unsupported."""
    if not routine.source:
        raise Unsupported("a body that several files give, as a text,")
    return mutated_lines(change, routine.source, WRITER)


def _literal(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> str:
    return show_term(value.term) if isinstance(value, Closure) else shown(value, sort, datatypes)


def head(signature: Specification, text: str) -> str:
    """`method Name(…) returns (…)`, made of the sorts."""

    def listed(binders: Sequence[Binder]) -> str:
        return ", ".join(f"{binder.name}: {show_type(binder.sort)}" for binder in binders)

    modifies = f"\n  modifies {', '.join(map(str, signature.modifies))}" if signature.modifies else ""
    returns = f" returns ({listed(signature.outputs)})" if signature.outputs else ""
    return f"method {signature.name}({listed(signature.inputs)}){returns}{modifies}"


DAFNY = Language(
    _literal,
    Rewriting(parse_expression, lambda specification: edits(specification, _BETWEEN_OPERANDS)),
    tests="methods called Main, with test in their name or marked {:test}",
    diff=_mutated,
    name="dafny",
    title="Dafny",
    suffixes=(".dfy",),
    parse_file=parse_file,
    sources=sources,
    project=PROJECT,
    project_files=project_files,
    options=frozenset({"root", "dialect"}),
    dialects=DIALECTS,
    parse_program=partial(parse_program, tests=False),
    words=DeclarationWords(
        others=r"(?:function|predicate|datatype|type|newtype|const)\b\s*(?:method\s+)?",
        modifiers=r"(?:ghost|abstract|static)\s+",
    ),
    parse_expression=parse_expression,
    parse_signature=parse_signature,
    head=head,
    holds_code=holds_code,
    show=show,
    show_term=show_term,
    show_type=show_type,
    printed=lambda value, sort, program: printed(value, sort, program.datatypes, program.dialect),
    entry="Main",
    checked=_checked,
    assumptions=assumptions,
    comments=Comments(
        later("specassay.dafny_harness.comments:read_comment"), later("specassay.dafny_harness.comments:looks_like_one")
    ),
    verifier=later("specassay.dafny_harness.verifier.engine:oracle"),
)

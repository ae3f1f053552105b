"""What a language is to everybody else: one object (`Language`), which its package in `frontends/` holds.

`frontends/registry.py` finds it by the suffix of a file or by its name. Whoever has the object asks it, and nobody asks
which language it is. What a language does not have is None or empty: no real verifier, no stronger clauses, no mutated
bodies; commands then say so, or leave that part out.

The functions take and give the representation of `core/ir`. In it a qualified name has dots or `::`, and the receiver
of a method is `this` (`core/ir/variables.py`), however the language writes them (`receiver`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ..deciding.engines import Engines
from ..ir.build import Division
from ..ir.contracts import Program, Specification
from ..ir.sorts import Sort
from ..ir.terms import Term
from ..ir.variables import Name
from ..spec_testing.notation import Notation, Parse
from ..test_execution.tracing import NO_COMMENTS, Comments

if TYPE_CHECKING:  # Whoever reads contracts or grades programs tests no specification: all of that would be loaded.
    from ..spec_testing.examples import Examples
    from ..spec_testing.findings import Finding
    from ..spec_testing.program_mutants.executed import ExecutableBody
    from ..spec_testing.score import MethodScore
    from ..spec_testing.triples import OutputOracle


def later(reference: str) -> Callable[..., Any]:
    """A function that is imported when it is called, by `module:name` as in an entry point. So a language names what
    asks its verifier, or reads its tests, though that stands above the front ends and imports them."""
    module, _, name = reference.partition(":")

    def called(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return called


@frozen(slots=True)
class ReadingOptions:
    """How files are read; a language takes what it knows of these (`Language.options`)."""

    root: Path | None = None
    """The folder from which a file may include others; if None, the checkout that it is in, else its own."""
    dialect: str | None = None
    """The version of the language that a file is written in; detected if None."""


@frozen(slots=True)
class DeclarationWords:
    """Regular expressions for the words before the name of what is declared: a `method`, anything that `others` may
    call, and the `modifiers` before either."""

    method: str = r"method\b"
    others: str = r"(?!)"
    modifiers: str = ""


DEFAULT_READING = ReadingOptions()


@frozen(slots=True)
class TestedFile:
    """What a file states, and what its tests say of that."""

    __test__ = False  # pytest must not collect it

    programs: "tuple[tuple[Program, Examples], ...]"
    """Programs, with the examples in the tests of each. Of most languages a file is one program."""
    findings: "tuple[Finding, ...]" = ()
    """What cannot be read, and belongs to none of the programs."""
    clauses: tuple[int, int] | None = None
    """How many clauses its specifications have, and how many of them are lowered; None where that is not counted."""
    bodies: "Mapping[Name, ExecutableBody]" = field(factory=dict)
    """By name of a method its body, where others than our interpreter execute it."""
    scores: "tuple[MethodScore, ...]" = ()
    """Of methods that were only executed."""

    @property
    def all_findings(self) -> "tuple[Finding, ...]":
        """The findings of its tests, then its own."""
        return (*(finding for _, examples in self.programs for finding in examples.findings), *self.findings)

    @property
    def unread(self) -> tuple[str, ...]:
        """Other files that it consists of and that were not read."""
        return tuple(
            f"{problem.span}: {problem.construct}" for program, _ in self.programs for problem in program.unread
        )


@frozen(slots=True, kw_only=True)
class Language(Notation):
    """A language: how its texts are read to the representation, how terms, types and values are written in it, what its
    tests and comments say, and who else knows it."""

    name: str
    """The name in rows and for plug-ins: `dafny`."""
    title: str
    """The name in texts for people: `Dafny`."""
    suffixes: tuple[str, ...]
    """The suffixes of its files, in lower case: `.dfy`."""
    parse_file: Callable[..., Program]
    """A path, and those keywords that `options` names → what the file declares. Raises InputError, and ParseError where
    it is outside the grammar."""
    sources: Callable[[Path], Iterable[Path]] = lambda path: (path,)
    """All files that the meaning of a file may depend on, itself first: a result for it is good while they are the
    same."""
    project: str = ""
    """The name of the file that says which files a project consists of."""
    project_files: Callable[[Path], Sequence[Path]] = lambda settings: ()
    """Such a file → the files of the project. Raises InputError for one that cannot be read or understood."""
    options: frozenset[str] = frozenset()
    """The fields of `ReadingOptions` that `parse_file` takes."""
    fence: str = ""
    """What Markdown calls it in the fences of code; its name if empty."""
    routine: str = "method"
    """What a subject of a specification is called in texts for people."""
    dialects: tuple[str, ...] = ()
    """Its versions, for `ReadingOptions.dialect`."""
    parse_program: Callable[[str, str], Program] | None = None
    """A text and the name of its file → its program, without what it includes; tests may be missing. Raises
    ParseError."""
    words: DeclarationWords = DeclarationWords()
    """The words of declarations, by which a program is found in a text."""
    parse_expression: Parse | None = None
    parse_signature: Callable[[str, str], Specification] | None = None
    """The head of a method and the name of its file → its inputs and outputs. Raises ParseError and Unsupported."""
    head: Callable[[Specification, str], str] | None = None
    """A specification and the text of its file → what stands before its clauses there."""
    holds_code: Callable[[Path], bool] = lambda path: True
    """Is there anything but white space and comments in a file?"""
    show_term: Callable[[Term], str] | None = None
    """A term as text that reads back as an equal term. Raises Unsupported for one that cannot be written."""
    show_type: Callable[[Sort], str] = str
    """A sort as a type of the language."""
    printed: Callable[[Any, Sort, Program], str] | None = None
    """What a program prints of a value."""
    entry: str = "main"
    """The name of the method that a program begins with."""
    checked: Callable[..., Program] | None = None
    """Like `parse_file`: the program whose bodies have the conditions of their ghost code as statements. None where
    bodies have no such conditions."""
    division: Division = "euclidean"
    """How whole numbers are divided: `build.quotient` and `build.remainder` make the terms."""
    dynamic: bool = False
    """Do its variables hold values of any type, as in Python? Then terms have the sort Value: they are evaluated, and
    no solver knows them."""
    no_method: str = "the file declares no method with a postcondition or a test"
    """What to say of a file without anything to score."""
    comments: Comments = NO_COMMENTS
    """What comments of tests mean."""
    tested: Callable[[Path, ReadingOptions, Engines], TestedFile] | None = None
    """A file and what its tests say, for a language whose tests are no methods. None: they are (`Program.tests`)."""
    assumptions: Callable[[str, str], tuple[str, ...]] | None = None
    """A text and the name of its file → constructs in it that make a verifier believe it without a proof."""
    verifier: "Callable[[float], OutputOracle] | None" = None
    """The real verifier, which may work until this moment of the monotonic clock. Raises SolverFailure where it is not
    installed."""

    def read(self, path: Path | str, reading: ReadingOptions = DEFAULT_READING) -> Program:
        """What a source file declares. Raises InputError, and ParseError where it is outside the grammar."""
        return self.parse_file(path, **{name: getattr(reading, name) for name in self.options})

    def read_checked(self, path: Path | str, reading: ReadingOptions = DEFAULT_READING) -> Program:
        """Does what `read` does, with the conditions of ghost code as statements, where the language has any."""
        parse = self.parse_file if self.checked is None else self.checked
        return parse(path, **{name: getattr(reading, name) for name in self.options})

    def read_tested(self, path: Path, reading: ReadingOptions, engines: Engines) -> TestedFile:
        """A file with what its tests say, for which `engines` have the time. Raises InputError."""
        if self.tested is not None:
            return self.tested(path, reading, engines)
        program = self.read(path, reading)
        from ..test_execution.examples_of_tests import examples_of_tests  # As above.

        examples = examples_of_tests(program, self.comments, engines)
        return TestedFile(((program, examples),), clauses=clauses_of(program))


def clauses_of(program: Program) -> tuple[int, int]:
    """How many clauses the specifications of a source file have, and how many of them are lowered."""
    conditions = [
        condition
        for specification in program.specifications
        if specification.span is None or specification.span.file == program.file
        for condition in specification.conditions
    ]
    return len(conditions), sum(condition.term is not None for condition in conditions)

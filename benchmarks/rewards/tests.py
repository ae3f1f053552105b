"""The tests on which candidate specifications are judged. They are given, and never the candidate's own."""

from collections.abc import Callable, Mapping, Sequence
from inspect import isgeneratorfunction
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve, field, frozen

from ...backends.solvers.engines import engines_of
from ...core.errors import InputError
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import Sort
from ...core.ir.type_instances import matched, with_types
from ...core.ir.variables import Name, Valuation
from ...core.language import DEFAULT_READING, Language
from ...core.language.scoring import Scoring
from ...core.spec_testing.contents import contents
from ...core.spec_testing.examples import SPECIFICATION, Example, Examples
from ...core.spec_testing.making import made_examples
from ...frontends.registry import language as language_named
from ...frontends.registry import language_of, languages, suffixes
from ..closest import one_of, options_by_name
from ..datasets.call_tests import CallTests, call_tests_of, load_call_tests
from .hidden import hidden_examples
from .python_reference import examples_at, examples_of_function, python_function

DEFAULT_LANGUAGE = "dafny"
"""The language of candidates where neither a file nor a caller says another."""


@frozen(slots=True)
class ReferenceText:
    """A trusted program: its text, the name of its file, and the method whose specification says what is right."""

    text: str
    file: str
    method: str


@frozen(slots=True)
class SpecTests:
    """Tests for a method: inputs with the right outputs and, where there are some, wrong outputs and invalid inputs.

    `method`: its name; empty where the tests do not say it. `signature`: the parameters and results that a candidate
    must have, by their types and in their order; None where it may choose. `calls`, or `examples` where there is a
    signature: the tests. `hidden`: further inputs, which nobody is shown, with what the body of a
    reference returns. `reference`: the program whose specification says which outputs are right, None where there is
    none. `is_bounded`: whether a Python function refused larger inputs than those that it returns on, None without
    one. `function`: that function, which is called in this process alone. `left_out`: what of the source is no test of
    this kind, and why. `language`: the name of the language that candidates are written in.
    """

    method: str
    signature: Specification | None = None
    calls: CallTests | None = None
    examples: tuple[Example, ...] = ()
    hidden: tuple[Example, ...] = field(default=(), repr=False)
    reference: ReferenceText | None = field(default=None, repr=False)
    is_bounded: bool | None = None
    function: Callable[..., Any] | None = field(default=None, eq=False, repr=False)
    left_out: tuple[str, ...] = field(default=(), eq=False)
    language: str = DEFAULT_LANGUAGE

    def __len__(self) -> int:
        if self.calls is None:
            return len(self.examples)
        return sum(map(len, self.calls.tests.values()))

    def split(self, shown: int, seed: int = 0) -> tuple["SpecTests", "SpecTests"]:
        """So many tests, chosen by a seed, that a candidate's author may see, and the others, which are for judging.

        Raises InputError when there are not more tests than `shown`.
        """
        if not 0 <= shown < len(self):
            raise InputError(f"{shown} of {len(self)} tests cannot be shown: at least one is for judging")
        chosen = set(Random(seed).sample(range(len(self)), shown))
        return self._of(chosen), self._of(set(range(len(self))) - chosen)

    def _of(self, places: set[int]) -> "SpecTests":
        if self.calls is None:
            return evolve(self, examples=tuple(one for place, one in enumerate(self.examples) if place in places))
        # Places count through all tests, method after method, as `split` drew them.
        numbered = iter(range(len(self)))
        kept = {name: tuple(t for t in tests if next(numbered) in places) for name, tests in self.calls.tests.items()}
        return evolve(self, calls=CallTests(self.calls.path, {name: tests for name, tests in kept.items() if tests}))

    def for_candidate(self, candidate: Specification) -> Examples:
        """The tests as examples of a candidate, and those that do not fit it."""
        if self.calls is not None:
            return self.calls.of_one_method(candidate)
        moved = tuple(moved_to(example, candidate) for example in self.examples)
        return Examples(moved)

    def beside(self, inputs: Sequence[Sequence[Any]]) -> "SpecTests":
        """The tests for a candidate that singles these inputs out, with what a Python function says of them; without
        the function, so that they can be sent to another process."""
        if self.function is None or self.signature is None:
            return evolve(self, function=None)
        asked = {_said(example): example for example in self.hidden}
        further = examples_at(self.function, self.signature, inputs)
        asked |= {_said(example): example for example in _unknown_to(self, further, self.function)}
        return evolve(self, hidden=tuple(asked.values()), function=None)

    def hidden_for(self, candidate: Specification) -> list[Example]:
        """The inputs that nobody is shown as examples of a candidate."""
        return [moved_to(example, candidate) for example in self.hidden]


@options_by_name
def read_spec_tests(
    source: Path | str | Mapping[str, Any] | Sequence[Any],
    *,
    signature: str | None = None,
    method: str | None = None,
    reference: Path | str | Callable[..., Any] | None = None,
    language: str | None = None,
) -> SpecTests:
    """Tests for the specifications of a method.

    :param source: JSON as `specassay spec --tests` reads it, by the path of a file or as an object:
        `{"Max": [{"inputs": {"xs": [1, 2]}, "output": 2, "wrong": [1]}, {"inputs": [[]], "invalid": true}]}`. Or the
        path of a `.dfy` or `.rs` file: a reference, whose tests are taken (or made of its bodies where it has none),
        and whose signature. It is trusted: it is read in this process.
    :param signature: the head of the method, as `"method Max(xs: seq<int>) returns (m: int)"` or
        `"fn max(xs: &Vec<i32>) -> (m: i32)"`. Without it a candidate may choose other types, as long as the tests
        can be written in them. With `requires` it says which inputs the problem has: a candidate may exclude all
        others, which cost it something otherwise, as no test shows that they are none (`requires 1 <= month <= 12`).
    :param method: whose tests to take, where the source has several methods.
    :param reference: who says what is right on further inputs, which nobody is shown: a Python function, or a file,
        `FILE.py` or `FILE.py::NAME`, for which a `signature` is needed; or a `.dfy` or `.rs` file with the method,
        whose signature is taken. It is trusted, and executed in this process. An input that a Python function raises
        on is outside its domain. What it returns is right, and nothing else is; of a generator function all that it
        yields.
    :param language: the name of the language of candidates: that of a `source` or `reference` in one, else `dafny`.
    :raises InputError: for a source that cannot be read, that has no usable test, or tests of several methods; for a
        language that there is not, or whose candidates earn no reward (Python), and for a reference that cannot be
        used.
    """
    if language is not None:
        one_of("language", language, (each.name for each in languages()))
        if language_named(language).parse_program is None:
            title = language_named(language).title
            raise InputError(f"candidates in {title} earn no reward: `specassay grade --for specification` grades them")
    if _is_specified(source):
        spec_tests = _of_reference(Path(str(source)), method)
        return spec_tests if reference is None else _beside(spec_tests, reference)
    if isinstance(source, (str, Path)):
        name = str(source)
        calls = load_call_tests(Path(source))
    else:
        name = "the tests"
        calls = call_tests_of(source, Path(name))
    if calls is None:
        raise InputError('holds no tests of calls; see "Tests in JSON" in docs/dafny.md', file=name)
    if method is not None and method in calls.tests:
        calls = CallTests(calls.path, {method: calls.tests[method]})
    if len(calls.tests) != 1:
        raise InputError(f"tests of several methods ({', '.join(sorted(calls.tests))}): name one of them", file=name)
    # Which language candidates are in: that of the reference if it is in one, for its signature is compared with
    # theirs.
    (called,) = calls.tests
    named = language_of(str(reference)).name if _is_specified(reference) else language or DEFAULT_LANGUAGE
    if signature is None and not _is_specified(reference):
        if reference is not None:
            raise InputError("a Python reference needs a signature, by which inputs are made")
        return _some(SpecTests(method or called, None, calls, language=named), name)
    # Without a signature there are no sorts: the values in JSON are read anew for the types of each candidate.
    if signature is not None:
        head = _head(signature, language_named(named))
    else:
        head = _method_of(Path(str(reference)), method or called)[1]
    of_calls = calls.of_one_method(head)
    left_out = tuple(finding.message for finding in of_calls.findings)
    spec_tests = _some(
        SpecTests(head.name, _with_domain(head), None, of_calls.examples, left_out=left_out, language=named), name
    )
    return spec_tests if reference is None else _beside(spec_tests, reference)


def _is_specified(reference: object) -> bool:
    """Is it the path of a file of specifications?"""
    if not isinstance(reference, (str, Path)) or Path(reference).suffix.lower() not in suffixes():
        return False
    return not language_of(reference).dynamic


def _head(signature: str, language: Language) -> Specification:
    """The method of a signature, with its precondition where it has one. Raises InputError."""
    if language.parse_signature is None or language.parse_program is None:
        raise InputError(f"{language.title} has no heads of methods here: name a file as reference")
    try:
        program = language.parse_program(signature, f"<signature>{language.suffixes[0]}")
    except InputError:
        program = Program("")
    if len(program.specifications) == 1 and not program.unread and not program.problems:
        return program.specifications[0]
    # Of what is no program, as a head with types that are declared nowhere, it tells what is wrong.
    return language.parse_signature(signature, "<signature>")


def _with_domain(head: Specification) -> Specification:
    """A signature with the precondition that is written in it: what it excludes no candidate has to allow."""
    return evolve(bare(head), requires=head.requires)


def _method_of(path: Path, name: str) -> tuple[Program, Specification]:
    """A method of a file and its program. Raises InputError where there is not one of this name."""
    program = language_of(path).read(path)
    named = [specification for specification in program.specifications if specification.name == name]
    if len(named) != 1:
        raise InputError(f"{len(named) or 'no'} methods {name}", file=str(path))
    return program, named[0]


def _beside(tests: SpecTests, reference: Path | str | Callable[..., Any]) -> SpecTests:
    """Tests with a signature, with what a reference says of further inputs. Raises InputError."""
    assert tests.signature is not None
    if not (isinstance(reference, (str, Path)) and _is_specified(reference)):
        return _beside_function(tests, tests.signature, reference)
    program, specification = _method_of(Path(reference), tests.method)
    options = Scoring(engine="evaluate").options(language_of(reference), engines_of)
    own = [moved_to(example, specification) for example in tests.examples if _alike(example, specification)]
    made = hidden_examples(program, tests.method, options.engines, options.language, own)
    further = [moved_to(example, tests.signature) for example in made if _alike(example, tests.signature)]
    judging = _reference(Path(reference), program, specification)
    # A postcondition alone says what is right, too; a body that returns nothing is of no use, whatever is beside it.
    if not further and (judging is None or specification.name in program.routines):
        raise InputError("the reference returns nothing on any input that was made", file=str(reference))
    return evolve(tests, hidden=_unknown_to(tests, further, reference), reference=judging)


def _beside_function(
    tests: SpecTests, signature: Specification, reference: Path | str | Callable[..., Any]
) -> SpecTests:
    function = reference if callable(reference) else python_function(reference, tests.method)
    called = examples_of_function(function, signature, tests.examples)
    if not called.examples:
        raise InputError("the reference returns nothing on any input that was made", file=str(reference))
    hidden = _unknown_to(tests, called.examples, function)
    return evolve(tests, hidden=hidden, is_bounded=called.is_bounded, function=function)


def _unknown_to(
    tests: SpecTests, further: Sequence[Example], reference: Path | str | Callable[..., Any]
) -> tuple[Example, ...]:
    """What a reference says of inputs that no test has, and the further right outputs of the tests' inputs that a
    generator function yields."""
    told = {_said(example) for example in tests.examples}
    shown = {key for key, _ in told}
    many = isgeneratorfunction(reference)
    return tuple(
        example for example in further if (_said(example) not in told if many else same_input(example) not in shown)
    )


def _said(example: Example) -> tuple[Any, Any]:
    return same_input(example), contents(tuple(example.outputs.values()))


def _alike(example: Example, signature: Specification) -> bool:
    return _sorts(example.specification) == _sorts(signature)


def _some(tests: SpecTests, name: str) -> SpecTests:
    if not len(tests):
        why = f": {tests.left_out[0]}" if tests.left_out else ""
        raise InputError(f"no usable test{why}", file=name)
    return tests


def _of_reference(path: Path, method: str | None) -> SpecTests:
    """The tests of a reference, and its signature. Raises InputError."""
    written = language_of(path)
    options = Scoring(engine="evaluate").options(written, engines_of)
    ((program, read_tests), *_) = written.read_tested(path, DEFAULT_READING, options.engines).programs
    read_tests = read_tests.joined(made_examples(program, read_tests, None, options.engines, options.language))
    told = [
        example
        for example in read_tests.examples
        if example.source != SPECIFICATION and example.specification.kind == "method"
    ]
    # `told`: examples of methods whose outputs something else says than the specification.
    names = dict.fromkeys(one.specification.name for one in told if method in (None, one.specification.name))
    if len(names) > 1:
        raise InputError(f"tests of several methods ({', '.join(names)}): name one of them", file=str(path))
    # An example that leaves an output open cannot say that a candidate wrongly accepts another value of it.
    own = [one for one in told if one.specification.name in names]
    whole = tuple(evolve(one, specification=bare(one.specification)) for one in own if not one.unknowns)
    left_out = tuple(f"{one.test}: does not say what each output is" for one in own if one.unknowns)
    if not whole:
        raise InputError("no usable test, with all outputs", file=str(path))
    name = whole[0].specification.name
    known = {same_input(one) for one in whole}
    # Of a method for any type, inputs may be made at another type than that of the tests.
    made = hidden_examples(program, name, options.engines, options.language, own)
    hidden = [one for one in made if _sorts(one.specification) == _sorts(whole[0].specification)]
    further = tuple(
        evolve(one, specification=bare(one.specification)) for one in hidden if same_input(one) not in known
    )
    return SpecTests(
        name,
        whole[0].specification,
        None,
        whole,
        further,
        _reference(path, program, own[0].specification),
        left_out=left_out,
        language=written.name,
    )


def _reference(path: Path, program: Program, specification: Specification) -> ReferenceText | None:
    """The reference as it judges outputs; None where it promises nothing and has no body."""
    if all(condition.clause.fact for condition in specification.ensures) and specification.name not in program.routines:
        return None
    return ReferenceText(path.read_text(encoding="utf-8", errors="replace"), str(path), specification.name)


def _sorts(specification: Specification) -> list[Sort]:
    return [binder.sort for binder in (*specification.inputs, *specification.outputs)]


def bare(specification: Specification) -> Specification:
    """A specification without what it promises: its parameters, its results and the facts about them."""
    return evolve(
        specification,
        requires=tuple(condition for condition in specification.requires if condition.clause.fact),
        ensures=tuple(condition for condition in specification.ensures if condition.clause.fact),
    )


def with_signature(candidate: Specification, signature: Specification) -> Specification | str:
    """A candidate at the types of a signature, which stand for its type parameters; where it has not this signature,
    why, in words."""
    # Type parameters of the candidate are bound as the sorts are matched from the left: `M<T>(xs: seq<T>)` stands for
    # the signature with `seq<int>`, but not with T bound to two types.
    types: dict[str, Sort] = {}
    for what in ("inputs", "outputs"):
        own, given = getattr(candidate, what), getattr(signature, what)
        if len(own) != len(given):
            return f"{len(own)} {what} where {len(given)} are asked for"
        for own_binder, given_binder in zip(own, given, strict=True):
            if not matched(own_binder.sort, given_binder.sort, types):
                return f"{own_binder.name} is a {own_binder.sort}, and {given_binder.name} a {given_binder.sort}"
    # What is modified is compared by position: names of parameters are the candidate's own.
    names = {
        binder.name: own_binder.name for own_binder, binder in zip(candidate.inputs, signature.inputs, strict=True)
    }
    if {names[name] for name in signature.modifies} != set(candidate.modifies):
        return f"it modifies {', '.join(map(str, candidate.modifies)) or 'nothing'}"
    return with_types(candidate, types)


def moved_to(example: Example, candidate: Specification) -> Example:
    """An example of a method as one of another method with its signature, whatever the names are."""
    # By position, too: the two have one signature, so that the n-th parameter of one is the n-th of the other.
    own = example.specification
    pairs = (*zip(own.inputs, candidate.inputs, strict=True), *zip(own.outputs, candidate.outputs, strict=True))
    names = {one.name: other.name for one, other in pairs}

    def renamed(values: Valuation) -> dict[Name, Any]:
        return {names[name]: value for name, value in values.items()}

    return evolve(
        example,
        specification=candidate,
        inputs=renamed(example.inputs),
        outputs=renamed(example.outputs),
        wrong=tuple(map(renamed, example.wrong)),
    )


def same_input(example: Example) -> Any:
    """A key that is equal for examples of one input."""
    return contents(tuple(example.inputs.values()))

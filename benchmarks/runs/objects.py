"""Which expressions of a task's samples make objects: that is seen in the sandbox, where constructors run."""

import ast
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import evolve, field, frozen

from ...backends.python.replay import Construction, ObjectsWanted, Replayer
from ...core.evaluate.constants import constants_of
from ...core.ir.contracts import Contract
from ...core.ir.library import OF_FUNCTIONS
from ...core.ir.plain_values import Constructed, is_hashable
from ...core.iteration import in_turn
from ...core.synthesis.verdicts import Arguments
from ...frontends.python import literal
from ...frontends.python.constructed_fields import settled_fields
from ...frontends.python.constructions import of_tests, parsed_block
from ...frontends.python.declared import fits
from ...frontends.python.definitions import uninitialised
from ...frontends.python.described import Described
from ...frontends.python.fields import field_annotations, is_free, parameter_fields, with_attributes, with_fields
from ...frontends.python.module_classes import classes_of_module
from ...frontends.python.names import (
    ObjectMembers,
    field_variable,
    given_variable,
    instance_variable,
    is_told,
    member_variable,
    missing_variable,
    object_variable,
)
from ...frontends.python.objects import ModuleObjects
from ...frontends.python.receivers import after_call, base_of, is_made_up, stand_in
from ...frontends.python.standard_classes import LIBRARIES, OBJECTS
from ..datasets.tasks import ContractTask, parse_module
from .constructing import Constructing
from .run_limits import LIMITS

_OF_OBJECTS = ("method", "getter", "setter", "deleter", "invariants")
MAKING = ("__init__", "__new__", "__post_init__", "__setstate__")
_BUILT: dict[str, tuple[str, ...]] = {}
"""What was built for the parameters of other functions of the same modules, by what was asked for."""
_KNOWN = {**OBJECTS, **{name: texts for classes in LIBRARIES.values() for name, texts in classes.items()}}


@frozen(slots=True)
class Made:
    """`samples`: by parameter, the expressions that made a value. `first`: the argument for a parameter that a contract
    is not about. `fields`: the attributes of receivers, by their expressions, where all are plain values. `problems`:
    of what no object could be made, and why."""

    samples: Mapping[str, tuple[str, ...]] = field(factory=dict)
    first: Mapping[str, str] = field(factory=dict)
    fields: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    problems: tuple[str, ...] = ()


def made_for(task: ContractTask, constructing: Constructing) -> Made:
    """The samples of a task that can be constructed."""
    samples: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    fields: dict[str, Mapping[str, Any]] = {}
    problems: list[str] = []
    module = classes_of_module(parse_module(task.context))
    for name, texts in task.samples.items():
        made = constructing.of(name, texts)
        # Samples in the same state would give the same answers.
        samples[name] = tuple(_different(texts, made))
        if (owner := _called_class(task, name)) in module.classes:
            samples[name] += tuple(
                after_further_calls(constructing, name, samples[name], list(ModuleObjects(module).calls(owner)))
            )
        if name == task.receiver and task.members.fields:
            fields = {text: found for text, each in zip(texts, made, strict=True) if (found := _fields(each.state))}
        if not samples[name]:
            reasons = (each.refused for each in made if each.refused)
            problems.append(f"no object for {name}: {next(reasons, 'none is known')}")
    if task.definition is not None and task.definition.kind == "invariants":
        samples[task.receiver] = tuple(_checked_once(task, samples.get(task.receiver, ()), constructing.replayer))
    if task.receiver:
        assert task.definition is not None
        bare = uninitialised(task.definition.owner)
        own_samples = samples.get(task.receiver, ())
        is_object = task.definition.kind not in ("class method", "nested function")
        # Without a constructor call that works, an object that no constructor has touched is better than none.
        if not own_samples and is_object and constructing.of(task.receiver, [bare])[0].refused is None:
            own_samples = (bare,)
        first[task.receiver] = own_samples[0] if own_samples else "None"
    return Made(samples, first, fields, tuple(problems))


def _called_class(task: ContractTask, parameter: str) -> str:
    """The class whose methods lead an object into other states before it is an argument; empty where there is none."""
    if parameter == task.receiver:
        # What invariants say is asked after one call at most.
        has_state = task.definition is not None and task.definition.kind in {*_OF_OBJECTS} - {"invariants"}
        return task.definition.owner if task.definition is not None and has_state else ""
    return task.given[parameter].of_class if parameter in task.given else ""


def with_built(task: ContractTask, contract: Contract, constructing: Constructing) -> ContractTask:
    """The task with samples of the classes that are known when its module is loaded: for parameters that are declared
    to take such, or of which the function reads what no plain value has, and for a receiver that the text of its class
    does not say how to make."""
    samples, declared = dict(task.samples), dict(task.declared)
    for name, wanted in _wanted(task, contract).items():
        sample = samples.get(name, ())
        if (
            name == task.receiver
            and sum(each.refused is None for each in constructing.of(name, sample)) > LIMITS.known_receivers
        ):
            continue
        # Functions of one module ask for the same classes again and again, and building runs their constructors.
        key = repr((task.file, wanted.owner, wanted.annotation, wanted.reads, wanted.words, wanted.constants))
        if key not in _BUILT:
            _BUILT[key] = constructing.replayer.build(wanted)
        texts = tuple(dict.fromkeys((*_BUILT[key], *sample)))
        if texts and all(map(_is_literal, texts)):
            declared[name] = tuple(dict.fromkeys((*texts, *declared.get(name, ()))))
        elif texts:
            samples[name] = texts
    return evolve(task, samples=samples, declared=declared)


def _wanted(task: ContractTask, contract: Contract) -> dict[str, ObjectsWanted]:
    """What is asked of objects, by parameter."""
    found: dict[str, ObjectsWanted] = {}
    general = ObjectsWanted(known=_KNOWN, constants=task.constants)
    has_object = task.definition is not None and task.definition.kind in _OF_OBJECTS
    if task.definition is not None and has_object and task.definition.name not in MAKING:
        found[task.receiver] = evolve(general, owner=task.definition.owner)
    is_encoded = not any(clause.problems for clause in contract.clauses)
    asked = of_tests(parsed_block(task.contract_text), task.parameter_names)
    for parameter in task.parameters:
        name = re.escape(parameter.name)
        # Samples of a data set are better than what is made here.
        known = not all(map(is_made_up, task.samples.get(parameter.name, ())))
        if parameter.stars or known or parameter.name in found or not re.search(rf"\b{name}\b", task.contract_text):
            continue
        # Only for what the clauses look into, or what cannot be encoded, is an object worth making.
        is_used = re.search(rf"\b{name}\.\w|\w\((?:[^()]*,\s*)?{name}\b", task.contract_text) is not None
        said = task.described.get(parameter.name, Described()) if is_used or not is_encoded else Described()
        annotation = " | ".join(text for text in (parameter.hint, asked.get(parameter.name)) if text is not None)
        if annotation or said.reads or said.words:
            found[parameter.name] = evolve(general, annotation=annotation, reads=said.reads, words=said.words)
    return found


def _different(texts: Sequence[str], made: Sequence[Construction]) -> Iterator[str]:
    """The expressions that make a value, of objects that are alike the first. Of two whose attributes are objects
    nobody knows whether they are."""
    seen: set[str] = set()
    for text, each in zip(texts, made, strict=True):
        if each.refused is None and (not each.state or "<" in each.state or each.state not in seen):
            seen.add(each.state)
            yield text


def _checked_once(task: ContractTask, texts: Iterable[str], replayer: Replayer) -> Iterator[str]:
    """Of objects for invariants those that are checked in one state only: as they were made, or after one call of a
    method if all invariants hold before it. (A library checks them at each step.)"""
    valid: dict[str, bool] = {}
    for text in texts:
        # Made by a call alone, without one of its methods.
        if not text.startswith("("):
            yield text
        elif (base := base_of(text)) is not None:
            if base not in valid:
                replay = replayer.run({task.receiver: base}, reference=False)
                valid[base] = replay.decided and not replay.violated
            if valid[base]:
                yield text


def with_samples(contract: Contract, made: Made, declared: Mapping[str, Sequence[str]]) -> Contract:
    """The contract with the samples that make values. Where the evaluator cannot follow, since there are such or for
    what clauses do, `declared` plain values go with them: every input is replayed then, and few can be tried. So they
    do where a function of the library reads them, as it reads few texts."""
    kept = {name: tuple(map(_value, texts)) for name, texts in made.samples.items() if texts}
    if kept or any(clause.problems for clause in contract.clauses) or _reads_texts(contract):
        kept = {**{name: tuple(map(_value, texts)) for name, texts in declared.items()}, **kept}
    return evolve(contract, samples={name: kept[name] for name in contract.parameters if name in kept})


def _reads_texts(contract: Contract) -> bool:
    return any(is_hashable(constant) and constant in OF_FUNCTIONS for constant in constants_of(contract.body))


def _value(text: str) -> Any:
    """The value of an expression: a plain one where that is a literal, else an object."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return Constructed(text)


def _is_literal(text: str) -> bool:
    return not isinstance(_value(text), Constructed)


def realised(task: ContractTask, arguments: Arguments, made: Made) -> Arguments:
    """Arguments in which an object stands for values of the receiver's fields: its constructor is given them where it
    takes them all, else it is the sample that is most like them. What that object violates is seen in the replay. So
    are objects that parameters are."""
    arguments = _with_given(task, arguments, made)
    values = {name: value for name, value in arguments.items() if name.startswith(f"{task.receiver}.")}
    if not values or task.definition is None:
        return arguments
    fields_given = {name.partition(".")[2]: value for name, value in values.items() if not is_told(name)}
    not_plain = (object_variable, missing_variable)
    fields_given = {
        name: value
        for name, value in fields_given.items()
        if not any(values.get(told(task.receiver, name)) is True for told in not_plain)
    }
    module = classes_of_module(parse_module(task.context))
    texts = {name: literal(value) for name, value in fields_given.items()}
    text = with_fields(module, task.definition.owner, texts)
    if text is None:
        # What a constructor sets itself may be as it is asked for: `Parser('x')` for `text == 'x'` and `pos == 0.0`.
        others = fields_given.keys() - parameter_fields(module, task.definition.owner)
        usual = others < fields_given.keys() and any(
            all(name in fields and fields[name] == fields_given[name] for name in others)
            for known, fields in made.fields.items()
            if not known.startswith("(")
        )
        named = {name: text for name, text in texts.items() if name not in others}
        text = with_fields(module, task.definition.owner, named) if usual else None
    if text is None:
        text = max(
            made.fields, key=lambda each: _likeness(made.fields[each], fields_given), default=made.first[task.receiver]
        )
    return {
        task.receiver: Constructed(text),
        **{name: argument for name, argument in arguments.items() if name not in values},
    }


def _with_given(task: ContractTask, arguments: Arguments, made: Made) -> Arguments:
    """Arguments in which objects stand for what a model says of those that parameters are."""
    if not task.given:
        return arguments
    kept = {name: value for name, value in arguments.items() if name in task.parameter_names}
    for name, members in task.given.items():
        if arguments.get(given_variable(name)) is True:
            values = {
                each: arguments[variable]
                for each in sorted({*members.fields, *members.constants})
                if (variable := field_variable(name, each)) in arguments
                and arguments.get(object_variable(name, each)) is not True
            }
            if not (members.fields or members.constants or members.members):  # Its class is none of the module's.
                kept[name] = next(map(_value, made.samples.get(name, ())), None)
                continue
            is_own = arguments.get(instance_variable(name)) is True
            if is_own and members.members:
                kept[name] = Constructed(f"{members.of_class}.{_member(members, arguments.get(member_variable(name)))}")
                continue
            missing = {value for value in values if arguments.get(missing_variable(name, value)) is True}
            kept[name] = Constructed(_of_class(task, name, values, made) if is_own else _stand_in(values, missing))
    owner = f"{task.receiver}."
    return {**kept, **{name: value for name, value in arguments.items() if task.receiver and name.startswith(owner)}}


def _of_class(task: ContractTask, parameter: str, values: Mapping[str, Any], made: Made) -> str:
    """An object of the declared class of a parameter, with these values in its fields where its constructor takes them,
    else one that is made somehow, and is given them."""
    members = task.given[parameter]
    module = classes_of_module(parse_module(task.context))
    annotations = field_annotations(module, members.of_class)
    texts = {
        name: literal(_whole(value, annotations.get(name)))
        for name, value in values.items()
        if name not in members.constants
    }
    if is_free(module, members.of_class, texts) and not texts.keys() <= settled_fields(module, members.of_class).keys():
        sample = made.samples.get(parameter, ())
        base = next((each for each in sample if not each.startswith("(")), uninitialised(members.of_class))
        return with_attributes(base, texts)
    text = with_fields(module, members.of_class, texts)
    return next(iter(made.samples.get(parameter, ())), "None") if text is None else text


def _whole(value: Any, annotation: ast.expr | None) -> Any:
    """A number for a field that is declared to have whole ones. (A proof may speak of fields that are set from outside,
    to which a solver gives any number.)"""
    if not isinstance(value, float) or annotation is None or not math.isfinite(value):
        return value
    text = ast.unparse(annotation)
    return math.floor(value) if fits(text, value, exactly=False) is False and fits(text, 1) else value


def _member(members: ObjectMembers, chosen: object) -> str:
    """The member of an enumeration that a value of the variable for it stands for."""
    *_, last = members.members
    return chosen if isinstance(chosen, str) and chosen in members.members else last


def _stand_in(values: Mapping[str, Any], missing: Collection[str]) -> str:
    """An object of another class that has these attributes, but for some."""
    return stand_in({name: literal(value) for name, value in values.items() if name not in missing})


def _likeness(fields: Mapping[str, Any], given: Mapping[str, Any]) -> int:
    """How many fields have these values, and how many are at least empty or not as these are."""
    same = sum(name in fields and literal(fields[name]) == literal(value) for name, value in given.items())
    return 2 * same + sum(name in fields and bool(fields[name]) == bool(value) for name, value in given.items())


def _fields(state: str) -> Mapping[str, Any]:
    """The attributes of an object where all of them are plain values."""
    try:
        found = ast.literal_eval(state.partition(" ")[2])
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return {}
    return found if isinstance(found, dict) else {}


# Objects after several calls of their methods, each call made on what the ones before it have made.
#
# Calls are drawn with feedback (Pacheco, Lahiri, Ernst, Ball: "Feedback-directed random test generation", ICSE 2007):
# what raises is not gone on with, nor what leads to an object that is like a known one. A graph with two nodes and an
# edge takes three calls that fit each other, which independent draws hardly ever make.


def after_further_calls(
    constructing: Constructing, parameter: str, texts: Sequence[str], calls: Sequence[str]
) -> list[str]:
    """Expressions for objects in further states, the ones with the fewest calls first. `texts` make the objects that
    are known."""
    seen = {made.state for made in constructing.of(parameter, texts)}
    further: list[str] = []
    begun = list(texts[: LIMITS.further_starts])
    for _ in range(LIMITS.further_rounds if calls else 0):
        tried = list(islice(_extended(begun, calls), LIMITS.further_tries))
        begun = []
        for text, made in zip(tried, constructing.of(parameter, tried), strict=True):
            # Of two objects whose attributes are objects nobody knows whether they are alike.
            if made.refused is None and made.state and "<" not in made.state and made.state not in seen:
                seen.add(made.state)
                begun.append(text)
        further += begun
        begun = begun[: LIMITS.further_starts]
    return further


def _extended(texts: Sequence[str], calls: Sequence[str]) -> Iterator[str]:
    return in_turn([map(after_call, [text] * len(calls), calls) for text in texts])

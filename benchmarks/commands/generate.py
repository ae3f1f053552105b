"""The command line of `specassay generate`: its options. It loads what it needs when it runs."""

from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    CVTS,
    DATASETS,
    FORM,
    LANGUAGE,
    MENDED,
    PROBLEM_DATA,
    SHOWN,
    STRATEGY,
    SUBJECT,
    TASKS,
    TEMPLATES,
    UNSAFE,
    exit_codes,
    explained,
    only_for,
    out_option,
)


@click.command(
    epilog=exit_codes(None, bad="a request that the endpoint refuses", failed="a sample was given up"),
)
@SUBJECT
@DATASETS
@PROBLEM_DATA
@LANGUAGE
@FORM
@MENDED
@SHOWN
@click.option("--model", required=True, metavar="M", help="The model's name at the endpoint.")
@click.option(
    "--base-url",
    metavar="URL",
    help="An OpenAI-compatible endpoint, such as http://localhost:8000/v1. Without it: OpenAI.",
)
@STRATEGY
@CVTS
@TEMPLATES
@click.option("-n", "samples", default=1, type=click.IntRange(1), metavar="N", help="Samples for each task.")
@click.option(
    "--temperature",
    default=0.8,
    type=click.FloatRange(0),
    metavar="T",
    help="Sampling temperature; 0: the answers vary as little as the model allows.",
)
@click.option(
    "--top-p", type=click.FloatRange(0, 1), metavar="P", help="Nucleus sampling; the endpoint's default without it."
)
@click.option(
    "--max-tokens",
    "most_tokens",
    type=click.IntRange(1),
    metavar="N",
    help="The longest answer; the endpoint's default without it.",
)
@click.option(
    "--seed",
    "first_seed",
    type=int,
    metavar="N",
    help="Seed of the first sample of a task; each further sample has the next number.",
)
@click.option(
    "--concurrency",
    default=8,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="How many requests are open at the same time.",
)
@click.option(
    "--timeout",
    default=120.0,
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Time for one request.",
)
@click.option(
    "--retries",
    default=6,
    type=click.IntRange(0),
    metavar="N",
    help="How often a failed request is repeated.",
)
@click.option(
    "--prices",
    nargs=2,
    type=click.FloatRange(0),
    metavar="IN OUT",
    help="Prices of a million tokens of prompts and of answers; the totals show the cost.",
)
@click.option("--dry-run", is_flag=True, help="Send nothing; show what would be sent.")
@UNSAFE
@TASKS
@out_option(
    required=True,
    metavar="DIR",
    help="Holds a folder for each model and strategy: its samples, and every reply, so that a stopped run can go on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the totals as one JSON object, no table.")
@explained
def generate(subject: str, **options: Any) -> ExitCode:
    """Ask a model for the functions of tasks, and write its answers as EvalPlus samples. Each row has task_id and
    solution, the model, the strategy, the state (answered, cut, filtered, refused, given up), tokens and seconds.

    With --for specification: ask for specifications of problems in --language, by the prompts of `specassay prompts`.

    The key of the endpoint is read from the environment variable OPENAI_API_KEY. A solution is the answer as it came:
    `specassay grade` finds the code in it, and counts refused, filtered and given-up answers under these names.
    """
    from ..prompting.generation import command
    from ..prompting.generation.store import Sampling
    from .prompts import ASKED, asked_prompts

    asking = {name: options[name] for name in (*ASKED["programs"], *ASKED["specification"]) if name in options}
    own = {name: value for name, value in options.items() if name not in asking or name == "templates"}
    only_for(subject, (*ASKED[subject], "force", *own))
    asked = {name: own.pop(name) for name in ("model", "temperature", "top_p", "most_tokens")}
    sampling = Sampling(seed=own.pop("first_seed"), **asked)
    return command.generate(asked_prompts(subject, asking), command.GenerationSettings(sampling=sampling, **own))

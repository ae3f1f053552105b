"""The command line of `specassay doctor`: its options. It loads what it needs when it runs."""

import click

from .options import exit_codes


@click.command(
    epilog=exit_codes(None, failed="or something required is missing", keeps_rows=False),
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array instead of a table.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Show the versions, engines and kernel features found, what is missing, and how to install it."""
    import msgspec

    from ..reporting.tables import show
    from .checks import exit_code, run_checks, table_of

    checks = run_checks()
    if as_json:
        click.echo(msgspec.json.encode(checks))
    else:
        show([table_of(checks)])
    context.exit(exit_code(checks))

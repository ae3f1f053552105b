"""CPython as an oracle: code that others wrote, run in a sandbox, and contracts replayed."""

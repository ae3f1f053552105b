"""Where tasks run: processes of this machine, or workers of a cluster. The work, and what comes of it, are the same."""

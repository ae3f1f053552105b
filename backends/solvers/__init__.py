"""The solvers, one module each, and sessions with them in this process or in one that can be killed."""

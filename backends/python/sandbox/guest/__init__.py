"""The half of the sandbox that runs inside: imports nothing but the standard library and itself."""

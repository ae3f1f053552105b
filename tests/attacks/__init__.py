"""An attack suite for the sandbox: programs that want to do harm, and witnesses that would see it."""

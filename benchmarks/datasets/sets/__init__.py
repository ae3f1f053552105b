"""Published data sets by name, one adapter a module: where each is, what it holds, and where it comes from."""

"""A search for texts on which a front end crashes or hangs: random edits of real files (`make fuzz`)."""

"""What a worker process says: a part of the result of its item, that there are no more, or what the item raised."""

PART, END, RAISED = range(3)

"""A run as a folder that survives what stops it: `run.sqlite` has every result from the moment it is known."""

from .database import FILE, STORE_VERSION, open_database
from .records import NewResult, PlannedTask, StoredResult, StoredVerdict
from .writing import RunWriter, StoredRun, locked, open_run, start_run

"""What is read: data sets, files of Python and of Dafny, and the tests beside them, as tasks."""

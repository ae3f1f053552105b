"""The operators of terms: one table, the sort of an application, and what the strict ones compute."""

"""The one printer of terms as SMT-LIB 2.6, and the one reader of values."""

"""`specassay compare`: which contract or specification is stronger, of one language or of two, and what separates them.

A *subject* is a contract or specification by its place, `FILE::NAME`. Subjects of two sources are paired by name, or by
the number of their problem; each pair is compared, and several subjects of one problem are ordered.
"""

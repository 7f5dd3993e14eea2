"""Document 004 as a page: the running program drawn, and each of its claims beside what holds.

It may import the rest of ``games.analysis`` and the program itself.
"""

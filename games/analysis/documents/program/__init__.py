"""Document 004 as a page: the running program drawn, and each of its claims beside what holds."""

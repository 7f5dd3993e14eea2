"""Engines from outside: the upload, the queue in front of the grader, the report, publishing, and
the ladder on which engines play each other without end.

It may import ``grading``, the analysis, the pages of ``games.web`` and all that lies below them.
"""

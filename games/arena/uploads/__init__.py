"""Engines that people bring: the upload, the queue in front of the grader, and the report.

It may import ``grading``, the analysis, the pages of ``games.web`` and all that lies below them.
"""

"""Engines that people bring: the upload, the queue in front of the grader, and the report."""

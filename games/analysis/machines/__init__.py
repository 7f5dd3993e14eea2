"""Learners while they learn: a machine of matchboxes that one plays, and trainings to watch.

Imports learners from ``games.engines.learning``, and nothing else of ``games.analysis``.
"""

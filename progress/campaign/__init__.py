"""The campaign: its stages as data, what is computed of them, hints, stars, and its pages.

Imports ``games``, ``progress.models`` and what a person's results count.
"""

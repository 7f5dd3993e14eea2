"""Everything about playing: rules, engines, matches, their pages and the analysis.

Imports ``accounts`` where others may, and nothing of ``progress`` or ``config``.
"""

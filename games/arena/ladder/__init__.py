"""The ladder: engines play each other without end, and everybody can see how it stands.

It may import ``grading``, ``uploads``, the worker processes and what they may.
"""

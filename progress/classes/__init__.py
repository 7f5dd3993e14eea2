"""Classes: a teacher, up to forty pupils who are pictures, their tasks, and one matrix of it all.

It may import everything of ``progress`` but the admin; what people do at lessons, puzzles and games
it hears through signals.
"""


class ClassRefused(ValueError):
    """What cannot be done in a class; the text quotes it and says why."""

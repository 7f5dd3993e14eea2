"""The inside of the grader's jail: a fresh Python that locks itself up and then runs a file.

Nothing here imports other packages of the project. ``inside`` is what the process runs,
``lock`` takes its rights away, ``fence`` those of its owner, ``chance`` and ``order`` note what a
move depends on besides the position.
"""

"""A site full of people and games, for measuring and for trying things out at scale.

``lines`` plays games by the rules of a match, ``people`` says who plays how much, ``years`` deals
the lines out to the people, and ``tables`` writes rows in bulk. ``manage.py fill`` runs it.
"""

"""A finished game, judged move by move."""

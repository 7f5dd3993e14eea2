"""The analysis board: one position and all that is known of it."""

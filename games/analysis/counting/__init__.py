"""How Oxo counts: one position with every count of it, and what each of them counts."""

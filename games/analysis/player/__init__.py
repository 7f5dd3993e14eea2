"""How an engine comes to its move, step by step: one player for searches and all others."""

"""A search as a tree that one steps through."""

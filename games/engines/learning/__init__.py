"""Learners of classic tic-tac-toe: boxes of beads, tables of values, a tree of playouts, a net.

Each learns by playing, from a seed, and can be asked at any moment in how many ways it still loses.
"""

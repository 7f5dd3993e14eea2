"""Engines made of glass: the analysis board, reviews, lessons and proofs.

Everything shown is taken from the engines' own ``Choice`` data and the solved games.
"""

"""The only writer of games, and the cache of matches.

Imports models and the match; services and reads of single games use it.
"""

"""Engines from outside: their files are graded in a jail, published, and meet on the ladder.

Imports services and the worker processes.
"""

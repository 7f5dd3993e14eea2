"""Reads of the database, one file for each subject, and lists by pages.

Imports models and what is pure.
"""

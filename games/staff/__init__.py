"""What staff use: lists of the admin, ``doctor`` and backups.

Imports queries and services; nothing but the admin and commands imports it.
"""

"""The commands of ``manage.py`` about games.

They may import everything of ``games``; nothing imports them.
"""

"""The commands of ``manage.py`` about what people achieve.

They may import everything of ``progress``; nothing imports them.
"""

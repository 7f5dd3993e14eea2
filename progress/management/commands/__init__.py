"""One command a module, called by the module's name.

They may import everything of ``progress``; nothing imports them.
"""

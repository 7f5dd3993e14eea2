"""One command a module, called by the module's name.

They may import everything of ``games``; nothing imports them.
"""

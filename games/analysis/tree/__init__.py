"""A search that one plays, steps through and looks around in.

It may import the modules of ``games.analysis`` itself, ``player`` and the list of lessons.
"""

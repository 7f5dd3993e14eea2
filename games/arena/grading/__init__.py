"""Engines from outside: one Python file, asked in a sandbox and compared with the solution.

Where there is none, it plays engines of known strength.

It may import the engines, the rules and the jail; it loads without Django.
"""

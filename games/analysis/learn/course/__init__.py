"""The words of the course (``*.toml``), and the modules that compute what they say.

They may import the rest of ``learn`` but its pages.
"""

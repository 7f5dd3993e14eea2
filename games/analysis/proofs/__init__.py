"""What was computed about engines and games, as pages and as files that a release carries.

It may import the engines, the worker processes and the modules of ``games.analysis`` itself.
"""

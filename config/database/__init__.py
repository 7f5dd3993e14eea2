"""PostgreSQL as Django uses it, the cache on Redis, and migration steps beside a running site.

Imports Django alone; ``ENGINE`` in the settings names this package.
"""

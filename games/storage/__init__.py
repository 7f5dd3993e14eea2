"""The only writer of games, and the cache of what was read or written."""

"""The only writer of games, and the cache of matches."""

"""What templates of ``progress`` say: stars, stops of the map, people.

It may import everything of ``progress`` and the tags of ``games``.
"""

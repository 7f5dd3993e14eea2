"""Play for programs: operations over HTTP and what describes them, bot accounts, and streams.

It may import what ``games.api`` may, and the engines that people published.
"""

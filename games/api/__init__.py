"""The HTTP API: ``views`` for the messages of the socket, ``programs`` for bots and streams.

Imports queries, services and ``live``; writes through services only.
"""

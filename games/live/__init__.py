"""Sockets: what arrives, who is connected here and elsewhere, and how news reaches them.

Imports services and what is left of them; pages and the API import it.
"""

"""Pages: views, forms and what only pages need.

Imports queries, services and ``live``; writes through services only.
"""

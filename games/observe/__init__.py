"""What is measured and logged: Prometheus' metrics, and the trace of an action.

Imports nothing of the site.
"""

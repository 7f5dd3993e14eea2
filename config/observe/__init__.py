"""What operators see of a process: log lines, error reports, metrics, health.

May import ``games.observe`` and the services that a health check asks, but nothing else of config.
"""

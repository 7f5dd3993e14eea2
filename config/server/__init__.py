"""What stands between a connection and a view: the proxy's word, cookies, log-ins, origins, 503.

May import ``config.database``, ``config.observe`` and the apps, but no pages.
"""

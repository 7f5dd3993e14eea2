"""Settings, addresses and the server; what several rooms need lies in the root.

May import every app; nothing of the apps imports it but ``config.observe`` and the helpers of
migrations in ``config.database``.
"""

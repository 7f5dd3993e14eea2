"""What belongs to every page or to none of the apps: error pages, the parts page, bundles of files.

May import ``config.server`` and what that may.
"""

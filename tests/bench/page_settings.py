"""Production settings without HTTPS, so that pages can be asked for within this process."""

import os

os.environ.setdefault("SECRET_KEY", "bench-" * 10)
os.environ["DEBUG"] = "0"
os.environ["HTTPS"] = "0"
os.environ.setdefault("LOG_LEVEL", "CRITICAL")

from config.settings import *  # noqa: F403

ALLOWED_HOSTS = ["testserver"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

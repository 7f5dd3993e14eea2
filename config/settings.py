"""Django settings. What differs between machines comes from the environment (env.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
import dj_email_url
from csp.constants import NONCE, NONE, SELF

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR") or BASE_DIR / "var")

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.secret_key(DEBUG)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
HTTPS = env.flag("HTTPS", default=not DEBUG)
DEMO = env.flag("DEMO", default=False)

INSTALLED_APPS = [
    "daphne",
    "accounts",
    "games",
    "progress",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.CompressPages",
    "config.middleware.private_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.BadValuesMiddleware",
    "config.middleware.WrongMethodMiddleware",
    "accounts.middleware.LogInMiddleware",
    "config.unavailable.UnavailableMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.appearance",
            ],
        },
    }
]

# --- data ------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    "timeout": 10,
    "transaction_mode": "IMMEDIATE",
    "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;"),
}
POSTGRES_OPTIONS = {
    "connect_timeout": 3,
    "pool": {
        "min_size": 1,
        "max_size": env.number("DATABASE_POOL", 8, least=1),
        # While the database is away pages answer 503 at once instead of waiting, and it is
        # looked for often: the pool's own pauses between tries grow to minutes.
        "timeout": 3.0,
        "max_waiting": 1000,
        "reconnect_timeout": 2.0,
    },
}


def database() -> dict[str, Any]:
    """DATABASE_URL with the options each database needs to be safe under many writers."""
    config: dict[str, Any] = env.parsed(
        "DATABASE_URL",
        f"sqlite:///{VAR_DIR / 'oxo.sqlite3'}",
        ("sqlite", "postgres", "postgresql"),
        dj_database_url.parse,
    )
    sqlite = config["ENGINE"].endswith("sqlite3")
    if sqlite and config["NAME"] != ":memory:":
        env.folder("DATABASE_URL or VAR_DIR", Path(config["NAME"]).parent)
    options = dict(SQLITE_OPTIONS if sqlite else POSTGRES_OPTIONS)
    config["OPTIONS"] = {**options, **config.get("OPTIONS", {})}
    config["CONN_MAX_AGE"] = 0
    if not sqlite:
        config["ENGINE"] = "config.postgresql"
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.parsed("REDIS_URL", "", ("redis", "rediss", "unix")).geturl()
REDIS_PREFIX = env.text("REDIS_PREFIX", "oxo")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
        }
    }
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {
                # Waiting for a message takes 5 s at a time; the default of 5 s would break it off.
                "hosts": [{"address": REDIS_URL, "max_connections": 1000, "socket_timeout": 15}],
                "prefix": REDIS_PREFIX,
                "capacity": 1000,
                "expiry": 10,
            },
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # Limits are counted here: the default of 300 would forget them under a flood.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# --- people ----------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["accounts.hashers.Argon2", "accounts.hashers.PBKDF2"]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator"},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# How often one person or address may do what costs others: (times, seconds).
LIMITS = {
    "sign_up": (120, 3600),
    "failed_log_ins": (100, 900),
    "failures_of_a_name": (100, 3600),
    "create_game": (30, 60),
    # Guests, by address, and their games, by guest and by address (docs/limits.md).
    "guests": (60, 60),
    "guests_of_an_hour": (300, 3600),
    "create_game_as_guest": (10, 60),
    "games_of_guests": (300, 60),
    "act": (300, 60),
    # What visitors' pages cost, per address (docs/limits.md).
    "analysis": (1200, 60),
    "export": (600, 60),
    "picture": (120, 60),
    "password_reset": (30, 3600),
    "password_reset_letter": (5, 3600),
}

# Worker processes for long computations (games/compute/pool.py).
COMPUTE_PROCESSES = env.number("COMPUTE_PROCESSES", 2, least=1)

# Seconds for which somebody who left a game can come back before the others may end it.
AWAY_GRACE = env.number("AWAY_GRACE", 30)

# --- mail ------------------------------------------------------------------------------

_email = env.parsed(
    "EMAIL_URL",
    "console:",
    ("smtp", "submission", "console", "file", "memory", "dummy"),
    dj_email_url.parse,
)
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_HOST = _email["EMAIL_HOST"] or "localhost"
EMAIL_PORT = _email["EMAIL_PORT"]
EMAIL_HOST_USER = _email["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = _email["EMAIL_USE_TLS"]
EMAIL_USE_SSL = _email["EMAIL_USE_SSL"]
EMAIL_FILE_PATH = _email["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = _email["EMAIL_TIMEOUT"] or 10
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Oxo <oxo@localhost>")

# --- pages -----------------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG

# --- safety ----------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.views.csrf_failure"
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SECURE_CONTENT_TYPE_NOSNIFF = True
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # HSTS_PRELOAD is off unless it is asked for
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Browsers ship with the preload list, and it takes months to leave it, so it is off by default.
SECURE_HSTS_PRELOAD = HTTPS and env.flag("HSTS_PRELOAD", default=False)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
if env.flag("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    # A 503 is an answer we chose to give, and comes in crowds.
    "filters": {
        "not_503": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", 0) != 503,
        }
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["console"], "level": env.choice("LOG_LEVEL", "INFO", LEVELS)},
    "loggers": {
        "daphne": {"level": "WARNING"},
        "oxo.access": {"level": "INFO"},  # on or off as a whole: ACCESS_LOG
        "django.request": {"level": "ERROR", "filters": ["not_503"]},
        # Anybody can send any host, body or filter; the answer is 400, not a traceback in the log.
        "django.security": {"handlers": ["nowhere"], "propagate": False},
        # Worth knowing, and a line each: a proxy that changes the host shows here.
        "django.security.csrf": {"handlers": ["console"], "propagate": False},
    },
}

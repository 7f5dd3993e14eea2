"""Django settings. What differs between machines comes from the environment (env.py)."""

from __future__ import annotations

import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
import dj_email_url
from csp.constants import NONCE, NONE, SELF
from redis.connection import parse_url

from config import env
from config.sizes import LIMITS as LIMITS
from config.sizes import SIZES as SIZES

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR") or BASE_DIR / "var")

VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
COMMIT = env.text("COMMIT")  # set by the image

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.secret_key(DEBUG)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
HTTPS = env.flag("HTTPS", default=not DEBUG)
# Where the site is, for letters: what a client says in its request does not count there.
SITE_URL = env.site_url("SITE_URL", ALLOWED_HOSTS, https=HTTPS)
DEMO = env.flag("DEMO", default=False)

# Schools' systems come in where requirements-lti.txt is installed.
LTI = find_spec("lti_tool") is not None

INSTALLED_APPS = [
    # Its runserver speaks WebSockets. Nothing else needs it, and it takes 40 MB of memory.
    *(["daphne"] if sys.argv[1:2] == ["runserver"] else []),
    "accounts.apps.AccountsConfig",
    "games",
    "progress",
    "accounts.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    *(["lti_tool"] if LTI else []),
]

MIDDLEWARE = [
    "config.observe.metrics.count_requests",
    "config.database.limits.by_purpose",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.server.cookies.renamed_cookies",
    "config.pages.middleware.CompressPages",
    "config.pages.middleware.private_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.server.bearer.BearerMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.pages.middleware.BadValuesMiddleware",
    "config.pages.middleware.DeletedMiddleware",
    "config.pages.middleware.WrongMethodMiddleware",
    "accounts.middleware.LogInMiddleware",
    "config.server.unavailable.UnavailableMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
FORM_RENDERER = "config.pages.form_renderer.FormRenderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["games.templatetags.addresses"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.appearance",
                "games.web.context.notice",
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
        f"sqlite:///{quote(str(VAR_DIR / 'oxo.sqlite3'))}",
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
        config["ENGINE"] = "config.database"
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.url("REDIS_URL", ("redis", "rediss", "unix"), parse_url)
REDIS_PREFIX = env.text("REDIS_PREFIX", "oxo")
CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Limits are counted here: the default of 300 would forget them under a flood.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.database.cache.SharedCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
        }
    }

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
    {"NAME": "accounts.weak.DressedUpPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Worker processes for long computations (games/compute/pool.py).
COMPUTE_PROCESSES = env.number("COMPUTE_PROCESSES", 2, least=1)

# Seconds for which somebody who left a game can come back before the others may end it.
AWAY_GRACE = env.number("AWAY_GRACE", 30)

# Where this process tells Prometheus what it counts; nowhere by default.
METRICS = env.address("METRICS")

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
    "config.pages.bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.pages.compressed.CompressedFiles"
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
COOKIE_PREFIX = "__Host-" if HTTPS else ""  # config/server/cookies.py
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
BROWSER_COOKIE_NAME = f"{COOKIE_PREFIX}browser"
BROWSER_COOKIE_AGE = 60 * 60 * 24 * 180
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * SIZES["session_days"]
STAFF_HOURS = 10  # a working day: then staff log in again
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.pages.views.csrf_failure"
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SECURE_CONTENT_TYPE_NOSNIFF = True
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # HSTS_PRELOAD is off unless it is asked for
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * SIZES["upload_kb"]
FILE_UPLOAD_HANDLERS = ["config.server.uploads.BoundedUpload"]

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Browsers ship with the preload list, and it takes months to leave it, so it is off by default.
SECURE_HSTS_PRELOAD = HTTPS and env.flag("HSTS_PRELOAD", default=False)
# What programs ask is refused over HTTP (config/server/bearer.py): a redirect would hide that their
# token was sent for everybody to read.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^api/."]
if env.flag("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Whom to tell of a security hole (/.well-known/security.txt); nobody by default.
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")

# Errors are reported there (config/observe/errors.py); nowhere by default.
ERROR_DSN = env.error_dsn("ERROR_DSN")

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.observe.logs.TextLine"},
        "json": {"()": "config.observe.logs.JsonLine"},
    },
    "filters": {
        "stamp": {"()": "config.observe.logs.Stamp"},
        # Anybody can send such a frame; it closes their socket, and needs no traceback.
        "not_utf8": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: not record.getMessage().startswith("Invalid UTF-8"),
        },
        # A 503 is an answer we chose to give, and comes in crowds.
        "not_503": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", 0) != 503,
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.choice("LOG_FORMAT", "LINE", ("LINE", "JSON")).lower(),
            "filters": ["stamp"],
        },
        "nowhere": {"class": "logging.NullHandler"},
        "security": {
            "class": "logging.StreamHandler",
            "formatter": "json",
            "filters": ["stamp"],
        },
    },
    "root": {"handlers": ["console"], "level": env.choice("LOG_LEVEL", "INFO", LEVELS)},
    "loggers": {
        "daphne": {"level": "WARNING"},
        # It warns of every request that is none.
        "uvicorn.error": {"level": "ERROR", "filters": ["not_utf8"]},
        "oxo.access": {"level": "INFO"},  # on or off as a whole: ACCESS_LOG
        # A line for every action, from its arrival to its commit.
        "oxo.play": {"level": "INFO" if env.flag("PLAY_LOG", default=False) else "WARNING"},
        # The log of what matters, for machines whatever LOG_FORMAT is.
        "oxo.security": {"level": "INFO", "handlers": ["security"], "propagate": False},
        "django.request": {"level": "ERROR", "filters": ["not_503"]},
        # Anybody can send any host, body or filter; the answer is 400, not a traceback in the log.
        "django.security": {"handlers": ["nowhere"], "propagate": False},
        # Worth knowing, and a line each: a proxy that changes the host shows here.
        "django.security.csrf": {"handlers": ["console"], "propagate": False},
    },
}
if ERROR_DSN:
    LOGGING["handlers"]["errors"] = {"()": "config.observe.errors.ErrorReports", "dsn": ERROR_DSN}
    LOGGING["root"]["handlers"].append("errors")

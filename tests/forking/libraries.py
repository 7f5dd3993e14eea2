"""What our commands and servers import of others. Nothing here reads the settings."""

import argon2  # noqa: F401
import cryptography.x509  # noqa: F401
import csp.constants  # noqa: F401
import dj_database_url  # noqa: F401
import dj_email_url  # noqa: F401
import django.contrib.admin.options
import django.contrib.auth.hashers
import django.core.asgi
import django.core.management
import django.db.backends.sqlite3.base
import django.test  # noqa: F401
import msgspec  # noqa: F401
import numpy  # noqa: F401
import psycopg  # noqa: F401
import psycopg_pool  # noqa: F401
import sqlparse  # noqa: F401
import uvicorn
import uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401
import whitenoise.storage  # noqa: F401

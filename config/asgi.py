"""The application Daphne serves: Django for HTTP, Channels for sockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

# Routing imports models, so it comes after Django is set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from config.origin import SameOrigin  # noqa: E402
from config.unavailable import UnavailableSockets  # noqa: E402
from games.live.routing import urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": SameOrigin(UnavailableSockets(AuthMiddlewareStack(URLRouter(urlpatterns)))),
    }
)

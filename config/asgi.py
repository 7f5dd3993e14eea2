"""The application that a server serves: Django for HTTP, Channels for sockets."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

from config.database import limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
limits.serve()
django_application = get_asgi_application()

# Routing imports models, so it comes after Django is set up.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from config import env  # noqa: E402
from config.observe.logs import Traced  # noqa: E402
from config.server.front import AccessLog, BehindProxy, BoundedBody  # noqa: E402
from config.server.log_ins import LogIns  # noqa: E402
from config.server.origin import SameOrigin  # noqa: E402
from config.server.unavailable import UnavailableSockets  # noqa: E402
from games.api.programs.streaming import Streaming  # noqa: E402
from games.live.routing import urlpatterns  # noqa: E402

application: Any = Traced(
    ProtocolTypeRouter(
        {
            "http": Streaming(BoundedBody(django_application)),
            "websocket": SameOrigin(UnavailableSockets(LogIns(URLRouter(urlpatterns)))),
        }
    )
)
if env.flag("ACCESS_LOG", default=False):
    application = AccessLog(application, json=env.text("LOG_FORMAT").upper() == "JSON")
if env.flag("BEHIND_PROXY", default=False):
    application = BehindProxy(application)

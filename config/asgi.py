"""The application that a server serves: Django for HTTP, Channels for sockets."""

import os
from typing import Any

import django

from config.database import limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
limits.serve()
django.setup(set_prefix=False)

# What follows imports models, so it comes after Django is set up.
from channels.routing import ProtocolTypeRouter, URLRouter

from config import env
from config.observe.logs import Traced
from config.server.front import AccessLog, BehindProxy, BoundedBody
from config.server.log_ins import LogIns
from config.server.origin import SameOrigin
from config.server.pages import Pages
from config.server.unavailable import UnavailableSockets
from games.api.programs.streaming import Streaming
from games.live.routing import urlpatterns
from progress.classes.routing import urlpatterns as of_classes

application: Any = Traced(
    ProtocolTypeRouter(
        {
            "http": Streaming(BoundedBody(Pages())),
            "websocket": SameOrigin(
                UnavailableSockets(LogIns(URLRouter([*of_classes, *urlpatterns])))
            ),
        }
    )
)
if env.flag("ACCESS_LOG", default=False):
    application = AccessLog(application, json=env.text("LOG_FORMAT").upper() == "JSON")
if env.flag("BEHIND_PROXY", default=False):
    application = BehindProxy(application)

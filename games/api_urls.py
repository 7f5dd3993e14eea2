"""Addresses of the HTTP API: those of the operations, and the page and document about them."""

from django.urls import path

from games import api, remark_views  # noqa: F401  declare operations
from games.ids import GameId  # noqa: F401  registers <game:…>
from games.programs import account, bot, challenges, engines, pages, streaming  # noqa: F401
from games.programs.operations import by_route

app_name = "api"
urlpatterns = [
    path("", pages.index, name="page"),
    path("schema", pages.schema, name="schema"),
    path("tables/<slug:variant>.<slug:kind>", pages.table, name="table"),
    *(
        path(route, api.serving(operations), name=operations[0].name)
        for route, operations in by_route()
    ),
]

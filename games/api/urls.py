"""Addresses of the HTTP API: those of the operations, and the page and document about them."""

from django.urls import path

from games.api import remarks, views  # declare operations
from games.api.programs import (
    account,
    bot,
    challenges,
    chat,
    engines,
    exports,
    pages,
    streaming,
)
from games.api.programs.operations import OPERATIONS, by_route

app_name = "api"
export = views.serving([one for one in OPERATIONS if one.name == "export"])
urlpatterns = [
    path("", pages.index, name="page"),
    path("schema", pages.schema, name="schema"),
    path("tables/<slug:variant>.<slug:kind>", pages.table, name="table"),
    # Clients write some addresses with a slash at the end, and others without theirs.
    *(
        path(way, views.serving(operations), name=operations[0].name)
        for route, operations in by_route()
        for way in ((route[:-1], route) if route.endswith("/") else (f"{route}/", route))
    ),
]

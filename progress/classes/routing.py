"""The address of a class's socket."""

from django.urls import path

from progress.classes.sockets import ClassSocket

urlpatterns = [path("ws/classes/<int:class_id>/", ClassSocket.as_asgi())]

"""Addresses that a school's system is told."""

from django.urls import path

from progress.classes.lti import views

app_name = "lti"
urlpatterns = [
    path("keys/", views.keys, name="keys"),
    path("login/", views.login, name="login"),
    path("launch/", views.launch, name="launch"),
    path("connect/", views.connect, name="connect"),
    path("choose/", views.choose, name="choose"),
    path("chosen/", views.chosen, name="chosen"),
]

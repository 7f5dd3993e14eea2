from django.urls import path

from games.arena import ladder_views, publish_views, views

app_name = "engines"
urlpatterns = [
    path("", publish_views.index, name="index"),
    path("ladder/", ladder_views.ladder, name="ladder"),
    path("mine/", views.mine, name="mine"),
    path("<game:engine_id>/", views.engine, name="report"),
    path("<game:engine_id>/share/", views.share, name="share"),
    path("<game:engine_id>/publish/", publish_views.publish, name="publish"),
    path("<game:engine_id>/delete/", views.delete, name="delete"),
    path("<game:engine_id>/source/", views.source, name="source"),
]

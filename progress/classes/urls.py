"""Addresses of classes, and of the way into them."""

from django.urls import path, re_path

from progress.classes import (
    arena_views,
    join_views,
    look_views,
    member_views,
    now_views,
    task_views,
    teacher_views,
)

app_name = "classes"
urlpatterns = [
    # Squares of capitals are smaller, so the door has both spellings.
    path("join/", join_views.join, name="join"),
    path("JOIN/", join_views.join),
    path("join/account/", join_views.with_account, name="with_account"),
    re_path(r"^(?:join/d|JOIN/D)/(?P<board>[XO-]{9})/$", join_views.from_square, name="square"),
    re_path(r"^(?:join|JOIN)/(?P<card>[0-9A-Z]{8})/$", join_views.card, name="card"),
    path("classes/", teacher_views.index, name="index"),
    path("classes/new/", teacher_views.new, name="new"),
    path("classes/names/", teacher_views.names, name="names"),
    path("classes/parents/", teacher_views.parents_page, name="parents"),
    path("classes/courses/", task_views.all_courses, name="courses"),
    path("classes/courses/<slug:slug>/", task_views.course, name="course"),
    path("classes/mine/", member_views.mine, name="mine"),
    path("classes/mine/<int:task_id>/", member_views.go, name="go"),
    path("classes/mine/bar/", member_views.line, name="bar"),
    path("classes/mine/look/", look_views.follow, name="follow"),
    path("classes/mine/arena/", arena_views.mine, name="my_arena"),
    path("classes/mine/leave/", member_views.leave, name="leave"),
    path("classes/<int:class_id>/", now_views.now),
    path("classes/<int:class_id>/now/", now_views.now, name="now"),
    path("classes/<int:class_id>/now.csv", now_views.save_table, name="table"),
    path(
        "classes/<int:class_id>/now/<int:member_id>/<int:task_id>/",
        now_views.attempt,
        name="attempt",
    ),
    path(
        "classes/<int:class_id>/now/<int:member_id>/<int:task_id>/hint/",
        now_views.hint,
        name="hint",
    ),
    path("classes/<int:class_id>/ready/", teacher_views.ready, name="ready"),
    path("classes/<int:class_id>/cards/", teacher_views.cards, name="cards"),
    path("classes/<int:class_id>/members/", teacher_views.add_members, name="add"),
    path(
        "classes/<int:class_id>/members/<int:member_id>/",
        teacher_views.change_member,
        name="member",
    ),
    path(
        "classes/<int:class_id>/cards/<int:member_id>/new/",
        teacher_views.new_card,
        name="new_card",
    ),
    path("classes/<int:class_id>/door/", teacher_views.door_page, name="door"),
    path("classes/<int:class_id>/look/", look_views.teacher, name="look"),
    path("classes/<int:class_id>/wall/", look_views.wall, name="wall"),
    path("classes/<int:class_id>/arena/", arena_views.teacher, name="arena"),
    path("classes/<int:class_id>/arena/wall/", arena_views.wall, name="arena_wall"),
    path("classes/<int:class_id>/tasks/", task_views.index, name="tasks"),
    path("classes/<int:class_id>/tasks/add/", task_views.add, name="add_task"),
    path("classes/<int:class_id>/tasks/give/", task_views.give, name="give"),
    path("classes/<int:class_id>/tasks/course/", task_views.use_course, name="use_course"),
    path("classes/<int:class_id>/tasks/copy/", task_views.copy, name="copy"),
    path("classes/<int:class_id>/tasks/<int:task_id>/", task_views.change, name="task"),
    path("classes/<int:class_id>/end/", teacher_views.end, name="end"),
    path("classes/<int:class_id>/export.json", teacher_views.export, name="export"),
]

"""Addresses of classes, and of the way into them."""

from django.urls import include, path, re_path

from progress.classes import arena_views, join_views, look_views, member_views, now_views
from progress.classes import task_views as tasks
from progress.classes import teacher_views as teacher

app_name = "classes"
of_class = [
    path("", now_views.now),
    path("now/", now_views.now, name="now"),
    path("now.csv", now_views.save_table, name="table"),
    path("now/<int:member_id>/<int:task_id>/", now_views.attempt, name="attempt"),
    path("now/<int:member_id>/<int:task_id>/hint/", now_views.hint, name="hint"),
    path("ready/", teacher.ready, name="ready"),
    path("cards/", teacher.cards, name="cards"),
    path("members/", teacher.add_members, name="add"),
    path("members/<int:member_id>/", teacher.change_member, name="member"),
    path("cards/<int:member_id>/new/", teacher.new_card, name="new_card"),
    path("door/", teacher.door_page, name="door"),
    path("look/", look_views.teacher, name="look"),
    path("wall/", look_views.wall, name="wall"),
    path("arena/", arena_views.teacher, name="arena"),
    path("arena/wall/", arena_views.wall, name="arena_wall"),
    path("tasks/", tasks.index, name="tasks"),
    path("tasks/add/", tasks.add, name="add_task"),
    path("tasks/give/", tasks.give, name="give"),
    path("tasks/course/", tasks.use_course, name="use_course"),
    path("tasks/copy/", tasks.copy, name="copy"),
    path("tasks/<int:task_id>/", tasks.change, name="task"),
    path("end/", teacher.end, name="end"),
    path("export.json", teacher.export, name="export"),
]
urlpatterns = [
    # Squares of capitals are smaller, so the door has both spellings.
    path("join/", join_views.join, name="join"),
    path("JOIN/", join_views.join),
    path("join/account/", join_views.with_account, name="with_account"),
    re_path(r"^(?:join/d|JOIN/D)/(?P<board>[XO-]{9})/$", join_views.from_square, name="square"),
    re_path(r"^(?:join|JOIN)/(?P<card>[0-9A-Z]{8})/$", join_views.card, name="card"),
    path("classes/", teacher.index, name="index"),
    path("classes/new/", teacher.new, name="new"),
    path("classes/names/", teacher.names, name="names"),
    path("classes/parents/", teacher.parents_page, name="parents"),
    path("classes/courses/", tasks.all_courses, name="courses"),
    path("classes/courses/<slug:slug>/", tasks.course, name="course"),
    path("classes/mine/", member_views.mine, name="mine"),
    path("classes/mine/<int:task_id>/", member_views.go, name="go"),
    path("classes/mine/bar/", member_views.line, name="bar"),
    path("classes/mine/look/", look_views.follow, name="follow"),
    path("classes/mine/arena/", arena_views.mine, name="my_arena"),
    path("classes/mine/leave/", member_views.leave, name="leave"),
    path("classes/<int:class_id>/", include(of_class)),
]

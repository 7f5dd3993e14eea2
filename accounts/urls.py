from django.urls import path

from accounts import (
    data_views,
    factor_views,
    guest_views,
    passwords,
    people_views,
    session_views,
    token_views,
    views,
)

app_name = "accounts"

urlpatterns = [
    path("sign-up/", views.sign_up, name="sign_up"),
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", guest_views.Logout.as_view(), name="logout"),
    path("merge/", guest_views.merge, name="merge"),
    path("settings/", views.edit_settings, name="settings"),
    path("delete/", views.delete, name="delete"),
    path("follow/", people_views.follow, name="follow"),
    path("unfollow/", people_views.unfollow, name="unfollow"),
    path("block/", people_views.block, name="block"),
    path("unblock/", people_views.unblock, name="unblock"),
    path("data/everything.json", data_views.everything, name="own_data"),
    path("data/games.txt", data_views.games, name="own_games"),
    path("data/", data_views.data, name="data"),
    path("data/files/<str:token>/", data_views.download, name="data_file"),
    path("tokens/", token_views.index, name="tokens"),
    path("tokens/revoke/", token_views.revoke_all, name="revoke_tokens"),
    path("tokens/<int:token_id>/revoke/", token_views.revoke, name="revoke_token"),
    path("sessions/", session_views.index, name="sessions"),
    path("second-factor/", factor_views.index, name="factors"),
    path("second-factor/new/", factor_views.new, name="new_factor"),
    path("second-step/", factor_views.SecondStep.as_view(), name="second_step"),
    path("theme/", views.theme, name="theme"),
    path("time-zone/", views.time_zone, name="time_zone"),
    path("password-change/", passwords.PasswordChange.as_view(), name="password_change"),
    path("password-change/done/", passwords.ChangeDone.as_view(), name="password_change_done"),
    path("password-reset/", passwords.Reset.as_view(), name="password_reset"),
    path("password-reset/done/", passwords.ResetDone.as_view(), name="password_reset_done"),
    path(
        "password-reset/<uidb64>/<token>/",
        passwords.ResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "password-reset/complete/",
        passwords.ResetComplete.as_view(),
        name="password_reset_complete",
    ),
]

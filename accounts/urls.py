from django.urls import path

from accounts import guest_views, passwords, views

app_name = "accounts"

urlpatterns = [
    path("sign-up/", views.sign_up, name="sign_up"),
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", guest_views.Logout.as_view(), name="logout"),
    path("merge/", guest_views.merge, name="merge"),
    path("settings/", views.edit_settings, name="settings"),
    path("delete/", views.delete, name="delete"),
    path("theme/", views.theme, name="theme"),
    path("password-change/", passwords.Change.as_view(), name="password_change"),
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

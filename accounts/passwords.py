"""Changing a password one knows, and setting a new one when it is forgotten."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import views as auth_views
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy

from accounts import factors
from accounts.guest_views import AfterLogIn
from accounts.guests import BACKEND, is_guest
from accounts.limits import address, in_words, over_limit
from accounts.password_forms import PasswordChangeForm, PasswordResetForm, SetPasswordForm
from accounts.record import What, record


class PasswordChange(auth_views.PasswordChangeView):
    template_name = "accounts/password_change.html"
    form_class = PasswordChangeForm
    success_url = reverse_lazy("accounts:password_change_done")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_guest(request.user):  # a guest has no password yet
            return redirect("accounts:sign_up")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        record(What.PASSWORD_CHANGED, form.user.pk)
        return super().form_valid(form)


class ChangeDone(auth_views.PasswordChangeDoneView):
    template_name = "accounts/password_change_done.html"


class Reset(auth_views.PasswordResetView):
    """Says the same whether or not somebody has the address."""

    template_name = "accounts/password_reset.html"
    email_template_name = "accounts/mail/password_reset.txt"
    html_email_template_name = "accounts/mail/password_reset.html"
    subject_template_name = "accounts/mail/password_reset_subject.txt"
    extra_email_context = {"hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
    form_class = PasswordResetForm
    success_url = reverse_lazy("accounts:password_reset_done")

    def form_valid(self, form: Any) -> HttpResponse:
        if wait := over_limit("password_reset", address(self.request)):
            form.add_error(None, f"Too many requests. Wait {in_words(wait)} and try again.")
            response = self.render_to_response(self.get_context_data(form=form), status=429)
            response["Retry-After"] = str(wait)
            return response
        if over_limit("password_reset_letter", form.cleaned_data["email"].lower()):
            # Strangers may have asked for those: nobody is refused, and the latest links work.
            return redirect(self.success_url)
        return super().form_valid(form)


class ResetDone(auth_views.PasswordResetDoneView):
    template_name = "accounts/password_reset_done.html"


class ResetConfirm(AfterLogIn, auth_views.PasswordResetConfirmView):
    template_name = "accounts/password_reset_confirm.html"
    form_class = SetPasswordForm
    success_url = reverse_lazy("accounts:password_reset_complete")
    # Logging in also makes this browser and address known: others' failures do not count there.
    post_reset_login = True
    post_reset_login_backend = BACKEND

    def form_valid(self, form: Any) -> HttpResponse:
        record(What.PASSWORD_RESET, form.user.pk)
        # The letter takes the place of the password, and not of the second factor.
        self.post_reset_login = not factors.has_one(form.user)
        response = super().form_valid(form)
        if self.post_reset_login:
            return response
        factors.begin_second_step(self.request, form.user, str(self.success_url))
        return redirect("accounts:second_step")


class ResetComplete(auth_views.PasswordResetCompleteView):
    template_name = "accounts/password_reset_complete.html"

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        # It imports models, which Django has only now.
        from accounts import places, receivers  # listen to log-ins and merges


class StaffConfig(AdminConfig):
    """Django's admin with a site of our own."""

    default_site = "accounts.staff_site.StaffSite"

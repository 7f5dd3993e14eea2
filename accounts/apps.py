from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        # It imports models, which Django has only now.
        from accounts import places, receivers  # noqa: F401  listen to log-ins and merges

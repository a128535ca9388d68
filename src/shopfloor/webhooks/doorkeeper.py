"""Lets in what a forge has signed with the secret we share with it."""

from shopfloor.errors import AccessDenied
from shopfloor.vault.vault import Vault
from shopfloor.webhooks.signature import is_signed

SECRET_NAME = "github_webhook_secret"  # noqa: S105 - the name, not the secret


class Doorkeeper:
    def __init__(self, *, vault: Vault, setting: str | None) -> None:
        self._vault = vault
        self._setting = setting

    async def admit(self, content: bytes, signature: str | None) -> None:
        """Raises AccessDenied. Without a secret nobody is let in."""
        secret = await self._vault.read(SECRET_NAME) or self._setting
        if not secret:
            raise AccessDenied(
                "This server has no webhook secret, so it takes no webhooks.",
                hint=f"Store the one you give GitHub as the secret {SECRET_NAME}.",
            )
        if not is_signed(content, signature, secret):
            raise AccessDenied("The delivery is not signed with this server's webhook secret.")

from urllib.parse import unquote

from flask import g
from flask_appbuilder.const import AUTH_REMOTE_USER
from superset.security import SupersetSecurityManager

SECRET_KEY = "a long random text"
ENABLE_PROXY_FIX = True

AUTH_TYPE = AUTH_REMOTE_USER
AUTH_USER_REGISTRATION = True
AUTH_USER_REGISTRATION_ROLE = "Gamma"
RECAPTCHA_PUBLIC_KEY = ""  # Without it, every page fails with 500.
LOGOUT_REDIRECT_URL = "/logout"


class GatehouseSecurityManager(SupersetSecurityManager):
    """Takes the user of each request from the headers: there is no sign-in page."""

    def request_loader(self, request):
        uid = request.headers.get("Remote-User")
        # Superset asks for the current user while it adds one, who is not there yet.
        if uid is None or g.get("is_registering"):
            return super().request_loader(request)
        user = self.find_user(username=uid) or self.register(uid, request.headers)
        return user if user and user.is_active else None

    def register(self, uid, headers):
        g.is_registering = True
        return self.add_user(
            username=uid,
            first_name=unquote(headers.get("X-Forwarded-Preferred-Username", uid)),
            last_name="",
            email=headers.get("X-Forwarded-Email", f"{uid}@email.notfound"),
            role=self.find_role(self.auth_user_registration_role),
        )


CUSTOM_SECURITY_MANAGER = GatehouseSecurityManager

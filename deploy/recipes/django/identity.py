from django.conf import settings
from django.contrib.auth.backends import RemoteUserBackend
from django.contrib.auth.middleware import RemoteUserMiddleware


class GatehouseMiddleware(RemoteUserMiddleware):
    header = "HTTP_X_FORWARDED_USER"


class GatehouseBackend(RemoteUserBackend):
    def configure_user(self, request, user, created=True):
        user.email = request.META.get("HTTP_X_FORWARDED_EMAIL", "")
        user.is_staff = user.is_superuser = user.email in settings.ADMIN_EMAILS
        user.save()
        return user

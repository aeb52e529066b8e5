# At the end of the settings. The project is called “project”.
ALLOWED_HOSTS = ["django.example.com"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
LOGOUT_REDIRECT_URL = "/logout"

AUTHENTICATION_BACKENDS = ["project.identity.GatehouseBackend"]
# After AuthenticationMiddleware:
MIDDLEWARE.append("project.identity.GatehouseMiddleware")

# These may use /admin/
ADMIN_EMAILS = ["ada@example.com", "zoe@example.com"]

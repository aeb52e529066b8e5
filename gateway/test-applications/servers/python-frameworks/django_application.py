import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import include, path, re_path
from django.views.static import serve

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="test", MIDDLEWARE=["django.middleware.common.CommonMiddleware"])


def page(text):
    return lambda request, **_parameters: HttpResponse(text)


# Paths in any letter case, as Django's own documentation suggests for old links.
admin = [re_path(r"(?i)^panel/?$", page("PROTECTED-admin")), re_path(r"^$", page("PROTECTED-admin"))]
urlpatterns = [
    re_path(r"(?i)^admin/", include(admin)),
    re_path(r"(?i)^secret$", page("PROTECTED-secret")),
    re_path(r"(?i)^büro/akten$", page("PROTECTED-office")),
    path("a/b/private/<slug:name>", page("PROTECTED-private")),
    path("", page("PUBLIC /")),
    *[path(name, page(f"PUBLIC {name}")) for name in ["public/page", "hello", "administration", "secrets", "grün/wiese", "a/b/open"]],
    path("files/<path:path>", serve, {"document_root": os.path.join(os.environ["SITE"], "files")}),
]
application = get_wsgi_application()

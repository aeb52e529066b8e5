import os

import jwt
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse, JsonResponse
from django.urls import path

ISSUER, AUDIENCE = os.environ["ISSUER"], os.environ["AUDIENCE"]
keys = jwt.PyJWKClient(f"{ISSUER}/jwks.json")


def require_assertion(get_response):
    def middleware(request):
        assertion = request.headers.get("x-gatehouse-assertion", "")
        # Without leeway, PyJWT refuses what a clock one second ahead has issued.
        expected = {"issuer": ISSUER, "audience": AUDIENCE, "leeway": 30}
        try:
            key = keys.get_signing_key_from_jwt(assertion)
            request.visitor = jwt.decode(assertion, key, **expected)
        except jwt.PyJWTError:
            return HttpResponse(status=401)
        return get_response(request)
    return middleware


def who_is_signed_in(request):
    return JsonResponse({"uid": request.visitor["sub"], "email": request.visitor.get("email")})


urlpatterns = [path("", who_is_signed_in)]
# The gateway sends requests with its own host only.
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF="app", MIDDLEWARE=["app.require_assertion"])
application = get_wsgi_application()

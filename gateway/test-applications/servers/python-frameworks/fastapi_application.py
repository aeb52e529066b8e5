import os

from fastapi import APIRouter, FastAPI
from fastapi.responses import PlainTextResponse
from fastapi.staticfiles import StaticFiles

application = FastAPI(default_response_class=PlainTextResponse)
admin = APIRouter(prefix="/admin")
admin.get("/")(lambda: "PROTECTED-admin")
admin.get("/panel")(lambda: "PROTECTED-admin")
application.include_router(admin)
application.get("/secret")(lambda: "PROTECTED-secret")


@application.get("/büro/{page}")
def show_office(page: str):
    return "PROTECTED-office"


@application.get("/a/b/private/{page:path}")
def show_private(page: str):
    return "PROTECTED-private"


for name in ["", "public/page", "hello", "administration", "secrets", "grün/wiese", "a/b/open"]:
    application.get(f"/{name}")(lambda text=f"PUBLIC {name}": text)
application.mount("/files", StaticFiles(directory=os.path.join(os.environ["SITE"], "files")))

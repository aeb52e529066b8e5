import os

from flask import Blueprint, Flask, send_from_directory

application = Flask(__name__, static_folder=None)
admin = Blueprint("admin", __name__, url_prefix="/admin")


@admin.get("/")
@admin.get("/<page>", strict_slashes=False)
def show_admin(page=None):
    return "PROTECTED-admin" if page in (None, "panel") else ("", 404)


application.register_blueprint(admin)
application.add_url_rule("/secret", "secret", lambda: "PROTECTED-secret", strict_slashes=False)
application.add_url_rule("/büro/<page>", "office", lambda page: "PROTECTED-office")
application.add_url_rule("/a/b/private/<path:page>", "private", lambda page: "PROTECTED-private")
for name in ["", "public/page", "hello", "administration", "secrets", "grün/wiese", "a/b/open"]:
    application.add_url_rule(f"/{name}", f"page:{name}".replace(".", "_"), lambda text=f"PUBLIC {name}": text)


@application.get("/files/<path:name>")
def send_file(name):
    return send_from_directory(os.path.join(os.environ["SITE"], "files"), name)

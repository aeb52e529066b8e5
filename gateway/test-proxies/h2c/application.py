"""As main.go, for hypercorn, which upgrades connections to HTTP/2 by default."""

import json

seen = []


async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        return
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
        return
    headers = dict(scope["headers"])
    body = b""
    if scope["path"] == "/seen":
        body = "".join(json.dumps(one) + "\n" for one in seen).encode()
    else:
        user = headers.get(b"x-forwarded-user", b"").decode()
        seen.append({"http2": scope["http_version"] == "2", "path": scope["path"], "user": user})
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})

"""What the client programs say: one JSON object a line. They read the address at which the visitor arrived."""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urlparse


def say(kind, **facts):
    print(json.dumps({"kind": kind, **facts}), flush=True)


def arrived():
    return sys.stdin.readline().strip()


async def come_back():
    from mcp.client.auth import AuthorizationCodeResult

    query = parse_qs(urlparse(await asyncio.to_thread(arrived)).query)
    return AuthorizationCodeResult(code=query["code"][0], state=query["state"][0], iss=query["iss"][0])

"""An MCP client by the official SDK for Python, known by its metadata document. Calls the tool `whoami` twice, the second time
with a token that it has refreshed."""

import asyncio
import json
import os

import httpx2
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata
from say import come_back, say

SERVER = os.environ["SERVER"]


class Storage:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def open_browser(url):
    say("open", url=url)


async def main():
    provider = OAuthClientProvider(
        SERVER,
        OAuthClientMetadata(redirect_uris=[os.environ["REDIRECT_URI"]]),
        Storage(),
        redirect_handler=open_browser,
        callback_handler=come_back,
        client_metadata_url=os.environ["CLIENT_ID"],
    )
    for kind in ("signed-in", "refreshed"):
        async with (
            httpx2.AsyncClient(auth=provider) as http,
            Client(streamable_http_client(SERVER, http_client=http)) as client,
        ):
            result = await client.call_tool("whoami", {})
            say(kind, claims=json.loads(result.content[0].text))
        provider.context.token_expiry_time = 1


asyncio.run(main())

"""An MCP client by FastMCP, known by its metadata document. Calls the tool `whoami`."""

import asyncio
import json
import os

from fastmcp import Client
from fastmcp.client.auth import OAuth
from say import come_back, say


class ByHand(OAuth):
    async def redirect_handler(self, authorization_url):
        say("open", url=authorization_url)

    async def callback_handler(self):
        return await come_back()


async def main():
    auth = ByHand(client_metadata_url=os.environ["CLIENT_ID"])
    async with Client(os.environ["SERVER"], auth=auth) as client:
        result = await client.call_tool("whoami", {})
        say("signed-in", claims=json.loads(result.content[0].text))


asyncio.run(main())

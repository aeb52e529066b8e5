"""An application that signs visitors in by requests-oauthlib. It names all of its scopes again when it refreshes."""

import os

from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session
from say import arrived, say

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
issuer, client_id, secret = (os.environ[name] for name in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET"))
scope = os.environ["SCOPE"].split()
session = OAuth2Session(client_id, redirect_uri=os.environ["REDIRECT_URI"], scope=scope, pkce="S256")
url, _ = session.authorization_url(f"{issuer}/authorize")
say("open", url=url)
session.fetch_token(f"{issuer}/token", authorization_response=arrived(), client_secret=secret)
say("signed-in", claims=session.get(f"{issuer}/userinfo").json())
session.refresh_token(f"{issuer}/token", auth=HTTPBasicAuth(client_id, secret))
say("refreshed", claims=session.get(f"{issuer}/userinfo").json())

"""An application that signs visitors in by Authlib. It names all of its scopes again when it refreshes."""

import os

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from say import arrived, say

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
issuer, client_id, secret = (os.environ[name] for name in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET"))
session = OAuth2Session(
    client_id,
    secret,
    scope=os.environ["SCOPE"],
    redirect_uri=os.environ["REDIRECT_URI"],
    code_challenge_method="S256",
)
verifier = generate_token(48)
url, _ = session.create_authorization_url(f"{issuer}/authorize", code_verifier=verifier)
say("open", url=url)
token = session.fetch_token(f"{issuer}/token", authorization_response=arrived(), code_verifier=verifier)
say("signed-in", claims=session.get(f"{issuer}/userinfo").json())
session.refresh_token(f"{issuer}/token", refresh_token=token["refresh_token"])
say("refreshed", claims=session.get(f"{issuer}/userinfo").json())

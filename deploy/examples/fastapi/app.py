import os
from typing import Annotated

import jwt
from fastapi import Depends, FastAPI, Header, HTTPException

ISSUER, AUDIENCE = os.environ["ISSUER"], os.environ["AUDIENCE"]
keys = jwt.PyJWKClient(f"{ISSUER}/jwks.json")


def visitor(x_gatehouse_assertion: Annotated[str, Header()] = "") -> dict:
    try:
        key = keys.get_signing_key_from_jwt(x_gatehouse_assertion)
        # Without leeway, PyJWT refuses what a clock one second ahead has issued.
        expected = {"issuer": ISSUER, "audience": AUDIENCE, "leeway": 30}
        return jwt.decode(x_gatehouse_assertion, key, **expected)
    except jwt.PyJWTError:
        raise HTTPException(401) from None


app = FastAPI()


@app.get("/")
def who_is_signed_in(visitor: Annotated[dict, Depends(visitor)]) -> dict:
    return {"uid": visitor["sub"], "email": visitor.get("email")}

import type { ResourceServer } from "./resource-server.ts";

/**
 * RFC 9068 §4 with joserfc, the JOSE library that authlib installs; refusals as RFC 6750 §3 has them. authlib's own
 * `ResourceProtector` is not used: its answers have no challenge when the scope is insufficient, and an error when there
 * is no token.
 */
export const protectFastapi = ({
  issuer,
  audience,
  algorithm,
  tokenType,
  permission,
}: ResourceServer): string => `# pip install fastapi uvicorn authlib httpx
# Save as api.py, and run: uvicorn api:app --port 3000
import math
import time
from typing import Annotated

import httpx
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

RULES = jwt.JWTClaimsRegistry(
    leeway=5,
    iss={"essential": True, "value": "${issuer}"},
    aud={"essential": True, "value": "${audience}"},
    exp={"essential": True},
    sub={"essential": True},
    client_id={"essential": True},${tokenType === "JWT" ? "  # an ID token has none" : ""}
)


class Keys:
    """The public keys of Licet. A token with an unknown key leads to a request at most every 10 seconds."""

    def __init__(self):
        self.keys, self.asked_at = KeySet([]), -math.inf

    def find(self, token):
        age = time.monotonic() - self.asked_at
        is_known = any(key.kid == token.headers().get("kid") for key in self.keys)
        if age > 300 or (not is_known and age > 10):
            self.asked_at = time.monotonic()
            try:
                answer = httpx.get("${issuer}/oidc/jwks").raise_for_status()
                self.keys = KeySet.import_key_set(answer.json())
            except httpx.HTTPError as error:
                if not is_known:
                    raise HTTPException(503, "the keys cannot be fetched") from error
        return self.keys


KEYS = Keys()


def refuse(status, **parameters):
    challenge = ", ".join(f'{name}="{value}"' for name, value in parameters.items())
    return HTTPException(status, headers={"WWW-Authenticate": f"Bearer {challenge}".strip()})


def require_scope(scope):
    def verify(
        sent: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))],
    ) -> dict:
        if sent is None:
            raise refuse(401)
        try:
            token = jwt.decode(sent.credentials, KEYS.find, algorithms=["${algorithm}"])
            RULES.validate(token.claims)
        except (JoseError, ValueError) as error:
            raise refuse(401, error="invalid_token", error_description="the token is not valid") from error
${tokenType === "JWT" ? "" : PYTHON_TYPE}        if scope not in token.claims.get("scope", "").split():
            raise refuse(403, error="insufficient_scope", scope=scope)
        return token.claims

    return Depends(verify)


app = FastAPI()


@app.get("/")
def read(token: Annotated[dict, require_scope("${permission}")]):
    return {"caller": token["sub"]}`;

const PYTHON_TYPE = `        if token.header.get("typ") != "at+jwt":
            raise refuse(401, error="invalid_token", error_description="not an access token")
`;

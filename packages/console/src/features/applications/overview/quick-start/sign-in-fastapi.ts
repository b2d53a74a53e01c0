import type { Example } from "./example.ts";

/** A web application with FastAPI. authlib verifies the ID token (OpenID Connect Core §3.1.3.7). */
export function signInFastapi(example: Example): string {
  const { clientId, endpoints, scope, redirectUri, secretVariable, inHeader, postLogoutRedirectUri } =
    example;
  const { pathname, port } = new URL(redirectUri);
  return `# pip install fastapi uvicorn authlib httpx itsdangerous
# Save as shop.py, and run: uvicorn shop:app${port === "" ? "" : ` --port ${port}`}
import os
import secrets
from urllib.parse import urlencode

from authlib.integrations.starlette_client import OAuth
from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse
from starlette.middleware.sessions import SessionMiddleware

app = FastAPI()
# Sessions end when the program does. Keep the key to have them go on.
app.add_middleware(SessionMiddleware, secret_key=secrets.token_hex(32))
licet = OAuth().register(
    "licet",
    client_id="${clientId}",
    client_secret=os.environ["${secretVariable}"],
    server_metadata_url="${endpoints.discovery}",
    client_kwargs={
        "scope": "${scope}",
        "code_challenge_method": "S256",
        "token_endpoint_auth_method": "${inHeader ? "client_secret_basic" : "client_secret_post"}",
    },
)


@app.get("/me")
async def me(request: Request):
    return request.session.get("user") or RedirectResponse("/login")


@app.get("/login")
async def login(request: Request):
    return await licet.authorize_redirect(request, "${redirectUri}")


@app.get("${pathname}")
async def callback(request: Request):
    tokens = await licet.authorize_access_token(request)
    user = tokens["userinfo"]  # the claims of the ID token
    request.session["user"] = {"sub": user["sub"], "name": user.get("name"), "scope": tokens["scope"]}
    return RedirectResponse("/me")


@app.get("/logout")
async def logout(request: Request):
    request.session.clear()
    parameters = {"client_id": "${clientId}"${postLogoutRedirectUri === undefined ? "" : `, "post_logout_redirect_uri": "${postLogoutRedirectUri}"`}}
    return RedirectResponse("${endpoints.logout}?" + urlencode(parameters))`;
}

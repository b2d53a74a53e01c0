"""requests-oauthlib: a machine, a user, and the refresh that happens by itself when a token has expired."""

from time import time

import requests
from oauthlib.oauth2 import BackendApplicationClient, WebApplicationClient
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session
from scene import SCENE, expect, tried, visit

METADATA = requests.get(f"{SCENE.issuer}/.well-known/openid-configuration").json()
TOKEN = METADATA["token_endpoint"]
USERINFO = METADATA["userinfo_endpoint"]
SCOPE = ["openid", "profile", "email", "offline_access", "orders:read", "orders:delete"]


def act_as_machine():
    machine = SCENE.machine
    scope = ["orders:read", "orders:delete"]
    for method, more in (("client_secret_basic", {}), ("client_secret_post", {"include_client_id": True})):
        client = OAuth2Session(client=BackendApplicationClient(client_id=machine.client_id, scope=scope))
        token = client.fetch_token(TOKEN, client_secret=machine.client_secret, **more)
        expect((list(token["scope"]), token["scope_rejected"]), (["orders:read"], "orders:delete"))
        tried(f"BackendApplicationClient with {method}")


def sign_user_in():
    application = SCENE.application
    kept = []
    client = OAuth2Session(
        client=WebApplicationClient(application.client_id),
        scope=SCOPE,
        redirect_uri=SCENE.callback,
        auto_refresh_url=TOKEN,
        auto_refresh_kwargs={
            "client_id": application.client_id,
            "client_secret": application.client_secret,
        },
        token_updater=kept.append,
    )
    address, _state = client.authorization_url(METADATA["authorization_endpoint"])
    answer = visit(address).url
    token = client.fetch_token(
        TOKEN, authorization_response=answer, client_secret=application.client_secret
    )
    expect(token["scope_rejected"], "orders:delete")
    tried("WebApplicationClient: code flow")

    claims = client.get(USERINFO).json()
    expect((claims["name"], claims["email"]), (SCENE.user.name, SCENE.user.email))
    tried("userinfo")
    refresh_by_itself(client, kept, token["scope"])
    refresh_with_basic(client, token["scope"])


def refresh_by_itself(client, kept, scope):
    client.token = {**client.token, "expires_at": time() - 10, "expires_in": -10}
    expect(client.get(USERINFO).status_code, 200)
    expect(len(kept), 1)
    expect((kept[0]["scope_rejected"], kept[0]["scope"]), ("orders:delete", scope))
    client.token = kept[0]
    tried("automatic refresh with the scope first asked for")


def refresh_with_basic(client, scope):
    application = SCENE.application
    client.auto_refresh_kwargs = {}
    token = client.refresh_token(
        TOKEN, auth=HTTPBasicAuth(application.client_id, application.client_secret)
    )
    expect((token["scope_rejected"], token["scope"]), ("orders:delete", scope))
    tried("refresh with client_secret_basic")


act_as_machine()
sign_user_in()

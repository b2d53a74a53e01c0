"""authlib: its requests session, its client assertions, and its integration into Flask."""

import json
from threading import Thread

import requests
from authlib.common.security import generate_token
from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import jwt
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oidc.core import CodeIDToken
from flask import Flask, jsonify, redirect, session, url_for
from scene import SCENE, expect, tried, visit
from werkzeug.serving import make_server

METADATA_URL = f"{SCENE.issuer}/.well-known/openid-configuration"
METADATA = requests.get(METADATA_URL).json()
TOKEN = METADATA["token_endpoint"]
SCOPE = "openid profile email offline_access orders:read orders:delete"


def session_of(client, **more):
    return OAuth2Session(client.client_id, client.client_secret, **more)


def act_as_machine():
    for method in ("client_secret_basic", "client_secret_post"):
        client = session_of(
            SCENE.machine, scope="orders:read orders:delete", token_endpoint_auth_method=method
        )
        token = client.fetch_token(TOKEN, grant_type="client_credentials")
        expect((token["scope"], token["scope_rejected"]), ("orders:read", "orders:delete"))
        tried(f"client_credentials with {method}")


def act_with_key():
    client = OAuth2Session(
        SCENE.keyMachine.client_id,
        SCENE.keyMachine.private_key,
        scope="orders:read",
        token_endpoint_auth_method="private_key_jwt",
    )
    client.register_client_auth_method(PrivateKeyJWT(TOKEN))
    token = client.fetch_token(TOKEN, grant_type="client_credentials")
    expect(token["scope"], "orders:read")
    tried("private_key_jwt with its default lifetime of one hour")


def sign_user_in():
    client = session_of(
        SCENE.application, scope=SCOPE, redirect_uri=SCENE.callback, code_challenge_method="S256"
    )
    verifier, nonce = generate_token(48), generate_token()
    address, state = client.create_authorization_url(
        METADATA["authorization_endpoint"], code_verifier=verifier, nonce=nonce
    )
    answer = visit(address).url
    token = client.fetch_token(TOKEN, authorization_response=answer, state=state, code_verifier=verifier)
    expect(token["scope_rejected"], "orders:delete")
    check_id_token(token["id_token"], nonce)
    tried("code flow with PKCE; name and email in the ID token")

    refreshed = client.refresh_token(TOKEN)
    expect(refreshed["scope_rejected"], "orders:delete")
    expect(refreshed["scope"], token["scope"])
    tried("refresh with the scope first asked for")

    claims = client.get(METADATA["userinfo_endpoint"]).json()
    expect((claims["name"], claims["email"]), (SCENE.user.name, SCENE.user.email))
    tried("userinfo")
    end_tokens(client)


def check_id_token(id_token, nonce):
    keys = requests.get(METADATA["jwks_uri"]).json()
    claims = jwt.decode(
        id_token,
        keys,
        claims_cls=CodeIDToken,
        claims_options={"iss": {"value": SCENE.issuer}, "aud": {"value": SCENE.application.client_id}},
        claims_params={"nonce": nonce},
    )
    claims.validate()
    expect((claims["name"], claims["email"]), (SCENE.user.name, SCENE.user.email))


def end_tokens(client):
    server = session_of(SCENE.ordersApi)
    access_token = client.token["access_token"]

    def introspect():
        endpoint = METADATA["introspection_endpoint"]
        return server.introspect_token(endpoint, token=access_token, token_type_hint="access_token").json()

    expect(introspect()["active"], True)
    answer = client.revoke_token(METADATA["revocation_endpoint"], token_type_hint="refresh_token")
    expect(answer.status_code, 200)
    expect(introspect(), {"active": False})
    tried("introspection and revocation")


def create_flask_application():
    app = Flask("authlib in Flask")
    app.secret_key = generate_token()
    licet = OAuth(app).register(
        "licet",
        client_id=SCENE.application.client_id,
        client_secret=SCENE.application.client_secret,
        server_metadata_url=METADATA_URL,
        client_kwargs={"scope": SCOPE, "code_challenge_method": "S256"},
    )

    @app.get("/login")
    def login():
        return licet.authorize_redirect(url_for("auth", _external=True))

    @app.get("/auth")
    def auth():
        # From the ID token; authlib asks userinfo only when it is told to.
        session["user"] = licet.authorize_access_token()["userinfo"]
        return redirect("/me")

    @app.get("/me")
    def me():
        return jsonify(session["user"])

    return app


def sign_in_to_flask():
    server = make_server("127.0.0.1", SCENE.port, create_flask_application())
    Thread(target=server.serve_forever, daemon=True).start()
    user = json.loads(visit(f"{SCENE.url}/login").text)
    expect((user["name"], user["email"]), (SCENE.user.name, SCENE.user.email))
    server.shutdown()
    tried("Flask: sign-in shows name and email without userinfo")


act_as_machine()
act_with_key()
sign_user_in()
sign_in_to_flask()

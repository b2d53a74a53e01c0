"""The client that openapi-python-client made of Licet's OpenAPI document: all of it loads, and its calls work."""

import importlib
import pkgutil

import httpx
import licet_client
from licet_client import AuthenticatedClient
from licet_client.api.checks import check
from licet_client.api.roles import get_role, list_roles
from licet_client.models import CheckRequest, CheckResult, Problem, Role
from scene import SCENE, expect, tried


def load_everything():
    names = [module.name for module in pkgutil.walk_packages(licet_client.__path__, "licet_client.")]
    for name in names:
        importlib.import_module(name)
    if len(names) < 100:
        raise AssertionError(f"only {len(names)} modules were generated")
    tried(f"{len(names)} generated modules load")


def get_token():
    machine = SCENE.machine
    form = {"grant_type": "client_credentials", "scope": "licet:check licet:roles.read"}
    answer = httpx.post(
        f"{SCENE.issuer}/oidc/token", data=form, auth=(machine.client_id, machine.client_secret)
    )
    return answer.raise_for_status().json()["access_token"]


def ask_for_permissions(client):
    for permission, allowed in (("orders:read", True), ("orders:delete", False)):
        result = check.sync(client=client, body=CheckRequest(subject="user:alice", permission=permission))
        expect(type(result), CheckResult)
        expect(result.allowed, allowed)
    tried("check, allowed and denied")


def read_roles(client):
    role = get_role.sync("viewer", client=client)
    expect(type(role), Role)
    expect(role.description, "Sees orders")
    page = list_roles.sync(client=client)
    expect("viewer" in [each.name for each in page.items], True)
    tried("getRole and listRoles")
    missing = get_role.sync("nobody", client=client)
    expect((type(missing), missing.status), (Problem, 404))
    tried("a problem as a typed answer")


load_everything()
with AuthenticatedClient(base_url=SCENE.issuer, token=get_token()) as api:
    ask_for_permissions(api)
    read_roles(api)

"""What the drivers in Python share: the scene, the user at the browser, the report."""

import json
import os
import urllib.request
from types import SimpleNamespace

SCENE = json.loads(os.environ["CLIENT_TEST_SCENE"], object_hook=lambda members: SimpleNamespace(**members))


def visit(address):
    """A user opens the address, signs in and agrees; the page at the end has `url` and `text`."""
    request = urllib.request.Request(SCENE.visit, data=address.encode(), method="POST")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer, object_hook=lambda members: SimpleNamespace(**members))


def tried(what):
    print(f"tried: {what}", flush=True)


def expect(seen, wanted):
    if seen != wanted:
        raise AssertionError(f"{seen!r} instead of {wanted!r}")

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Application, Secret } from "../../accounts/entities.ts";
import { createCanAct } from "./can-act.ts";
import type { DraftView } from "./draft-view.ts";

const NOW = 1_000;
const KEYS = { keys: [{ kty: "EC" }] };

/** Whether an application with these credentials could use the administrator's role. */
function canAct(credentials: Pick<Application, "authenticationMethod" | "jwks">, secrets: Partial<Secret>[]) {
  const entities: Record<string, readonly object[]> = {
    application: [{ id: "admin", type: "service", enabled: true, ...credentials }],
    secret: secrets.map((secret) => ({ owner: "admin", ...secret })),
  };
  const view: DraftView = {
    find: async (kind) => entities[kind]?.[0] as never,
    all: async (kind, _filter, belongs) => (entities[kind] ?? []).filter(belongs as never) as never,
  };
  return createCanAct(view, NOW)("application:admin");
}

test("an application can act with a credential of the method that it must use", async () => {
  const secret = [{}];
  assert.equal(await canAct({ jwks: KEYS }, []), true, "any method");
  assert.equal(await canAct({}, secret), true, "any method");
  assert.equal(await canAct({ authenticationMethod: "private_key_jwt", jwks: KEYS }, []), true);
  assert.equal(await canAct({ authenticationMethod: "client_secret_basic" }, secret), true);

  assert.equal(await canAct({}, []), false, "none at all");
  assert.equal(await canAct({ jwks: { keys: [] } }, []), false, "no key");
  assert.equal(await canAct({ authenticationMethod: "private_key_jwt" }, secret), false);
  assert.equal(await canAct({ authenticationMethod: "client_secret_basic", jwks: KEYS }, []), false);
  assert.equal(await canAct({ authenticationMethod: "none", jwks: KEYS }, secret), false);
});

test("a secret counts until it expires", async () => {
  assert.equal(await canAct({}, [{ expiresAt: NOW + 1 }]), true);
  assert.equal(await canAct({}, [{ expiresAt: NOW }]), false);
});

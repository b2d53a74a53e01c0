import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import {
  ADMINISTRATOR,
  type Answer,
  allPermissions,
  assertProblem,
  bearer,
  fingerprint,
  issueTokenTo,
  send,
  startGuarded,
} from "./guarded-api.ts";
import {
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
  validCall,
} from "./operations.ts";

let licet: RunningLicet;
let ids: SpareIds;
let operations: readonly Operation[];
let first: string;
let second: string;

before(async () => {
  licet = await startGuarded();
  ids = await findSpareIds(licet);
  const all = await readOperations(licet);
  operations = all.filter(({ headers }) => headers.includes("Idempotency-Key"));
  assert.deepEqual(
    all.filter(({ method, permission }) => method === "POST" && permission.endsWith(".write")).map(titleOf),
    operations.map(titleOf),
    "every POST that writes can be repeated",
  );
  const everything = (await allPermissions(licet)).join(" ");
  first = await issueTokenTo(licet, ADMINISTRATOR, everything);
  second = await issueTokenTo(licet, "second", everything);
});
after(() => licet.stop());

let made = 0;
const nextKey = (): string => `key-${++made}`;

/** A new body of an entity that does not exist yet. */
function newBody(operation: Operation): object {
  made += 1;
  const sample = validCall(operation, ids).body as Record<string, unknown>;
  const { properties = {} } = operation.body ?? {};
  const expires_at = new Date(Date.UTC(2099, 0, 1, 0, 0, made)).toISOString();
  const unique: Record<string, unknown> = {
    name: `fresh-${made}`,
    username: `fresh-${made}`,
    identifier: `https://fresh-${made}.example.test`,
    expires_at,
    expires_in: 60 + made,
    algorithm: made % 2 === 0 ? "ES256" : "EdDSA",
    create: [{ principal: "user:spare", permission: "spare:read", expires_at }],
  };
  const members = Object.entries(unique).filter(([name]) => Object.hasOwn(properties, name));
  return { ...sample, ...Object.fromEntries(members) };
}

const ask = (operation: Operation, key: string, body: object | string, token = first): Promise<Answer> =>
  send(licet, {
    ...validCall(operation, ids),
    body,
    headers: { ...bearer(token), "idempotency-key": key },
  });

const essence = ({ status, text, headers }: Answer) => ({
  status,
  text,
  ...Object.fromEntries(["etag", "location"].map((name) => [name, headers.get(name)])),
});

const forEach = (work: (operation: Operation) => Promise<void>) => async () => {
  for (const operation of operations) await work(operation);
};

test(
  "draft-ietf-httpapi-idempotency-key §2.6: again the same gets the same answer, and has no second effect",
  forEach(async (operation) => {
    const key = nextKey();
    const body = newBody(operation);
    const answer = await ask(operation, key, body);
    assert.ok(answer.status < 300, titleOf(operation) + answer.text);
    const done = await fingerprint(licet);
    // Written in another way it is the same request.
    for (const again of [body, body, JSON.stringify(body, null, 2)])
      assert.deepEqual(essence(await ask(operation, key, again)), essence(answer), titleOf(operation));
    assert.deepEqual(await fingerprint(licet), done);
  }),
);

test("the answer that is given again holds the secret that is shown once", async () => {
  const shown = [];
  for (const operation of operations.filter(({ path }) => path.startsWith("/api/v1/applications"))) {
    const key = nextKey();
    const body = newBody(operation);
    const answers = [await ask(operation, key, body), await ask(operation, key, body)];
    const secrets = answers.map(({ body }) => body.client_secret ?? body.secret_key);
    assert.match(secrets[0], /^lsk_/);
    assert.equal(secrets[0], secrets[1]);
    shown.push(titleOf(operation));
  }
  assert.equal(shown.length, 4, "applications, their access accounts, and the secrets of both");
});

test(
  "draft-ietf-httpapi-idempotency-key §2.7: the same key for another body is 422, whatever came of the first",
  forEach(async (operation) => {
    const key = nextKey();
    assert.ok((await ask(operation, key, newBody(operation))).status < 300);
    const done = await fingerprint(licet);
    assertProblem(await ask(operation, key, newBody(operation)), 422, "idempotency_mismatch");
    assert.deepEqual(await fingerprint(licet), done);
  }),
);

test("draft-ietf-httpapi-idempotency-key §2.7: the same key at another route is 422", async () => {
  const key = nextKey();
  const [used, ...others] = operations as readonly [Operation, ...Operation[]];
  assert.ok((await ask(used, key, newBody(used))).status < 300);
  const done = await fingerprint(licet);
  for (const operation of others)
    assertProblem(await ask(operation, key, newBody(operation)), 422, "idempotency_mismatch");
  assert.deepEqual(await fingerprint(licet), done);
});

test(
  "another caller's key is another key: it learns nothing and is not held up",
  forEach(async (operation) => {
    const key = nextKey();
    const body = newBody(operation);
    const answer = await ask(operation, key, body);
    assert.ok(answer.status < 300, answer.text);
    const others = await ask(operation, key, body, second);
    assert.notEqual(others.status, 422);
    // Done a second time, or refused because it is there already; never the first answer, which may hold a secret.
    const isDoneAgain = others.status < 300;
    if (!isDoneAgain) assert.equal(others.status, 409);
    const secretOf = ({ body }: Answer) => body.client_secret ?? body.secret_key;
    if (secretOf(answer) !== undefined) assert.notEqual(secretOf(others), secretOf(answer));
    const again = await ask(operation, key, newBody(operation), second);
    assert.equal(again.status === 422, isDoneAgain, "from now on it is the other's, if it was used");
  }),
);

test(
  "draft-ietf-httpapi-idempotency-key §2.6: many at once have one effect",
  forEach(async (operation) => {
    const key = nextKey();
    const body = newBody(operation);
    const before = (await fingerprint(licet)) as { revision: number };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(operation, key, body)));
    const done = answers.filter(({ status }) => status < 300);
    assert.ok(done.length >= 1, titleOf(operation) + answers[0]?.text);
    assert.equal(new Set(done.map((answer) => JSON.stringify(essence(answer)))).size, 1, titleOf(operation));
    for (const answer of answers) if (!done.includes(answer)) assertProblem(answer, 409, "conflict");
    const { revision } = (await fingerprint(licet)) as { revision: number };
    // A link for a new password is no part of the state, and there is only ever one of a user.
    const writes = operation.path.endsWith("/password-resets") ? 0 : 1;
    assert.equal(revision - before.revision, writes, `${titleOf(operation)}: one write`);
  }),
);

test(
  "a request that was refused had no effect, and its key is free",
  forEach(async (operation) => {
    const key = nextKey();
    const wrong = await ask(operation, key, { ...newBody(operation), "no such member": 1 });
    assertProblem(wrong, 400, "invalid_input");
    assert.ok((await ask(operation, key, newBody(operation))).status < 300, titleOf(operation));
  }),
);

describe("draft-ietf-httpapi-idempotency-key §2.1: a key that is none is 400", () => {
  for (const [name, key] of Object.entries({
    empty: "",
    "with a space": "one two",
    "256 characters": "k".repeat(256),
    "not ASCII": "schlüssel",
  })) {
    test(
      name,
      forEach(async (operation) => {
        const untouched = await fingerprint(licet);
        assertProblem(await ask(operation, key, newBody(operation)), 400, "bad_request");
        assert.deepEqual(await fingerprint(licet), untouched);
      }),
    );
  }
});

test("RFC 6750 §3.1: an answer is given again only to who may still ask", async () => {
  const [operation] = operations as readonly [Operation];
  const key = nextKey();
  const body = newBody(operation);
  assert.ok((await ask(operation, key, body)).status < 300);
  const narrow = await issueTokenTo(licet, ADMINISTRATOR, "licet:check");
  assertProblem(await ask(operation, key, body, narrow), 403, "forbidden");
});

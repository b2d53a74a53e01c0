// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import { withoutIds } from "../../support/without-ids.ts";
import { assertNoCanary, type Canary, createCanary } from "../leaks/canaries.ts";
import { accessDatabase, dumpTables } from "../leaks/database-access.ts";
import { type Caller, storeLogos, withGuardedApi } from "./guarded-api.ts";
import { type Operation, readOperations } from "./operations.ts";

let licet: RunningLicet;
let administrator: Caller;
withGuardedApi(
  (guarded) => {
    ({ licet, api: administrator } = guarded);
  },
  { readsLog: true },
);

const GIVEN = {
  client_secret: "given-client-secret-given-client-secret",
  another: "another-client-secret-another-client-secret",
  secret_key: "given-secret-key-given-secret-key-given",
  password: "a given password that is never shown",
};

/** Makes everything that has a secret, in every way there is; gives back each secret as it was shown, or was given. */
async function makeSecrets(): Promise<readonly Canary[]> {
  const shown: Canary[] = [];
  const keyed = { "idempotency-key": "secrets" };
  for (const [method, path, body, headers] of [
    ["POST", "/applications", { client_id: "made", type: "service" }],
    ["PUT", "/applications/made-by-put", { type: "web", redirect_uris: ["https://made.example.test/cb"] }],
    ["POST", "/applications/made/secrets", {}],
    ["POST", "/applications/made/access-accounts", { access_key: "ak_made" }],
    ["PUT", "/applications/made/access-accounts/ak_put", {}],
    ["POST", "/applications/made/access-accounts/ak_made/secrets", {}],
    ["POST", "/applications", { client_id: "repeated", type: "service" }, keyed],
  ] as const) {
    const answer = await administrator(method, path, body, headers);
    assert.equal(answer.status, 201, answer.text);
    const secret = answer.body.client_secret ?? answer.body.secret_key;
    assert.match(secret, /^lsk_[0-9A-Za-z]{49}$/);
    shown.push(createCanary(`${method} ${path}`, secret));
  }
  for (const [method, path, body] of [
    ["POST", "/applications", { client_id: "given", type: "service", client_secret: GIVEN.client_secret }],
    ["POST", "/applications/given/access-accounts", { access_key: "ak_given", secret_key: GIVEN.secret_key }],
    ["POST", "/users", { username: "given", password: GIVEN.password }],
    ["PUT", "/users/given", { password: GIVEN.password, name: "Given" }],
  ] as const) {
    const answer = await administrator(method, path, body);
    assert.ok(answer.status < 300, answer.text);
    assertNoCanary(`the answer to ${method} ${path}`, answer.text, givenCanaries);
  }
  const added = await administrator("POST", "/applications/given/secrets", { client_secret: GIVEN.another });
  assert.equal(added.status, 201);
  return shown;
}

const givenCanaries = Object.entries(GIVEN).map(([name, secret]) => createCanary(`a given ${name}`, secret));

/** Paths with everything that is there, found by the lists themselves. */
async function* readEverything(operations: readonly Operation[]): AsyncGenerator<readonly [string, string]> {
  const answerTo = async (path: string) => {
    const answer = await administrator("GET", path);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    return answer;
  };
  const fill = async (path: string): Promise<readonly string[]> => {
    const parameter = /^(.*)\/\{\w+\}/.exec(path);
    if (!parameter) return [path];
    const lists = await fill(String(parameter[1]));
    const filled: string[] = [];
    for (const list of lists) {
      const { body } = await answerTo(`${list}?limit=200`.replace(/(\/secrets)\?limit=200/, "$1"));
      for (const { id } of body.items)
        filled.push(`${list}/${encodeURIComponent(id)}${path.slice(parameter[0].length)}`);
    }
    return filled;
  };
  for (const { path } of operations) {
    const paths = path.endsWith("/permissions/{permission}") ? [] : await fill(path.slice("/api/v1".length));
    for (const each of paths) {
      const search = each === "/stats" ? "?name=tokens_issued" : "";
      yield [each, (await answerTo(each + search)).text];
    }
  }
}

test("RFC 7591 §5: a secret is shown once, and in no other answer, log line or row", async () => {
  const canaries = [...(await makeSecrets()), ...givenCanaries];
  await storeLogos(licet);
  const operations = await readOperations(licet);
  const gets = operations.filter(({ method, path }) => method === "GET" && !path.endsWith("/secrets/{id}"));
  const seen: string[] = [];
  for await (const [path, body] of readEverything(gets)) {
    seen.push(path);
    assertNoCanary(`GET ${path}`, body, canaries);
    // The audit log says that a password was set, and nothing else about it.
    const said = path === "/audit" ? body.replaceAll('"password":{"changed":true}', "") : body;
    const text = withoutIds(said);
    for (const word of ["password", "hash", "$argon2", "sealed", '"secret_key"', '"client_secret"'])
      assert.ok(!text.includes(word) || path.startsWith("/resources"), `GET ${path} says ${word}`);
  }
  for (const path of ["/applications/made", "/applications/made/secrets", "/audit", "/changes", "/keys"])
    assert.ok(seen.includes(path), `${path} was read`);
  for (const page of ["/audit?limit=200", "/changes?limit=1000"])
    assertNoCanary(page, (await administrator("GET", page)).text, canaries);
  assertNoCanary("the log", licet.logged(), canaries);
  const access = await accessDatabase(licet.database);
  try {
    assertNoCanary("the database", await dumpTables(access), canaries);
  } finally {
    await access.close();
  }
});

test("RFC 7591 §5: a secret that is refused is not repeated either", async () => {
  for (const [method, path, body] of [
    ["POST", "/applications", { type: "service", client_secret: GIVEN.client_secret, unknown: 1 }],
    ["POST", "/applications", { type: "spa", client_secret: GIVEN.client_secret, redirect_uris: [] }],
    ["POST", "/applications/given/secrets", { client_secret: GIVEN.client_secret }],
    ["POST", "/applications/given/secrets", { secret_key: GIVEN.secret_key }],
    ["POST", "/applications/given/access-accounts", { secret_key: [GIVEN.secret_key] }],
    ["POST", "/users", { username: "x y", password: GIVEN.password }],
    ["POST", "/users", { username: "new", password: { text: GIVEN.password } }],
    ["POST", "/users", { username: "new", passwort: GIVEN.password }],
    ["POST", "/users", `{"username":"new","password":"${GIVEN.password}"`],
  ] as const) {
    const answer = await administrator(method, path, body);
    assert.ok([400, 409].includes(answer.status), answer.text);
    assertNoCanary(`${method} ${path}`, answer.text, givenCanaries);
  }
  assertNoCanary("the log", licet.logged(), givenCanaries);
});

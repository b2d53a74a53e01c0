// @engine both: each engine has its own errors for missing tables and unreadable rows.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { introspect, issueToken } from "../issue-token.ts";
import { assertServerError, assertTellsNothing, assertUnavailable } from "./assert-error-answers.ts";
import { accessDatabase, type DatabaseAccess, listTables } from "./database-access.ts";
import { type EveryRequest, prepareEveryRequest } from "./every-request.ts";

let licet: RunningLicet;
let requests: EveryRequest;
let other: DatabaseAccess;
let token: string;
before(async () => {
  licet = await startLicet({ state: SHOP });
  requests = await prepareEveryRequest(licet);
  other = await accessDatabase(licet.database);
  token = await issueToken(licet, REPORTS, "orders:read");
});
after(async () => {
  await other.close();
  await licet.stop();
});

/** Every request gets its usual answer or one of the two that say nothing; which ones failed. */
async function findFailing(): Promise<readonly string[]> {
  const failing: string[] = [];
  for (const name of requests.names) {
    const answer = await requests.send(name, "unknown");
    if (answer.status === 500) assertServerError(name, answer);
    else if (answer.status === 503) assertUnavailable(name, answer);
    else assert.equal(answer.status, requests.usualStatus(name), `${name}: ${answer.text}`);
    if (answer.status >= 500) failing.push(name);
  }
  const seen = await introspect(licet, token, ORDERS_API);
  if (seen.status === 500) assertServerError("introspection", seen);
  else if (seen.status === 503) assertUnavailable("introspection", seen);
  else assert.equal(seen.body.active, true);
  if (seen.status >= 500) failing.push("introspection of a good token");
  for (const path of ["/livez", "/readyz", "/oidc/jwks"]) {
    const response = await fetch(licet.url + path);
    assert.ok([200, 503].includes(response.status), `${path}: ${response.status}`);
    // Public keys are random letters, and say anything by chance.
    const isKeys = path === "/oidc/jwks" && response.status === 200;
    if (!isKeys) assertTellsNothing(path, await response.text());
  }
  return failing;
}

test("CVE-2024-32967: with any one table missing no answer tells of it, and afterwards all is well", async () => {
  const failed = new Map<string, readonly string[]>();
  const tables = await listTables(other);
  for (const table of tables) {
    await other.execute(`alter table "${table}" rename to hidden_${table}`);
    try {
      failed.set(table, await findFailing());
    } finally {
      await other.execute(`alter table hidden_${table} rename to "${table}"`);
    }
  }
  assert.ok(failed.get("revoked_tokens")?.includes("introspection of a good token"), "it did hurt");
  assert.ok(failed.get("client_assertions")?.includes("/oidc/token by an assertion"));
  assert.ok(failed.get("applications")?.includes("/oidc/token by an unknown client"));
  assert.deepEqual(await findFailing(), []);
});

describe("CVE-2024-32967: a row that cannot be read is an error of ours that says nothing, and of that client only", () => {
  const damages: Record<string, string> = {
    "JSON that is broken": "jwks = '{broken'",
    "JSON of another shape": "jwks = '[1,2,3]'",
    "a list that is none": "serves = 'null'",
    "a type nobody knows": "type = 'ghost'",
  };
  for (const [index, [name, damage]] of Object.entries(damages).entries()) {
    test(name, async () => {
      const id = `damaged-${index}`;
      const secret = `${id}-secret-secret-secret-secret-secret`;
      await licet.apply(
        `applications: [{ client_id: ${id}, client_secret: ${secret}, name: ${id}, type: service }]`,
      );
      await other.execute(`update applications set ${damage} where id = '${id}'`);
      for (const [path, form] of [
        ["/oidc/token", { grant_type: "client_credentials", scope: "orders:read" }],
        ["/oidc/introspect", { token }],
        ["/oidc/revoke", { token: "unknown" }],
      ] as const) {
        const answer = await postForm(licet.url + path, { ...form, client_id: id, client_secret: secret });
        assert.ok(answer.status < 600 && (answer.status !== 200 || answer.body.active !== true));
        if (answer.status >= 500) assertServerError(`${path} with ${name}`, answer);
        assertTellsNothing(path, answer.text);
        if (name === "JSON that is broken") assert.equal(answer.status, 500);
      }
      assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true, "others are as before");
    });
  }
});

/** RFC 7662 §4: no application is the server of Licet's own API, so none introspects the tokens for it. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller } from "../api/guarded-api.ts";
import { secretOf, service } from "../api/world.ts";
import { introspect, issueToken } from "../issue-token.ts";

const STATE = `
resources: [{ name: orders, identifier: https://orders.example.test, actions: { read: { description: See } } }]
applications:
${service("admin")}
${service("curious")}
assignments: [{ principal: application:admin, role: licet-administrator }]
`;

const credentialsOf = (id: string) => ({ client_id: id, client_secret: secretOf(id) });

let licet: RunningLicet;
let admin: Caller;
before(async () => {
  licet = await startLicet({ state: STATE });
  admin = await createCaller(licet, "admin");
});
after(() => licet.stop());

test("serves: [licet] is refused at the API, in a file and in an import", async () => {
  const application = { name: "Curious", type: "service", serves: ["orders", "licet"] };
  const put = await admin("PUT", "/applications/curious", application);
  assert.equal(put.status, 400, put.text);
  assert.deepEqual(
    put.body.errors.map(({ pointer, code }: Record<string, unknown>) => [pointer, code]),
    [["/serves/1", "invalid"]],
  );
  const line = JSON.stringify({ kind: "application", client_id: "curious", ...application });
  const imported = await admin("POST", "/import", line, { "content-type": "application/x-ndjson" });
  assert.equal(imported.status, 400, imported.text);
  await assert.rejects(licet.apply(`applications:\n${service("curious", ", serves: [licet]")}`), /own API/);
  assert.deepEqual((await admin("GET", "/applications/curious")).body.serves, []);
});

test("an application that is stored with it introspects no token for Licet, and hears of none", async () => {
  const { state, feed } = licet.services.storage;
  const stored = await state.find("application", "curious");
  assert.ok(stored);
  await state.commit(
    [{ op: "put", kind: "application", value: { ...stored, serves: ["licet"] } }],
    { name: "licet", at: licet.services.clock.milliseconds() },
    { revision: await state.revision() },
  );
  await feed.confirm();
  await licet.catchUp();
  const token = await issueToken(licet, credentialsOf("admin"), "licet:users.read");
  assert.deepEqual((await introspect(licet, token, credentialsOf("curious"))).body, { active: false });
  const heard = await fetch(`${licet.url}/api/v1/revocations`, {
    headers: {
      authorization: `Basic ${Buffer.from(`curious:${secretOf("curious")}`).toString("base64")}`,
    },
  });
  assert.equal(heard.status, 403, await heard.text());
});

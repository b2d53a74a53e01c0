// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { assertProblem, type Caller, createCaller, fingerprint, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const WORLD = `
permissions:
  - { name: billing_admin, description: Everything about bills }
applications:
${["admin", "editor"].map((id) => service(id)).join("\n")}
  - client_id: target
    name: target
    type: service
    client_secret: "${secretOf("target")}"
    access_accounts: [{ access_key: ak_target, name: ak_target, secret_key: "${secretOf("ak_target")}" }]
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:admin, permission: billing_admin }
  - { principal: application:target, permission: billing_admin }
  - { principal: application:editor, permission: licet:applications.write }
`;

let licet: RunningLicet;
let editor: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  editor = await createCaller(licet, "editor", "licet:applications.write");
});
after(() => licet.stop());

const GUESSES = [
  ["/applications/target", { name: "target", type: "service" }, "client_secret", secretOf("target")],
  [
    "/applications/target/access-accounts/ak_target",
    { name: "ak_target" },
    "secret_key",
    secretOf("ak_target"),
  ],
] as const;

for (const [path, entry, key, right] of GUESSES) {
  test(`ASVS 8.2.1: who may not set a ${key} does not learn that it was the right one`, async () => {
    const untouched = await fingerprint(licet);
    for (const guess of [right, "a-guess-that-is-wrong-and-long-enough-for-a-secret"]) {
      for (const answer of [
        await editor("PUT", path, { ...entry, [key]: guess }),
        await editor("POST", `${path}/secrets`, { [key]: guess }),
      ]) {
        assertProblem(answer, 403, "forbidden");
        assert.deepEqual(answer.body.lacking, ["billing_admin"]);
      }
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  });

  test(`a caller that may set a ${key} can put the same one again, and nothing changes`, async () => {
    const admin = await createCaller(licet, "admin", "licet:applications.write");
    const untouched = await fingerprint(licet);
    const answer = await admin("PUT", path, { ...entry, [key]: right });
    assert.equal(answer.status, 200, answer.text);
    assertProblem(await admin("POST", `${path}/secrets`, { [key]: right }), 409, "conflict");
    assert.deepEqual(await fingerprint(licet), untouched);
  });
}

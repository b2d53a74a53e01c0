// @engine both: each engine has its own errors for damaged pages.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertTellsNothing } from "./assert-error-answers.ts";
import { closeKept, damageTables } from "./damage-tables.ts";

const CLIENTS = Array.from({ length: 40 }, (_, index) => ({
  client_id: `late-${index}`,
  client_secret: `secret-of-a-client-that-comes-late-${index}`,
}));
const STATE = SHOP.replace(
  "\napplications:",
  `\napplications:\n${CLIENTS.map(({ client_id, client_secret }) => `  - { client_id: ${client_id}, client_secret: ${client_secret}, name: ${client_id}, type: service }`).join("\n")}`,
);

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: STATE });
});
after(async () => {
  await licet.stop();
  closeKept();
});

const readiness = async () => {
  const response = await fetch(`${licet.url}/readyz`);
  return { status: response.status, text: await response.text() };
};
const ask = async (client: Readonly<Record<string, string>> = {}) => {
  const form = { grant_type: "client_credentials", scope: "orders:read", ...client };
  return (await postForm(`${licet.url}/oidc/token`, form)).status;
};
/** Each client only once: this node would remember it. */
const late = CLIENTS.values();
const askForToken = () => ask(late.next().value);
const askByKnownClient = () => ask(REPORTS);

test("/readyz is 503 while requests fail because of damaged pages, and 200 when they can be read again", async () => {
  assert.equal((await readiness()).status, 200);
  assert.equal(await askForToken(), 200);
  const damage = await damageTables(licet.database, ["applications", "secrets"]);
  try {
    // Each worker remembers clients of its own.
    for (let turn = 0; turn < 4; turn += 1) assert.equal(await askForToken(), 503);
    const { status, text } = await readiness();
    assert.equal(status, 503, text);
    assertTellsNothing("/readyz", text);
    assert.equal((await readiness()).status, 503, "also when it gets no more requests");
  } finally {
    await damage.repair();
  }
  assert.equal((await readiness()).status, 200);
  assert.equal(await askForToken(), 200);
});

test("/readyz stays 200 while most requests succeed", async () => {
  // Each worker remembers this client.
  for (let turn = 0; turn < 4; turn += 1) assert.equal(await askByKnownClient(), 200);
  const damage = await damageTables(licet.database, ["applications", "secrets"]);
  try {
    for (let turn = 0; turn < 4; turn += 1) assert.equal(await askForToken(), 503);
    for (let turn = 0; turn < 20; turn += 1) assert.equal(await askByKnownClient(), 200);
    const { status, text } = await readiness();
    assert.equal(status, 200, text);
  } finally {
    await damage.repair();
  }
});

// @engine both: writes wait for each other in different places
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LOAD_BOUNDS } from "../../../packages/server/src/http/admission/load-guard.ts";
import { sendHttp } from "../../support/send-http.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ORDERS_SERVER } from "../../support/storefront.ts";
import { STOREFRONT_WITH_ADMINISTRATOR } from "../ledger/served-licet.ts";

let licet: RunningLicet;
let headers: Readonly<Record<string, string>>;
before(async () => {
  licet = await startLicet({ state: STOREFRONT_WITH_ADMINISTRATOR, shedsLoad: true });
  const scope = "licet:roles.read licet:roles.write licet:escalate";
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope,
    ...ORDERS_SERVER,
  });
  headers = { authorization: `Bearer ${body.access_token}`, "content-type": "application/json" };
});
after(() => licet.stop());

const createRole = (name: string) =>
  sendHttp(
    "POST",
    `${licet.url}/api/v1/roles`,
    headers,
    JSON.stringify({ name, grants: [{ permission: "orders:read" }] }),
  );
const hasRole = async (name: string): Promise<boolean> =>
  (await sendHttp("GET", `${licet.url}/api/v1/roles/${name}`, headers)).status === 200;

const BURST = 600;

test("of a burst of writes some are refused, those that are acknowledged are there, and probes are answered meanwhile", async () => {
  const names = Array.from({ length: BURST }, (_, index) => `burst-${index}`);
  const writing = names.map(async (name) => ({ name, ...(await createRole(name)) }));
  for (const path of ["/livez", "/readyz"])
    assert.equal(
      (await sendHttp("GET", licet.url + path, {}, undefined, { connectsAnew: true })).status,
      200,
    );
  const answers = await Promise.all(writing);

  const created = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 503);
  assert.equal(created.length + refused.length, BURST);
  assert.ok(refused.length > 0, "so many writes are more than a node takes on at once");
  assert.ok(created.length >= LOAD_BOUNDS.changes.always, "some are always taken on");
  for (const each of refused) assert.match(each.headers.get("retry-after") ?? "", /^[123]$/);
  for (const { name } of created.slice(-10)) assert.equal(await hasRole(name), true, name);
  for (const { name } of refused.slice(-10)) assert.equal(await hasRole(name), false, name);
});

test("afterwards writes are taken on again", async () => {
  assert.equal((await createRole("afterwards")).status, 201);
});

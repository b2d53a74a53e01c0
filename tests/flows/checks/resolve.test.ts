import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM, REPORTS } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: FIRM });
  token = await fetchToken(licet, ASKER, "licet:explain");
});
after(() => licet.stop());

const resolve = (body: object) => send(`${licet.url}/api/v1/scopes:resolve`, token, body);
const ask = (form: Record<string, string>) =>
  postForm(`${licet.url}/oidc/token`, { grant_type: "client_credentials", ...REPORTS, ...form });

test("it says what the token endpoint grants and refuses, and why", async () => {
  const scope = "orders:read stock:read orders:fly openid orders:eu:write billing_admin";
  const { status, body } = await resolve({ client_id: "reports", scope, ip: "127.0.0.1" });
  assert.equal(status, 200);
  const issued = await ask({ scope });
  assert.equal(body.issued, true);
  assert.equal(body.scope, issued.body.scope);
  assert.equal(body.scope_rejected, issued.body.scope_rejected);
  assert.equal(body.scope, "orders:read orders:eu:write");
  assert.deepEqual(
    body.refused.map(({ scope, reason }: { scope: string; reason: string }) => [scope, reason]),
    [
      ["stock:read", "condition_failed"],
      ["orders:fly", "unknown_scope"],
      ["openid", "not_for_this_grant"],
      ["billing_admin", "not_granted"],
    ],
  );
  assert.deepEqual(body.resources, ["https://orders.example.test"]);
  assert.equal(body.granted[0].via.assignment.permission, "orders:*");
});

test("the address is the one that it is told, and a * item is expanded", async () => {
  const asked = { client_id: "reports", scope: "orders:* stock:read" };
  const { body } = await resolve({ ...asked, ip: "192.0.2.1" });
  assert.equal(body.scope, "orders:read orders:write orders:refund stock:read");
  const without = await resolve(asked);
  assert.equal(without.body.refused[0].reason, "condition_missing_data");
});

test("a resource without a scope asks for everything there, and an access key stays below its ceiling", async () => {
  const resource = "https://orders.example.test";
  const everything = await resolve({ client_id: "reports", resource: [resource] });
  assert.equal(everything.body.scope, "orders:read orders:write orders:refund");
  assert.deepEqual(everything.body.refused, []);
  const narrowed = await resolve({ client_id: "ak_reports", scope: "orders:read orders:write" });
  assert.equal(narrowed.body.scope, "orders:read");
  assert.equal(narrowed.body.refused[0].reason, "key_ceiling");
});

test("a request that would fail has the error", async () => {
  const error = async (body: object) => {
    const answer = await resolve(body);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.issued, false);
    return answer.body.error;
  };
  const scope = "orders:read";
  assert.equal(await error({ client_id: "nobody", scope }), "invalid_client");
  assert.equal(await error({ client_id: "shop", scope }), "unauthorized_client");
  assert.equal(await error({ client_id: "reports" }), "invalid_request");
  assert.equal(await error({ client_id: "reports", scope: "orders:read  orders:write" }), "invalid_scope");
  assert.equal(
    await error({ client_id: "reports", scope, resource: ["https://no.example.test"] }),
    "invalid_target",
  );
});

test("a question that is not well-formed is 400, and nothing is ever issued", async () => {
  const { status, body } = await resolve({ client_id: "reports", scope: "orders:read", grant: "x" });
  assert.equal(status, 400);
  assert.equal(body.errors[0].pointer, "/grant");
  assert.ok(
    !JSON.stringify((await resolve({ client_id: "reports", scope: "orders:read" })).body).includes(
      "access_token",
    ),
  );
});

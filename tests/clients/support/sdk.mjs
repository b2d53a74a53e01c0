/** The packed SDK on whatever runs this: Node, Bun and Deno. */

import { createPermissionsClient, createTokenClient, createVerifier, followRevocations } from "@licet/sdk";
import { createLocalChecker } from "@licet/sdk/local";
import { auth, requirePermission, requireScopes } from "@licet/sdk/server/next";

const scene = JSON.parse(globalThis.process.env.CLIENT_TEST_SCENE);
const { issuer } = scene;
const audience = "https://orders.example.test";

const tried = (what) => console.log(`tried: ${what}`);
function expect(seen, wanted) {
  const [left, right] = [seen, wanted].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${left} instead of ${right}`);
}

const tokens = createTokenClient({
  issuer,
  clientId: scene.machine.client_id,
  clientSecret: scene.machine.client_secret,
  scope: "orders:read orders:delete",
});
const permissions = createPermissionsClient({ issuer, token: tokens, scope: "licet:check" });

const accessToken = await requestToken();
await verifyTokens(accessToken);
await protectRoute(accessToken);
await checkPermissions();
await checkLocally();
await refuseRevoked(accessToken);

async function requestToken() {
  const { accessToken, granted, rejected } = await tokens.token();
  expect([granted, rejected], [["orders:read"], ["orders:delete"]]);
  expect((await tokens.token()).accessToken, accessToken);
  tried("token client: granted, rejected, cached");
  return accessToken;
}

async function verifyTokens(token) {
  const verifier = createVerifier({ issuer, audience });
  const verified = await verifier.verify(token);
  expect([verified.valid, verified.auth?.clientId], [true, scene.machine.client_id]);
  const changed = `${token.slice(0, -8)}${token.slice(-8) === "AAAAAAAA" ? "BBBBBBBB" : "AAAAAAAA"}`;
  expect((await verifier.verify(changed)).valid, false);
  const other = createVerifier({ issuer, audience: "https://other.example.test" });
  expect((await other.verify(token)).problem, "wrong_audience");
  tried("verifier: a token, a changed one, one for another audience");
}

async function protectRoute(token) {
  const protect = auth({ issuer, audience, checker: permissions });
  const answer = (_request, { auth: caller }) => Response.json({ caller: caller.clientId });
  const get = protect(requireScopes("orders:read"), answer);
  const remove = protect(requireScopes("orders:delete"), answer);
  const read = protect(requirePermission("orders:read"), answer);
  const request = (headers = {}) => new Request("https://orders.example.test/orders", { headers });
  const withToken = () => request({ authorization: `Bearer ${token}` });
  expect((await get(request(), {})).status, 401);
  expect(await (await get(withToken(), {})).json(), { caller: scene.machine.client_id });
  const refused = await remove(withToken(), {});
  expect(
    [refused.status, /scope="orders:delete"/.test(refused.headers.get("www-authenticate"))],
    [403, true],
  );
  expect((await read(withToken(), {})).status, 200);
  tried("route handlers: 401, 403 with its challenge, by scope and by permission");
}

async function checkPermissions() {
  const subject = `application:${scene.machine.client_id}`;
  const [may, mayNot] = await Promise.all(
    ["orders:read", "orders:delete"].map((permission) => permissions.check({ subject, permission })),
  );
  expect([may.allowed, mayNot.allowed], [true, false]);
  tried("permission checks");
}

async function checkLocally() {
  const checker = createLocalChecker({ issuer, token: tokens, resources: ["orders"] });
  try {
    await checker.ready();
    const subject = `application:${scene.machine.client_id}`;
    const ask = (permission) => checker.check({ subject, permission });
    expect([ask("orders:read").allowed, ask("orders:delete").reason], [true, "not_granted"]);
    expect(ask("legacy:read").reason, "not_replicated");
    const asked = await checker.checkFresh({ subject, permission: "legacy:read" });
    expect([asked.allowed, checker.status().isConnected], [true, true]);
  } finally {
    await checker.close();
  }
  expect(checker.check({ subject: "application:x", permission: "orders:read" }).reason, "stale");
  tried("local checks from a copy, and from the server where it does not reach");
}

async function refuseRevoked(token) {
  const { client_id: clientId, client_secret: clientSecret } = scene.ordersApi;
  const revocations = followRevocations({ issuer, clientId, clientSecret });
  try {
    const verifier = createVerifier({ issuer, audience, revocations });
    await until(() => revocations.isCurrent());
    expect((await verifier.verify(token)).valid, true);
    const body = new URLSearchParams({ token, ...scene.machine });
    expect((await fetch(`${issuer}/oidc/revoke`, { method: "POST", body })).status, 200);
    await until(async () => (await verifier.verify(token)).problem === "revoked");
  } finally {
    revocations.close();
  }
  tried("a revoked token is refused within 2 seconds");
}

async function until(isSo) {
  const deadline = performance.now() + 2_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("not within 2 seconds");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

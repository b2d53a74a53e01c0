// @engine sqlite: these answers do not depend on the engine.

/** The programs that the console shows for callers and resource servers, run as they are shown. */

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { endpointsOf } from "../../packages/console/src/features/applications/overview/endpoints.ts";
import type { Example } from "../../packages/console/src/features/applications/overview/quick-start/example.ts";
import { secretSnippets } from "../../packages/console/src/features/applications/overview/quick-start/secret-snippets.ts";
import { protectSnippets } from "../../packages/console/src/features/resources/connect/protect-snippets.ts";
import { verifySnippets } from "../../packages/console/src/features/resources/connect/verify-snippets.ts";
import type { Snippet } from "../../packages/console/src/ui/display/snippet.ts";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import { signJwt } from "../../packages/server/src/tokens/sign-jwt.ts";
import { root } from "../../scripts/testing/root.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";
import { untilKnown } from "../support/until-known.ts";

const SECRET = "demo-reports-secret-not-for-production";
const SCOPE = "orders:read orders:refund";
const OUTCOME = "granted: orders:read refused: orders:refund";
const run = promisify(execFile);

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({
    state: readFileSync(new URL("../../examples/demo.yaml", import.meta.url), "utf8"),
  });
});
after(() => licet.stop());

/** Runs the program for Node in this repository, where its packages are installed. */
async function runNode(snippets: readonly Snippet[], env: Readonly<Record<string, string>>): Promise<string> {
  const { code } = snippets.find(({ language }) => language === "Node") ?? assert.fail("no snippet for Node");
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: root, env });
  return stdout.trim();
}

const reports = (): Example => ({
  clientId: "reports",
  endpoints: endpointsOf(licet.url),
  scope: SCOPE,
  redirectUri: "",
  secretVariable: "LICET_CLIENT_SECRET",
  inHeader: false,
  idTokenAlgorithm: "RS256",
});

test("a service gets its token by its secret, in the header or in the body", async () => {
  for (const inHeader of [false, true]) {
    const snippets = secretSnippets({ ...reports(), inHeader });
    assert.equal(await runNode(snippets, { LICET_CLIENT_SECRET: SECRET }), OUTCOME);
    await assert.rejects(runNode(snippets, { LICET_CLIENT_SECRET: "an old one" }), /invalid_client/);
  }
});

test("an access account gets its token with its own pair", async () => {
  const snippets = secretSnippets({ ...reports(), clientId: "ak_demo", secretVariable: "LICET_SECRET_KEY" });
  const env = { LICET_SECRET_KEY: "demo-access-key-secret-not-for-production" };
  assert.equal(await runNode(snippets, env), OUTCOME);
});

test("a resource server lets in a token of its own, and neither another's nor one that lacks the permission", async () => {
  const verify = async (resource: string, algorithm: string, permission: string, scope: string) => {
    const { body } = await postForm(`${licet.url}/oidc/token`, {
      grant_type: "client_credentials",
      client_id: "reports",
      client_secret: SECRET,
      scope,
    });
    const audience = `https://${resource}.example.test`;
    const server = { issuer: licet.url, audience, algorithm, tokenType: "at+jwt", permission } as const;
    return runNode(verifySnippets(server), { ACCESS_TOKEN: String(body.access_token) });
  };
  assert.equal(await verify("orders", "ES256", "orders:read", "orders:read"), "reports");
  assert.equal(await verify("stock", "EdDSA", "stock:read", "stock:read"), "reports");
  await assert.rejects(verify("orders", "ES256", "orders:read", "stock:read"), /"alg"/);
  await assert.rejects(verify("other", "ES256", "orders:read", "orders:read"), /"aud"/);
  await assert.rejects(verify("orders", "ES256", "orders:write", "orders:read"), /insufficient_scope/);
});

describe("an API that is protected by the SDK refuses without a token, and says who calls with one", () => {
  const server = () =>
    ({
      issuer: licet.url,
      audience: "https://orders.example.test",
      algorithm: "ES256",
      tokenType: "at+jwt",
      permission: "orders:read",
    }) as const;
  const getToken = async (scope: string) => {
    const form = { grant_type: "client_credentials", client_id: "reports", client_secret: SECRET, scope };
    return String((await postForm(`${licet.url}/oidc/token`, form)).body.access_token);
  };
  const codeOf = (name: string) =>
    protectSnippets(server()).find(({ language }) => language === name)?.code ?? assert.fail(name);

  async function assertProtected(ask: (headers: Record<string, string>) => Promise<Response>): Promise<void> {
    assert.equal((await ask({})).status, 401);
    const answer = await ask({ authorization: `Bearer ${await getToken("orders:read")}` });
    assert.deepEqual([answer.status, await answer.json()], [200, { caller: "reports" }]);
    assert.equal((await ask({ authorization: `Bearer ${await getToken("stock:read")}` })).status, 401);
  }

  for (const language of ["Express", "Fastify", "Hono"])
    test(language, async (t) => {
      const port = String(await freePort());
      const child = spawn(process.execPath, ["--input-type=module", "--eval", codeOf(language)], {
        cwd: root,
        env: { PORT: port },
        stdio: ["ignore", "ignore", "inherit"],
      });
      t.after(() => child.kill());
      const address = `http://127.0.0.1:${port}/`;
      await untilKnown(() =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      );
      await assertProtected((headers) => fetch(address, { headers }));
    });

  test("Next", async () => {
    // The sources of the SDK are loaded by their real place, as everywhere in this repository.
    const file = join(root, `.cache/next-route-${process.pid}.mjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, codeOf("Next"));
    try {
      const { GET } = await import(pathToFileURL(file).href);
      await assertProtected((headers) => GET(new Request("http://127.0.0.1/", { headers }), {}));
    } finally {
      rmSync(file);
    }
  });
});

test("the program in README verifies a token of the demo", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "reports",
    client_secret: SECRET,
    scope: "orders:read",
  });
  const code = `const token = process.env.TOKEN;\n${program}\nconsole.log(payload.sub, mayRead);`;
  const shown = { language: "Node", code: code.replaceAll("http://127.0.0.1:4455", licet.url) } as Snippet;
  assert.equal(await runNode([shown], { TOKEN: String(body.access_token) }), "reports true");
});

test("a resource server whose access tokens have the typ JWT accepts them, and no ID token", async () => {
  await licet.apply(
    "resources: [{ name: depot, identifier: https://depot.example.test, access_token_type: JWT, actions: { read: { description: See } } }]\nassignments: [{ principal: application:reports, permission: depot:read }]",
  );
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "reports",
    client_secret: SECRET,
    scope: "depot:read",
  });
  const audience = "https://depot.example.test";
  const snippets = verifySnippets({
    issuer: licet.url,
    audience,
    algorithm: "ES256",
    tokenType: "JWT",
    permission: "depot:read",
  });
  const token = String(body.access_token);
  assert.equal(decodeProtectedHeader(token).typ, "JWT");
  assert.equal(await runNode(snippets, { ACCESS_TOKEN: token }), "reports");
  const { keyRing, clock } = licet.services;
  const { client_id: _, ...claims } = decodeJwt(token);
  const sign = (changed: object) =>
    signJwt(keyRing.signer("ES256", clock.milliseconds()), "JWT", { ...claims, ...changed });
  await assert.rejects(runNode(snippets, { ACCESS_TOKEN: await sign({}) }), /"client_id"/);
  await assert.rejects(
    runNode(snippets, { ACCESS_TOKEN: await sign({ aud: "reports", client_id: "reports" }) }),
    /"aud"/,
  );
});

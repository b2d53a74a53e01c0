import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Driven } from "../client.ts";
import { requireProgram, runProgram } from "../support/run-program.ts";
import { startServer } from "../support/start-server.ts";
import { visit } from "../support/visit.ts";
import { LEGACY_AUDIENCE, ORDERS_AUDIENCE } from "../support/world.ts";

const JAR = "target/licet-spring.jar";

/** As a client, and as two resource servers: one as Boot configures it, one that checks tokens as RFC 9068 says. */
export const spring: Client = {
  name: "spring",
  isOptional: true,
  redirectPaths: ["/login/oauth2/code/licet"],
  postLogoutPaths: ["/goodbye"],
  async prepare({ folder, say }) {
    const maven = requireProgram("mvn", "install Maven and a JDK 17 or newer");
    say("building with Maven");
    await runProgram(maven, ["-B", "-q", "-ntp", "package"], { folder });
    const pom = readFileSync(join(folder, "pom.xml"), "utf8");
    return `Spring Boot ${/<parent>[\s\S]*<version>(.+)<\/version>[\s\S]*<\/parent>/.exec(pom)?.[1]}`;
  },
  async drive(driven) {
    await using _server = await startSpring(driven);
    await signIn(driven);
    await signOut(driven);
    await verifyTokens(driven);
  },
};

const startSpring = (driven: Driven): Promise<AsyncDisposable> => {
  const { scene } = driven;
  const java = requireProgram("java", "install a JDK 17 or newer");
  return startServer(driven, java, ["-jar", JAR], {
    PORT: String(scene.port),
    ISSUER: scene.issuer,
    CLIENT_ID: scene.application.client_id,
    CLIENT_SECRET: scene.application.client_secret,
    LEGACY_AUDIENCE,
    ORDERS_AUDIENCE,
    CALLER_ID: scene.machine.client_id,
  });
};

async function signIn({ page, scene, tried }: Driven): Promise<void> {
  await visit(page, scene.issuer, `${scene.url}/me`);
  const me = JSON.parse(await page.innerText("body"));
  assert.match(me.sub, /^usr_/);
  assert.deepEqual([me.name, me.email], [scene.user.name, scene.user.email]);
  assert.ok(me.scopes.includes("orders:read"), `${me.scopes}`);
  tried("oauth2Login; name and email in the ID token");
}

async function signOut({ page, scene, tried }: Driven): Promise<void> {
  await page.goto(`${scene.url}/sign-out`);
  await page.click("#sign-out");
  await page.waitForURL(`${scene.url}/goodbye`);
  await page.goto(`${scene.url}/me`);
  assert.equal(new URL(page.url()).pathname, "/login", "the user has to sign in again");
  tried("OidcClientInitiatedLogoutSuccessHandler");
}

async function verifyTokens({ scene, tried }: Driven): Promise<void> {
  const [legacy, orders] = [await getToken(scene, "legacy:read"), await getToken(scene, "orders:read")];
  const ask = (path: string, token: string) =>
    fetch(`${scene.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

  const fromLegacy = await ask("/legacy", legacy);
  assert.equal(fromLegacy.status, 200, fromLegacy.headers.get("www-authenticate") ?? "");
  assert.deepEqual(await fromLegacy.json(), { sub: scene.machine.client_id, scope: "legacy:read" });
  tried("resource server as Boot configures it, for a resource with access_token_type JWT and RS256");

  const fromOrders = await ask("/orders", orders);
  assert.equal(fromOrders.status, 200, fromOrders.headers.get("www-authenticate") ?? "");
  assert.deepEqual(await fromOrders.json(), { sub: scene.machine.client_id, scope: "orders:read" });
  tried("resource server with createAtJwtValidator, for at+jwt and ES256");

  assert.equal((await ask("/legacy", orders)).status, 401);
  assert.equal((await ask("/orders", legacy)).status, 401);
  tried("each refuses the tokens of the other");
}

async function getToken({ issuer, machine }: Driven["scene"], scope: string): Promise<string> {
  const response = await fetch(`${issuer}/oidc/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", scope, ...machine }),
  });
  const { access_token } = (await response.json()) as { readonly access_token: string };
  return access_token;
}

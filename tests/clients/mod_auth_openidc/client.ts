import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../scripts/testing/root.ts";
import type { Client, Driven } from "../client.ts";
import { ensureDebianPackages, findVersion } from "../support/debian.ts";
import { requestToken } from "../support/request-token.ts";
import { startServer } from "../support/start-server.ts";
import { startTlsProxy } from "../support/tls-proxy.ts";
import { visit } from "../support/visit.ts";

export const modAuthOpenidc: Client = {
  name: "mod_auth_openidc",
  redirectPaths: ["/protected/callback"],
  postLogoutPaths: ["/"],
  async prepare(workspace) {
    await ensureDebianPackages(workspace);
    const names = ["libapache2-mod-auth-openidc", "apache2-bin"];
    return names.map((name) => `${name} ${findVersion(name)}`).join(", ");
  },
  async drive(driven) {
    // Not the cache: Apache gives up root, and must still read its pages.
    const folder = mkdtempSync(join(tmpdir(), "licet-apache-"));
    chmodSync(folder, 0o755);
    cpSync(join(driven.folder, "htdocs"), join(folder, "htdocs"), { recursive: true });
    try {
      await using keys = await startTlsProxy(driven.scene.issuer);
      writeFileSync(join(folder, "api.conf"), readGuide(driven.scene.issuer, keys.url));
      await using _apache = await startApache(driven, folder);
      await signIn(driven);
      await refresh(driven);
      await signOut(driven);
      await callApi(driven);
    } catch (error) {
      const log = readFileSync(join(folder, "error.log"), "utf8");
      throw new Error(`${error instanceof Error ? error.message : error}\n${log}`, { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The configuration that the guide shows, for this issuer. The module takes keys over TLS alone. */
function readGuide(issuer: string, keys: string): string {
  const guide = readFileSync(join(root, "docs/guides/protect-an-api.md"), "utf8");
  const [, shown = ""] = /^```apache\n([\s\S]*?)^```/m.exec(guide) ?? [];
  assert.match(shown, /AuthType oauth20/);
  return shown
    .replace("https://auth.example.com/oidc/jwks", `${keys}/oidc/jwks`)
    .replaceAll("https://auth.example.com", issuer);
}

const startApache = (driven: Driven, runFolder: string): Promise<AsyncDisposable> => {
  const { scene, folder } = driven;
  const args = ["-d", runFolder, "-f", join(folder, "httpd.conf"), "-D", "FOREGROUND"];
  return startServer(driven, "/usr/sbin/apache2", args, {
    PORT: String(scene.port),
    URL: scene.url,
    RUN_FOLDER: runFolder,
    RUN_AS: "www-data",
    ISSUER: scene.issuer,
    CLIENT_ID: scene.application.client_id,
    CLIENT_SECRET: scene.application.client_secret,
    PASSPHRASE: randomBytes(16).toString("hex"),
  });
};

async function signIn({ page, scene, tried }: Driven): Promise<void> {
  await visit(page, scene.issuer, `${scene.url}/protected/`);
  assert.equal(page.url(), `${scene.url}/protected/`);
  assert.match(await page.innerText("#user"), /^usr_/);
  assert.equal(await page.innerText("#name"), scene.user.name);
  assert.equal(await page.innerText("#email"), scene.user.email);
  tried("sign-in with PKCE; the protected page has the user's claims");
}

async function refresh({ page, scene, tried }: Driven): Promise<void> {
  const readToken = async (query: string) => {
    await page.goto(`${scene.url}/protected/callback?info=json${query}`);
    return JSON.parse(await page.innerText("body")).access_token as string;
  };
  const before = await readToken("");
  const after = await readToken("&access_token_refresh_interval=0");
  assert.match(after, /^ey/);
  assert.notEqual(after, before);
  tried("refresh");
}

async function signOut({ page, scene, tried }: Driven): Promise<void> {
  await page.goto(`${scene.url}/protected/callback?logout=${encodeURIComponent(`${scene.url}/`)}`);
  await page.waitForURL(`${scene.url}/`);
  await page.goto(`${scene.url}/protected/`);
  assert.equal(new URL(page.url()).pathname, "/login", "the user has to sign in again");
  tried("RP-initiated logout");
}

async function callApi({ scene, tried }: Driven): Promise<void> {
  const call = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${scene.port}/api/`, { headers });
    const challenge = response.headers.get("www-authenticate") ?? "";
    return { status: response.status, challenge, body: await response.text() };
  };
  const good = await requestToken(scene, "orders:read");
  for (const token of [good, await requestToken(scene, "orders:write orders:read")]) {
    const answer = await call(token);
    assert.equal(answer.status, 200, answer.challenge);
    assert.match(answer.body, new RegExp(`<p id="user">${scene.machine.client_id}</p>`));
  }
  const anonymous = await call();
  assert.equal(anonymous.status, 401);
  assert.match(anonymous.challenge, /^Bearer\b/);
  const [head, , signature] = good.split(".");
  const claims = { ...JSON.parse(atob(good.split(".")[1] ?? "")), sub: "usr_1" };
  const changed = await call(
    `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`,
  );
  assert.equal(changed.status, 401);
  assert.match(changed.challenge, /error="invalid_token"/);
  const narrow = await call(await requestToken(scene, "orders:write"));
  assert.equal(narrow.status, 403);
  assert.match(narrow.challenge, /^Bearer error="insufficient_scope", scope="orders:read"$/);
  assert.equal((await call(await requestToken(scene, "legacy:read"))).status, 403);
  tried(
    "protects an API: 401 without a valid token, 403 for another resource and without the scope, 200 with it",
  );
}

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client, Driven } from "../client.ts";
import { ensureDebianPackages, findVersion } from "../support/debian.ts";
import { startServer } from "../support/start-server.ts";
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
      await using _apache = await startApache(driven, folder);
      await signIn(driven);
      await refresh(driven);
      await signOut(driven);
    } catch (error) {
      const log = readFileSync(join(folder, "error.log"), "utf8");
      throw new Error(`${error instanceof Error ? error.message : error}\n${log}`, { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

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

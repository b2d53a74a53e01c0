import assert from "node:assert/strict";
import type { Client, Driven } from "../client.ts";
import { describeVersion, installPackages } from "../support/npm.ts";
import { startServer } from "../support/start-server.ts";
import { passPages } from "../support/visit.ts";

export const authjs: Client = {
  name: "authjs",
  redirectPaths: ["/auth/callback/licet"],
  async prepare(workspace) {
    await installPackages(workspace);
    return ["@auth/core", "@auth/express"].map((name) => describeVersion(workspace, name)).join(", ");
  },
  async drive(driven) {
    await using _server = await startServer(driven, process.execPath, ["serve.mjs"]);
    await signIn(driven);
    await signOut(driven);
  },
};

async function signIn({ page, scene, tried }: Driven): Promise<void> {
  await page.goto(`${scene.url}/auth/signin`);
  await page.click("button[type=submit]");
  await page.waitForURL(`${scene.issuer}/**`);
  await passPages(page, scene.issuer);
  const session = await readJson(page, `${scene.url}/auth/session`);
  assert.deepEqual(session.user, { name: scene.user.name, email: scene.user.email });
  const asked = await readJson(page, `${scene.url}/asked`);
  assert.ok(asked.includes("/oidc/token"), `it asked ${asked}`);
  assert.ok(!asked.includes("/oidc/userinfo"), `it asked ${asked}`);
  tried("sign-in with a generic OIDC provider; name and email in the session, without userinfo");
}

async function signOut({ page, scene, tried }: Driven): Promise<void> {
  await page.goto(`${scene.url}/auth/signout`);
  await page.click("button[type=submit]");
  await page.waitForURL(`${scene.url}/`);
  assert.equal(await readJson(page, `${scene.url}/auth/session`), null);
  tried("sign-out");
}

async function readJson(page: Driven["page"], address: string) {
  await page.goto(address);
  return JSON.parse(await page.innerText("body"));
}

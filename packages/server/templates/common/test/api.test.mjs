/** The API and the login, against a real Licet with the configuration of this project. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
process.loadEnvFile(join(ROOT, ".env"));
const { writeCookie } = await import("../src/cookies.mjs");
const folder = mkdtempSync(join(tmpdir(), "licet-test-"));
const configuration = readFileSync(join(ROOT, "licet.yaml"), "utf8");
const children = [];
let issuer;
let home;

before(async () => {
  const [licetPort, port] = [await freePort(), await freePort()];
  issuer = `http://127.0.0.1:${licetPort}`;
  home = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, "licet.yaml"), configuration.replaceAll(":3000/", `:${port}/`));
  start(process.execPath, [
    join(ROOT, "node_modules/licet/bin/licet.mjs"),
    ...["serve", "--port", String(licetPort), "--data-dir", folder, "--apply", join(folder, "licet.yaml")],
  ]);
  await waitFor(`${issuer}/readyz`);
  start("npm", ["run", "--silent", "app"], { ISSUER: issuer, PORT: String(port) });
  await waitFor(home);
});
after(async () => {
  for (const child of children) await stop(child);
  rmSync(folder, { recursive: true, force: true });
});

async function getToken(scope) {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "reports",
    client_secret: /client_id: reports, client_secret: "([^"]+)"/.exec(configuration)[1],
    scope,
  });
  const answer = await fetch(`${issuer}/oidc/token`, { method: "POST", body });
  return await answer.json();
}

test("the API answers nobody without a token", async () => {
  const { status, headers } = await fetch(`${home}/api/orders`);
  assert.equal(status, 401);
  assert.match(headers.get("www-authenticate") ?? "", /^Bearer/);
});

test("a machine sees the orders with its token, and changes none", async () => {
  const { access_token, scope, scope_rejected } = await getToken("orders:read orders:write");
  assert.equal(scope, "orders:read");
  assert.equal(scope_rejected, "orders:write");
  const headers = { authorization: `Bearer ${access_token}` };
  const list = await fetch(`${home}/api/orders`, { headers });
  assert.equal(list.status, 200);
  assert.equal((await list.json()).orders.length, 2);
  const change = await fetch(`${home}/api/orders/42`, { method: "PUT", headers });
  assert.equal(change.status, 403);
});

test("the pages call the API with the token of the session", async () => {
  const { access_token: token } = await getToken("orders:read");
  const session = writeCookie("session", { name: "<Reports>", token, refused: "" }, 60);
  const headers = { cookie: session.split(";")[0] };
  const page = await (await fetch(home, { headers })).text();
  assert.match(page, /Armchair/);
  assert.doesNotMatch(page, /<Reports>/, "what comes from elsewhere is text");
  const change = (options) => fetch(`${home}/orders/42`, { method: "POST", redirect: "manual", ...options });
  const body = new URLSearchParams();
  const refused = await change({ headers, body });
  assert.equal(refused.status, 303);
  assert.match(refused.headers.get("location"), /\/\?order=42&status=403$/);
  const out = await fetch(`${home}/logout`, { method: "POST", redirect: "manual", headers, body });
  assert.match(out.headers.get("set-cookie"), /^session=;.*Max-Age=0/);
  assert.ok(out.headers.get("location").startsWith(`${issuer}/oidc/logout?`));
  const unknown = await change({ body });
  assert.match(unknown.headers.get("location"), /\/login$/);
});

test("a session that was not sealed here, or was changed, is nobody's", async () => {
  const { access_token: token } = await getToken("orders:read");
  const value = { name: "Mallory", token, refused: "" };
  const plain = Buffer.from(JSON.stringify(value)).toString("base64url");
  const [sealed] = writeCookie("session", value, 60).split(";");
  const [other] = writeCookie("login", value, 60).split(";");
  const [old] = writeCookie("session", value, -1).split(";");
  const changed = sealed.replace(/=./, (first) => (first === "=A" ? "=B" : "=A"));
  for (const cookie of [`session=${plain}`, changed, other.replace("login=", "session="), old])
    assert.doesNotMatch(await (await fetch(home, { headers: { cookie } })).text(), /Mallory|Armchair/);
  assert.doesNotMatch(Buffer.from(sealed.slice("session=".length), "base64url").toString(), /Mallory/);
});

test("signing in leads to Licet", async () => {
  const answer = await fetch(`${home}/login`, { redirect: "manual" });
  const address = new URL(answer.headers.get("location") ?? "");
  assert.equal(address.origin, issuer);
  assert.match(answer.headers.get("set-cookie") ?? "", /^login=.*HttpOnly/);
  // Licet knows the application and its address, and asks the user to sign in.
  const asked = await fetch(address, { redirect: "manual" });
  assert.equal(asked.status, 303);
  assert.match(asked.headers.get("location") ?? "", /\/login/);
});

function start(program, args, env = {}) {
  // A group of its own, so that what it starts ends with it.
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  children.push(child);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await ended;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

async function waitFor(address) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${address} does not answer`);
}

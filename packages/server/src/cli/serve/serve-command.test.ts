import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createCertificate } from "../../../../../tests/support/certificates.ts";
import { freePort } from "../testing/free-port.ts";
import { createLicetFolder, type RunningLicet } from "../testing/run-licet.ts";

const SECRET = "a secret of the file, long enough to be one";
const STATE = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See }, write: { description: Change } }
applications: [{ client_id: reports, client_secret: "${SECRET}", type: service }]
assignments: [{ principal: application:reports, permission: orders:read }]
`;

function folderFor(t: TestContext, env: Record<string, string> = {}) {
  const licet = createLicetFolder({ LICET_PORT: "0", ...env });
  writeFileSync(join(licet.path, "state.yaml"), STATE);
  t.after(() => licet.remove());
  return licet;
}

/** Nothing checks whether these servers are ready, so a stop need not wait. */
const WITHOUT_DELAY = { LICET_SHUTDOWN_DELAY_MILLISECONDS: "0" };

const addressIn = (banner: string): string => /Address +(\S+)/.exec(banner)?.[1] ?? "";

async function stop(server: RunningLicet): Promise<string> {
  server.stop();
  const { code, stderr } = await server.result;
  assert.equal(code, 0);
  return stderr;
}

function askForToken(address: string, secret = SECRET) {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "reports",
    client_secret: secret,
  });
  body.set("scope", "orders:read orders:write");
  // Without keep-alive: an idle connection would hold up the stop for its grace period.
  return fetch(`${address}/oidc/token`, { method: "POST", body, headers: { connection: "close" } });
}

test("a server process starts, issues a token, and ends with 0 when it is asked to stop", async (t) => {
  const licet = folderFor(t);
  const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
  const server = spawn(process.execPath, [main, "serve", "--apply", "state.yaml"], {
    cwd: licet.path,
    env: { PATH: process.env.PATH, LICET_PORT: "0", LICET_LOG_LEVEL: "warn", ...WITHOUT_DELAY },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => server.kill("SIGKILL"));
  let banner = "";
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    banner += chunk;
    if (banner.includes("Database")) break;
  }
  server.stdout.resume();
  const answer = await askForToken(addressIn(banner));
  const { scope, scope_rejected } = (await answer.json()) as Record<string, string>;
  assert.deepEqual({ scope, scope_rejected }, { scope: "orders:read", scope_rejected: "orders:write" });
  server.kill("SIGTERM");
  assert.deepEqual(await once(server, "exit"), [0, null]);
});

test("a server with two workers warns once that no proxies are set, also after SIGHUP", async (t) => {
  const licet = folderFor(t);
  const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
  const server = spawn(process.execPath, [main, "serve", "--apply", "state.yaml", "--workers", "2"], {
    cwd: licet.path,
    env: {
      PATH: process.env.PATH,
      LICET_PORT: "0",
      LICET_BASE_URL: "https://id.example.test",
      ...WITHOUT_DELAY,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => server.kill("SIGKILL"));
  server.stdout.once("data", () => server.kill("SIGHUP"));
  let logged = "";
  for await (const chunk of server.stderr) {
    logged += chunk;
    if (logged.includes("all workers were replaced")) server.kill("SIGTERM");
  }
  assert.match(logged, /all workers were replaced/);
  assert.equal(logged.match(/no trusted proxies are set.*, or to none if there is no proxy/g)?.length, 1);
});

test("with --apply the banner lists the changes; a start at which nothing has changed skips the file", async (t) => {
  // One port for all starts: Licet's own resource has its address, so another address is a change.
  const licet = folderFor(t, { LICET_PORT: String(await freePort()) });
  const first = licet.start(["serve", "--apply", "state.yaml"]);
  const banner = await first.printed(/unchanged|\+ assignment/);
  assert.match(banner, /Applied state\.yaml\n {2}\+ resource orders\n/);
  assert.match(banner, /Address +http:\/\/127\.0\.0\.1:[1-9]\d*\n/);
  assert.doesNotMatch(banner, /demo/i);
  assert.ok(!banner.includes("\u001b"), "no colours where there is no terminal");
  await stop(first);
  const second = licet.start(["serve", "--apply", "state.yaml"]);
  assert.match(await second.printed(/Nothing has changed/), /since state\.yaml was applied, at revision \d+/);
  await stop(second);
  // Anything that was committed since may be what the file says otherwise.
  await licet.run(["role", "create", "another"]);
  const third = licet.start(["serve", "--apply", "state.yaml"]);
  assert.match(await third.printed(/unchanged/), /= 3 unchanged/);
  await stop(third);
  writeFileSync(join(licet.path, "state.yaml"), `${STATE}# one more line\n`);
  const fourth = licet.start(["serve", "--apply", "state.yaml"]);
  assert.match(await fourth.printed(/unchanged/), /= 3 unchanged/);
  await stop(fourth);
});

test("a new database gets the demo, and the request in the banner is granted one scope and refused the other", async (t) => {
  const licet = folderFor(t);
  const server = licet.start(["serve", "--demo"]);
  const banner = await server.printed(/scope=/);
  const [, scope = ""] = /'scope=(.+?)'/.exec(banner) ?? [];
  const [, id = ""] = /client_id=(\S+)/.exec(banner) ?? [];
  const [, secret = ""] = /client_secret=(\S+)/.exec(banner) ?? [];
  writeFileSync(join(licet.path, "secret.txt"), `${secret}\n`);
  const { code, stdout } = await licet.run([
    ...["token", "--client-id", id, "--client-secret-file", "secret.txt", "--scope", scope],
    ...["--base-url", addressIn(banner), "--output", "json"],
  ]);
  assert.equal(code, 0);
  const answer = JSON.parse(stdout);
  assert.deepEqual([answer.scope, answer.scope_rejected], scope.split(" "));
  await licet.run(["secret", "rotate", id, "--keep-old", "0"]);
  assert.match(banner, /^ +application +admin +demo-admin-secret-not-for-production$/m);
  assert.equal((await licet.run(["check", "application:admin", "licet:roles.write"])).code, 0);
  await stop(server);

  const again = licet.start(["serve", "--demo"]);
  const second = await again.printed(/The demo/);
  assert.match(second, /^Try it in a browser.*\n\n {2}http:\/\/127\.0\.0\.1:\d+\/demo$/m);
  assert.ok(!second.includes(secret), "a secret that was rotated is no longer shown");
  await stop(again);
});

test("the demo is left out where others can reach the server, and where a file was applied before", async (t) => {
  const reachable: Record<string, string>[] = [
    { LICET_HOST: "0.0.0.0" },
    { LICET_BASE_URL: "https://id.example.test" },
    { LICET_ALLOWED_HOSTS: "localhost, id.example.test" },
  ];
  for (const env of reachable) {
    const licet = folderFor(t, env);
    const server = licet.start(["serve", "--demo"]);
    assert.match(
      await server.printed(/Database[\s\S]*\n\n$/),
      /The demo was left out[\s\S]*licet apply FILE/,
    );
    await stop(server);
    const { applications } = JSON.parse((await licet.run(["app", "list", "-o", "json"])).stdout);
    assert.deepEqual(
      applications.map(({ client_id }: { client_id: string }) => client_id),
      ["licet-console"],
      "nothing but Licet's own",
    );
  }
  const begun = folderFor(t);
  await begun.run(["apply", "state.yaml"]);
  const server = begun.start(["serve", "--demo"]);
  assert.doesNotMatch(await server.printed(/Database[\s\S]*\n\n$/), /demo/i);
  await stop(server);
});

test("a database with the demo is not served where others can reach it, until the demo is gone or has new credentials", async (t) => {
  for (const command of ["remove", "rekey"]) {
    const licet = folderFor(t);
    const first = licet.start(["serve", "--demo"]);
    assert.equal(await statusOf(addressIn(await first.printed(/curl/)), "/demo"), 200);
    await stop(first);

    const { code, stdout, stderr } = await licet.run(["serve", "--demo", "--host", "0.0.0.0"]);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(
      stderr,
      /^licet: published credentials .* are stored here, and others can reach this server/,
    );
    assert.match(stderr, /licet demo remove.*licet demo rekey.*LICET_HOST/s);
    assert.match(stderr, /They belong to: .*admin/);

    assert.equal((await licet.run(["demo", command, "--host", "0.0.0.0"])).code, 0);
    const second = licet.start(["serve", "--demo", "--host", "0.0.0.0"]);
    const banner = await second.printed(/Database[\s\S]*\n\n$/);
    assert.doesNotMatch(banner, /demo/i);
    assert.equal(await statusOf(addressIn(banner), "/demo"), 404);
    await stop(second);
  }
});

test("a server that listens on a host name uses the address that it resolves to", async (t) => {
  const licet = folderFor(t);
  const server = licet.start(["serve", "--demo", "--host", "localhost"]);
  assert.match(await server.printed(/curl/), /Address +http:\/\/localhost:\d+\n/);
  await stop(server);
});

async function statusOf(address: string, path: string): Promise<number> {
  const answer = await fetch(address + path, { headers: { connection: "close" } });
  await answer.arrayBuffer();
  return answer.status;
}

test("the logo of the deployment is served from here and shown on its pages", async (t) => {
  const licet = folderFor(t);
  const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR and so on", "latin1");
  writeFileSync(join(licet.path, "logo.png"), png);
  const server = licet.start(["serve", "--brand-logo", "logo.png", "--brand-name", "Corner shop"]);
  const address = addressIn(await server.printed(/Database/));
  const page = await fetch(`${address}/login`, { headers: { connection: "close" } });
  const [, path = ""] = /<img class="brand-logo" src="([^"]+)"/.exec(await page.text()) ?? [];
  const logo = await fetch(address + path, { headers: { connection: "close" } });
  assert.equal(logo.headers.get("content-type"), "image/png");
  assert.deepEqual(Buffer.from(await logo.arrayBuffer()), png);
  await stop(server);
});

test("a logo that is no picture ends the start with 1 and says what was expected", async (t) => {
  const licet = folderFor(t);
  writeFileSync(join(licet.path, "logo.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const { code, stdout, stderr } = await licet.run(["serve", "--brand-logo", "logo.svg"]);
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^licet: the setting brand_logo \(LICET_BRAND_LOGO\) is not valid: expected a PNG/);
});

test("a running server sees the changes of a command at once", async (t) => {
  const licet = folderFor(t);
  const server = licet.start(["serve", "--apply", "state.yaml"]);
  const address = addressIn(await server.printed(/Database/));
  assert.equal((await askForToken(address)).status, 200);
  await licet.run(["secret", "rotate", "reports", "--keep-old", "0"]);
  assert.equal((await askForToken(address)).status, 401);
  await stop(server);
});

test("a port in use ends the start with 1 and says what to do", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const { code, stdout, stderr } = await folderFor(t).run(["serve", "--port", String(port)]);
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.equal(
    stderr,
    `licet: port ${port} on 127.0.0.1 is in use; stop what is there, or choose another port: LICET_PORT=NUMBER before the command, or --port NUMBER after licet serve\n`,
  );
});

test("a file that cannot be applied ends the start with 1", async (t) => {
  const licet = folderFor(t);
  writeFileSync(join(licet.path, "state.yaml"), "rolls: []");
  const { code, stderr } = await licet.run(["serve", "--apply", "state.yaml"]);
  assert.equal(code, 1);
  assert.match(stderr, /^licet: state\.yaml:1:1 rolls: unknown key; did you mean "roles"\?/);
});

test("without its database the server waits, says so, is not ready, and stops when asked", async (t) => {
  const port = await freePort();
  const licet = folderFor(t, { LICET_PORT: String(port), LICET_SECRET: "x".repeat(32) });
  const server = licet.start(["serve", "--database-url", "postgres://127.0.0.1:1/x"]);
  const status = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" } }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer();
    return answer?.status;
  };
  while ((await status()) === undefined) await new Promise(setImmediate);
  assert.equal(await status(), 503);
  const stderr = await stop(server);
  assert.match(stderr, /the database cannot be used yet; trying again in 0\.5 s/);
});

const CERTIFICATE = createCertificate();

function tlsFolderFor(t: TestContext, env: Record<string, string>) {
  const licet = folderFor(t, env);
  writeFileSync(join(licet.path, "tls.crt"), CERTIFICATE.certificate);
  writeFileSync(join(licet.path, "tls.key"), CERTIFICATE.keyPem);
  return licet;
}

test("with a certificate the server answers by TLS, and commands find it there", async (t) => {
  const env = { LICET_TLS_CERT: "tls.crt", LICET_TLS_KEY: "tls.key", LICET_PORT: String(await freePort()) };
  const licet = tlsFolderFor(t, env);
  const server = licet.start(["serve", "--apply", "state.yaml"]);
  const address = addressIn(await server.printed(/Address +\S+/));
  assert.match(address, /^https:\/\/127\.0\.0\.1:\d+$/);
  const answered = once(
    request(`${address}/livez`, { ca: CERTIFICATE.certificate, agent: false }).end(),
    "response",
  );
  const [response] = (await answered) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  response.resume();
  // This process trusts no such certificate, so the command finds the address, and refuses it.
  const token = await licet.run(["token", "--client-id", "reports", "--client-secret", SECRET]);
  assert.equal(token.code, 3);
  assert.match(
    token.stderr,
    /the certificate of the server at https:\/\/127\.0\.0\.1:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); name the file of its certificate authority in NODE_EXTRA_CA_CERTS/,
  );
  await stop(server);
});

test("settings of TLS that cannot work end the start with a sentence", async (t) => {
  const both = { LICET_TLS_CERT: "tls.crt", LICET_TLS_KEY: "tls.key" };
  const cases: readonly (readonly [env: Record<string, string>, expected: RegExp])[] = [
    [
      { LICET_TLS_CERT: "tls.crt" },
      /tls_key \(LICET_TLS_KEY\) is not valid: expected the path of a file, because/,
    ],
    [
      { LICET_TLS_KEY: "tls.key" },
      /tls_cert \(LICET_TLS_CERT\) is not valid: expected the path of a file, because/,
    ],
    [
      { ...both, LICET_TLS_CERT: "no.crt" },
      /cannot read LICET_TLS_CERT at \/.*no\.crt: there is no such file/,
    ],
    [{ ...both, LICET_TLS_KEY: "tls.crt" }, /LICET_TLS_KEY\) does not hold a private key in PEM/],
    [
      { ...both, LICET_BASE_URL: "http://127.0.0.1:4455" },
      /base_url .*https:\/\/, because LICET_TLS_CERT is set/,
    ],
  ];
  for (const [env, expected] of cases) {
    const { code, stdout, stderr } = await tlsFolderFor(t, env).run(["serve"]);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, expected);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

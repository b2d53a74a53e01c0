// @engine sqlite: about connections; no statement depends on them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import type http from "node:http";
import https from "node:https";
import { type AddressInfo, connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { connect, type TLSSocket } from "node:tls";
import { closeListener } from "../../packages/server/src/cli/listen.ts";
import { composeMetricsListener } from "../../packages/server/src/compose/compose-metrics.ts";
import { createCertificate, type TestCertificate } from "../support/certificates.ts";
import { REPORTS, SHOP } from "../support/shop.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";
import { untilKnown } from "../support/until-known.ts";

const root = createCertificate({ name: "Test root", isAuthority: true });
const intermediate = createCertificate({ name: "Test intermediate", isAuthority: true, issuer: root });
const issueLeaf = (name: string) => createCertificate({ name, issuer: intermediate });

const BODY = new URLSearchParams({ grant_type: "client_credentials", ...REPORTS, scope: "orders:read" });
/** Trusts the root alone: the server has to send the chain. */
const agent = new https.Agent({ ca: root.certificate, keepAlive: true, maxSockets: 8 });

let folder: string;
let files: { readonly certificate: string; readonly key: string };
let licet: RunningLicet;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "licet-tls-"));
  files = { certificate: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  await store(issueLeaf("the first"));
  licet = await startLicet({ readsLog: true, state: SHOP, tls: files });
});

after(async () => {
  agent.destroy();
  await licet.stop();
  await rm(folder, { recursive: true });
});

/** As a program that renews certificates does: each file is replaced by a rename, one after the other. */
async function store({ certificate, keyPem }: TestCertificate): Promise<void> {
  await writeFile(`${files.certificate}.new`, certificate + intermediate.certificate);
  await writeFile(`${files.key}.new`, keyPem);
  await rename(`${files.certificate}.new`, files.certificate);
  await rename(`${files.key}.new`, files.key);
}

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

function send(
  method: string,
  path: string,
  options: { body?: string; agent?: https.Agent; origin?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { origin = licet.url } = options;
    const request = https.request(origin + path, { method, agent: options.agent ?? agent }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.on("error", reject);
    });
    if (options.body !== undefined) request.setHeader("content-type", "application/x-www-form-urlencoded");
    request.on("error", reject);
    request.end(options.body);
  });
}

const portOf = () => Number(new URL(licet.url).port);

async function handshake(options: object): Promise<TLSSocket> {
  const socket = connect({ host: "127.0.0.1", port: portOf(), ca: root.certificate, ...options });
  await once(socket, "secureConnect");
  return socket;
}

const namedBy = (socket: TLSSocket): unknown => socket.getPeerCertificate().subject?.CN;

test("a client that trusts the root gets a token, and every address of the server is https", async () => {
  const answer = await send("POST", "/oidc/token", { body: BODY.toString() });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(JSON.parse(answer.text).scope, "orders:read");
  assert.match(answer.headers["strict-transport-security"] ?? "", /^max-age=\d{8}/);
  const discovery = JSON.parse((await send("GET", "/.well-known/openid-configuration")).text);
  assert.equal(discovery.issuer, licet.url);
  assert.match(discovery.issuer, /^https:/);
});

test("cookies are for https alone", async () => {
  const { headers } = await send("GET", "/account");
  const cookies = headers["set-cookie"] ?? [];
  assert.ok(cookies.length > 0, "no cookie was set");
  for (const cookie of cookies) assert.match(cookie, /^__Host-.*; Secure/);
});

test("a client that does not trust the root gets nothing", async () => {
  const stranger = new https.Agent();
  await assert.rejects(send("GET", "/livez", { agent: stranger }), { code: /SELF_SIGNED|UNABLE_TO/ });
});

test("TLS 1.2 and 1.3 are spoken, 1.1 and weak ciphers are refused, and the protocol is HTTP/1.1", async () => {
  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    const socket = await handshake({
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ["h2", "http/1.1"],
    });
    assert.equal(socket.getProtocol(), version);
    assert.equal(socket.alpnProtocol, "http/1.1");
    socket.destroy();
  }
  // The security level lets this client offer the old version; what refuses it is the server.
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" };
  await assert.rejects(handshake(old), { code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" });
  const weak = { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA:AES128-SHA" };
  await assert.rejects(handshake(weak), { code: /HANDSHAKE_FAILURE/ });
});

test("plain HTTP to the port of TLS is closed without an answer, and the server goes on", async () => {
  const socket = connectPlain({ host: "127.0.0.1", port: portOf() });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  socket.write("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await once(socket, "close");
  assert.doesNotMatch(received, /HTTP|licet/i);
  assert.equal((await send("GET", "/livez")).status, 200);
});

test("a listener of the metrics alone answers by TLS, too", async (t) => {
  const metrics = { access: "public", token: undefined, listen: { host: "127.0.0.1", port: 0 } } as const;
  const { log, failures } = licet.services;
  const composed = composeMetricsListener({ metrics, tls: files }, { log, failures });
  assert.ok(composed);
  t.after(() => closeListener(composed.listener));
  await composed.listener.listen();
  composed.serve(async () => "licet_revision 1\n");
  const { port } = composed.listener.server.address() as AddressInfo;
  const answer = await send("GET", "/metrics", { origin: `https://127.0.0.1:${port}` });
  assert.equal(answer.status, 200);
  assert.equal(answer.text, "licet_revision 1\n");
  await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`));
});

test("the metrics tell when the certificate expires", async () => {
  const { text } = await send("GET", "/metrics");
  const told = [
    ...text.matchAll(/^licet_tls_certificate_expiry_timestamp_seconds(?:\{worker="\d"\})? (\S+)$/gm),
  ];
  const socket = await handshake({});
  const expiry = Date.parse(socket.getPeerCertificate().valid_to) / 1000;
  assert.deepEqual(
    told.map(([, seconds]) => Number(seconds)),
    Array(licet.workers).fill(expiry),
  );
  socket.destroy();
});

test("certificates are replaced under load: no request fails, and open connections go on", async () => {
  const open = await handshake({});
  const firstName = namedBy(open);
  let received = "";
  open.on("data", (chunk) => {
    received += chunk;
  });
  const askOnOpen = async (times: number) => {
    open.write("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await untilKnown(async () => received.split("HTTP/1.1 200").length - 1 === times);
  };
  let answered = 0;
  let stop = false;
  const caller = async (kept: boolean) => {
    // Half of the callers open a connection for every request.
    const own = kept ? agent : new https.Agent({ ca: root.certificate });
    while (!stop) {
      const { status } = await send("POST", "/oidc/token", { body: BODY.toString(), agent: own });
      assert.equal(status, 200);
      answered += 1;
    }
  };
  const callers = Array.from({ length: 8 }, (_, index) => caller(index % 2 === 0));
  const names: unknown[] = [];
  for (const name of ["the second", "the third", "the fourth"]) {
    await store(issueLeaf(name));
    await untilServed(name);
    names.push(name);
    await askOnOpen(names.length);
    const refusedBefore = countRefused();
    const answeredBefore = answered;
    // Half of a pair, and then nothing fits: the one before goes on.
    await writeFile(files.certificate, issueLeaf("half").certificate);
    await untilKnown(async () => countRefused() > refusedBefore && answered > answeredBefore + 20);
  }
  stop = true;
  await Promise.all(callers);
  assert.ok(answered > 50, `${answered} answers`);
  assert.deepEqual(names, ["the second", "the third", "the fourth"]);
  await askOnOpen(names.length + 1);
  assert.equal(namedBy(open), firstName);
  open.destroy();
  assert.match(licet.logged(), /the certificate from before stays in use/);
  assert.doesNotMatch(licet.logged(), /PRIVATE KEY/);
});

/** How often the server has said that the files cannot be used. */
const countRefused = () => licet.logged().split("the certificate from before stays in use").length - 1;

const untilServed = (name: string): Promise<void> =>
  untilKnown(async () => {
    const socket = await handshake({});
    const served = namedBy(socket);
    socket.destroy();
    return served === name;
  });

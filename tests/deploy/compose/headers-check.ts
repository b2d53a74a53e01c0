import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import type { Check } from "../check.ts";
import { readDeployFile } from "../support/deploy-files.ts";
import { HAPROXY, OPENSSL } from "../support/programs.ts";
import { mustRun } from "../support/run-program.ts";
import { CALLER, sendFrom } from "./send-from.ts";
import { startProxy } from "./start-proxy.ts";

/** What a caller may send to seem to come from elsewhere. */
const SPOOFED = {
  "x-forwarded-for": "203.0.113.66, 203.0.113.67",
  "x-forwarded-proto": "gopher",
  "x-forwarded-host": "evil.example.test",
  "x-forwarded-port": "666",
  "x-forwarded-prefix": "/evil",
  "x-forwarded-server": "evil.example.test",
  "x-real-ip": "203.0.113.66",
  forwarded: "for=203.0.113.66;host=evil.example.test",
};

export const proxyHeaders: Check = {
  name: "proxy-headers",
  title: "the headers that the proxy passes on, seen by a server behind it, by TLS",
  programs: [HAPROXY, OPENSSL],
  async run({ folder, report }) {
    await using started = new AsyncDisposableStack();
    const server = started.adopt(await startEcho(), (each) => void each.close());
    const node = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const listenOptions = readListenOptions().replace(
      "/run/secrets/tls.pem",
      await createCertificate(folder),
    );
    const proxy = started.adopt(await startProxy({ nodes: [node, node], listenOptions }), async (each) => {
      await each.stop();
    });
    await untilReady(proxy.url);

    const received = await readHeaders(proxy.url, SPOOFED);
    assert.equal(received["x-forwarded-for"], CALLER);
    assert.equal(received["x-forwarded-proto"], "https");
    assert.equal(received.host, new URL(proxy.url).host);
    assert.doesNotMatch(JSON.stringify(received), /203\.0\.113|evil|gopher|666/);
    // Without this, a header that never arrives would pass as dropped.
    const others = await readHeaders(proxy.url, { "x-something": "203.0.113.66" });
    assert.equal(others["x-something"], "203.0.113.66");
    report(`${Object.keys(SPOOFED).length} headers that a caller could invent were dropped or replaced`);

    const plain = await sendFrom(CALLER, proxy.redirectUrl, "/oidc/jwks?a=b", { host: "id.example.test" });
    assert.deepEqual([plain.status, plain.headers.location], [308, "https://id.example.test/oidc/jwks?a=b"]);
    report("the plain port leads to the one with TLS");
  },
};

/** What compose.yaml gives to the proxy, without the address. */
function readListenOptions(): string {
  const { services } = parse(readDeployFile("compose/compose.yaml"), { merge: true });
  return String(services.proxy.environment.LISTEN).replace(/^\S+ /, "");
}

async function createCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "1"];
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
  await mustRun("openssl", ["req", "-x509", ...newKey, "-out", certificate, ...subject]);
  const both = join(folder, "tls.pem");
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return both;
}

/** The proxy asks its nodes twice before it uses them. */
async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await sendFrom(CALLER, url, "/oidc/jwks")).status === 200) return;
    await sleep(50);
  }
  throw new Error("the proxy uses no node");
}

async function readHeaders(url: string, headers: Readonly<Record<string, string>>) {
  const { status, text } = await sendFrom(CALLER, url, "/oidc/jwks", headers);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Record<string, string>;
}

/** Answers with the headers of the request. */
async function startEcho(): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.headers));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

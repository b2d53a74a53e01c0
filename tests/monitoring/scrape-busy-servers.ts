import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bearer, send } from "../support/api-client.ts";
import { createCertificate } from "../support/certificates.ts";
import { sendHttp } from "../support/send-http.ts";
import { createServerDatabase } from "../support/server-database.ts";
import { postForm, startLicet } from "../support/start-licet.ts";
import { startStorefront } from "../support/start-storefront.ts";
import { ORDERS_SERVER, STOREFRONT } from "../support/storefront.ts";

const STATE = `${STOREFRONT}${["licet:check", "licet:changes.read"]
  .map(
    (permission) =>
      `  - { principal: application:${ORDERS_SERVER.client_id}, permission: "${permission}" }\n`,
  )
  .join("")}`;

/** What a server on PostgreSQL offers after work of every kind, and what one with a certificate offers. */
export const scrapeBusyServers = async (): Promise<string> =>
  `${await scrapeOnPostgres()}\n${await scrapeWithTls()}`;

async function scrapeOnPostgres(): Promise<string> {
  await using ending = new AsyncDisposableStack();
  const database = ending.adopt(await createServerDatabase("postgres"), ({ drop }) => drop());
  const licet = ending.adopt(await startStorefront({ state: STATE, database }), ({ stop }) => stop());
  const { url } = licet;
  const requestToken = (scope: string, client_secret = ORDERS_SERVER.client_secret) =>
    postForm(`${url}/oidc/token`, {
      grant_type: "client_credentials",
      client_id: ORDERS_SERVER.client_id,
      client_secret,
      scope,
    });

  const code = await licet.code();
  assert.equal((await licet.redeem(code)).status, 200);
  assert.equal((await licet.redeem(code)).status, 400, "the replay of a code");
  assert.equal((await requestToken("orders:read", "not the secret")).status, 401);
  assert.equal((await requestToken("orders:refund")).body.scope_rejected, "orders:refund");
  const token = String((await requestToken("licet:check licet:changes.read")).body.access_token);
  const check = (permission: string, atLeast?: number) =>
    send(licet, {
      method: "POST",
      path: "/api/v1/check",
      headers: bearer(token),
      body: { subject: "user:alice", permission, ...(atLeast !== undefined && { at_least: atLeast }) },
    });
  assert.equal((await check("orders:read")).body.allowed, true);
  assert.equal((await check("orders:refund")).body.allowed, false);
  assert.equal((await check("orders:read", 1_000_000)).status, 400, "a revision that does not exist");
  const changes = { method: "GET", path: "/api/v1/changes?after=1000000", headers: bearer(token) } as const;
  assert.equal((await send(licet, changes)).status, 503, "changes after a revision that does not exist");
  assert.equal((await postForm(`${url}/oidc/revoke`, { ...ORDERS_SERVER, token })).status, 200);
  return (await sendHttp("GET", `${url}/metrics`, {})).text;
}

async function scrapeWithTls(): Promise<string> {
  await using ending = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "licet-monitoring-"));
  ending.defer(() => rm(folder, { recursive: true }));
  const { certificate, keyPem } = createCertificate();
  const tls = { certificate: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  await writeFile(tls.certificate, certificate);
  await writeFile(tls.key, keyPem);
  const licet = ending.adopt(await startLicet({ state: "", tls }), ({ stop }) => stop());
  return await new Promise<string>((resolve, reject) => {
    https
      .get(`${licet.url}/metrics`, { ca: certificate, agent: false }, (response) => resolve(text(response)))
      .on("error", reject);
  });
}

// @engine both: the errors of each driver, which are logged, hold other parts of a statement.

import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { SIGNING_ALGORITHMS } from "@licet/engine/internal/values/algorithms.ts";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import { openStorage } from "../../../packages/server/src/storage/open-storage.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { SHOP } from "../../support/shop.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { requestHead, sendRaw } from "../raw-connection.ts";
import { assertNoCanary, type Canary, createCanary } from "./canaries.ts";
import { accessDatabase, dumpTables } from "./database-access.ts";
import { createSignInDriver, type SignInDriver, type SignInSecrets } from "./drive-sign-in.ts";

const secretText = (name: string) => `${name}+/%& ${randomBytes(24).toString("hex")}`;
const LICET_SECRET = secretText("licet-secret");
const CLIENT_SECRET = secretText("client-secret");
const SECRET_KEY = secretText("secret-key");
/** As a header can carry it. */
const METRICS_TOKEN = `metrics-token-${randomBytes(24).toString("hex")}`;
/** Never registered: a value mistyped here may be valid elsewhere. */
const WRONG_SECRET = secretText("wrong-secret");
const PEOPLE: SignInSecrets = {
  username: "canary-user",
  password: secretText("password"),
  newPassword: secretText("new-password"),
  wrongPassword: secretText("wrong-password"),
  client: { client_id: "canary-shop", client_secret: secretText("shop-secret") },
  redirectUri: "https://canary.example.test/callback",
};

const FORM = "application/x-www-form-urlencoded";
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

let database: TestDatabase;
let licet: RunningLicet;
let signAssertion: () => Promise<string>;
let signIn: SignInDriver;
const canaries: Canary[] = [];
/** Every answer so far, except a token in the one answer that issues it. */
const answers: string[] = [];

before(async () => {
  database = await createServerDatabase(ENGINE);
  licet = await startLicet({
    readsLog: true,
    state: SHOP,
    database,
    settings: { secret: LICET_SECRET, metrics: "token", metrics_token: METRICS_TOKEN },
  });
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "one" };
  await licet.apply(`applications:
  - client_id: canary
    client_secret: ${JSON.stringify(CLIENT_SECRET)}
    name: A canary
    type: service
    access_accounts: [{ access_key: ak_canary, secret_key: ${JSON.stringify(SECRET_KEY)} }]
  - { client_id: signer, name: Signs, type: service, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(jwk)}] } }
  - { client_id: canary-shop, client_secret: ${JSON.stringify(PEOPLE.client.client_secret)}, name: A shop, type: web, redirect_uris: [${PEOPLE.redirectUri}], delegated: [orders:read] }
users:
  - { username: ${PEOPLE.username}, password: ${JSON.stringify(PEOPLE.password)}, email: canary@example.test }
assignments:
  - { principal: user:${PEOPLE.username}, permission: orders:read }
  - { principal: application:canary, permission: orders:read }
  - { principal: application:signer, permission: orders:read }`);
  signAssertion = async () => {
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .setIssuer("signer")
      .setSubject("signer")
      .setAudience(licet.url)
      .setIssuedAt()
      .setExpirationTime("1 minute")
      .sign(privateKey);
    canaries.push(createCanary("a client assertion", assertion.slice(assertion.lastIndexOf(".") + 1)));
    return assertion;
  };
  canaries.push(
    createCanary("LICET_SECRET", LICET_SECRET),
    createCanary("the token of the metrics", METRICS_TOKEN),
    createCanary("a client secret", CLIENT_SECRET),
    createCanary("a secret key", SECRET_KEY),
    createCanary("a wrong secret", WRONG_SECRET),
    createCanary("a password", PEOPLE.password),
    createCanary("a new password", PEOPLE.newPassword),
    createCanary("a wrong password", PEOPLE.wrongPassword),
    createCanary("a shop's secret", PEOPLE.client.client_secret),
    ...privateSigningKeys(),
  );
  signIn = createSignInDriver({ url: licet.url, secrets: PEOPLE, canaries, answers });
  const { password } = new URL(database.url);
  if (password !== "")
    canaries.push(createCanary("the password of the database", decodeURIComponent(password)));
});
after(() => database.drop());

function privateSigningKeys(): readonly Canary[] {
  return SIGNING_ALGORITHMS.map((algorithm) => {
    const { key } = licet.services.keyRing.signer(algorithm, Date.now()).scheme;
    const jwk = ("key" in key ? key.key : key).export({ format: "jwk" });
    return createCanary(`the private key for ${algorithm}`, String(jwk.d));
  });
}

/** Says something to the server and keeps what comes back; a token in it becomes one more canary. */
async function say(text: string, options: { end?: boolean } = {}): Promise<number> {
  const answer = await sendRaw(licet.url, text, options);
  const token = /"access_token":"([^"]+)"/.exec(answer.text)?.[1];
  if (token === undefined) {
    answers.push(answer.text);
    return answer.status;
  }
  canaries.push(createCanary("an access token", token.slice(token.lastIndexOf(".") + 1)));
  answers.push(answer.text.replace(token, ""));
  issued.push(token);
  return answer.status;
}
const issued: string[] = [];

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  say(
    requestHead(licet.url, `POST ${path}`, {
      "Content-Type": FORM,
      "Content-Length": String(Buffer.byteLength(body)),
      ...headers,
    }) + body,
  );

const GRANT = { grant_type: "client_credentials", scope: "orders:read" };
const CLIENT = { client_id: "canary", client_secret: CLIENT_SECRET };
const KEY = { client_id: "ak_canary", client_secret: SECRET_KEY };
const PATHS = ["/oidc/token", "/oidc/introspect", "/oidc/revoke"];
const SECRETS = [CLIENT_SECRET, SECRET_KEY, WRONG_SECRET];

/** Successful requests: each authentication method, at each endpoint. */
async function driveSuccesses(): Promise<void> {
  assert.equal(await post("/oidc/token", form({ ...GRANT, ...CLIENT })), 200);
  assert.equal(await post("/oidc/token", form({ ...GRANT, ...KEY })), 200);
  const header = { Authorization: basic("canary", CLIENT_SECRET) };
  assert.equal(await post("/oidc/token", form(GRANT), header), 200);
  const signed = async () => ({ client_assertion_type: JWT_BEARER, client_assertion: await signAssertion() });
  assert.equal(await post("/oidc/token", form({ ...GRANT, ...(await signed()) })), 200);
  for (const token of [...issued]) {
    for (const caller of [CLIENT, KEY, await signed()]) {
      assert.equal(await post("/oidc/introspect", form({ token, ...caller })), 200);
    }
    await post("/oidc/revoke", form({ token, ...CLIENT }));
    await post("/oidc/revoke", form({ token, ...CLIENT }), { "X-Forwarded-For": CLIENT_SECRET });
  }
}

/** A secret wherever it does not belong, as people and programs do put it. */
async function driveMistakes(): Promise<void> {
  const token = issued[0] ?? "";
  const assertion = await signAssertion();
  for (const path of PATHS) {
    for (const secret of [...SECRETS, token, assertion]) {
      const bodies = [
        form({ ...GRANT, token, client_id: "canary", client_secret: `${secret}x` }),
        // Name and secret the wrong way round.
        form({ ...GRANT, token, client_id: secret, client_secret: "canary" }),
        form({ ...GRANT, token, client_id: secret }),
        form({ ...GRANT, token: secret, ...CLIENT }),
        form({ ...GRANT, token, ...CLIENT, token_type_hint: secret }),
        form({ ...GRANT, token, ...CLIENT, resource: secret }),
        form({ ...GRANT, token, ...CLIENT, grant_type: secret }),
        form({ ...GRANT, token, ...CLIENT, [secret]: "a name for a value" }),
        form({ ...GRANT, token, client_assertion_type: JWT_BEARER, client_assertion: secret }),
        form({ ...GRANT, token, client_assertion_type: secret, client_assertion: assertion }),
        `${form({ ...GRANT, token, ...CLIENT })}&client_secret=${encodeURIComponent(secret)}`,
        `client_secret=%zz${encodeURIComponent(secret)}`,
      ];
      for (const body of bodies) await post(path, body);
      await post(path, JSON.stringify({ ...GRANT, client_secret: secret }), {
        "Content-Type": "application/json",
      });
      const authorizations = [
        basic(secret, "canary"),
        basic("canary", `${secret}x`),
        `Basic ${Buffer.from(secret).toString("base64")}`,
        `Bearer ${encodeURIComponent(secret)}`,
        `Basic ${encodeURIComponent(secret)}`,
        encodeURIComponent(secret),
      ];
      for (const Authorization of authorizations)
        await post(path, form({ ...GRANT, token }), { Authorization });
      const both = { Authorization: basic("canary", secret) };
      await post(path, form({ ...GRANT, token, ...CLIENT }), both);
    }
  }
}

/** Requests that are hardly any: a secret in the address, in other headers, in what cannot be read at all. */
async function driveBrokenRequests(): Promise<void> {
  for (const secret of [...SECRETS, issued[0] ?? ""]) {
    const encoded = encodeURIComponent(secret);
    for (const path of [...PATHS, "/oidc/jwks", "/livez", "/readyz", "/no-such-path"]) {
      for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"]) {
        await say(requestHead(licet.url, `${method} ${path}?client_secret=${encoded}&token=${encoded}`));
      }
    }
    await say(requestHead(licet.url, `GET /${encoded}`));
    await say(requestHead(licet.url, `GET /${encoded}%zz`));
    await say(requestHead(licet.url, `GET http://canary:${encoded}@evil.test/oidc/token`));
    const strange = { Cookie: `session=${encoded}`, Referer: `http://x/?t=${encoded}`, Origin: encoded };
    await say(requestHead(licet.url, "GET /oidc/token", { ...strange, "X-Api-Key": encoded }));
    await say(requestHead(licet.url, "GET /livez", { Host: `${encoded}.evil.test` }));
    await say(requestHead(licet.url, "GET /livez", { Expect: encoded }));
    await say(`POST /t HTTP/1.1\r\n${encoded}\r\n\r\n`);
    await say(`${encoded}\r\n\r\n`);
    await say(`GET / HTTP/1.1\r\nHost: x\r\nA: ${encoded}\0\r\n\r\n`);
    await say(requestHead(licet.url, "GET /livez", { Authorization: encoded.padEnd(40_000, "x") }));
    const lie = { "Content-Type": FORM, "Content-Length": "999" };
    await say(`${requestHead(licet.url, "POST /oidc/token", lie)}client_secret=${encoded}`, { end: true });
    const short = { "Content-Type": FORM, "Content-Length": "3" };
    await say(`${requestHead(licet.url, "POST /oidc/token", short)}client_secret=${encoded}`);
    await post("/oidc/token", form({ ...GRANT, client_id: "canary", client_secret: secret.repeat(2_000) }));
    await post("/oidc/token", form({ ...GRANT, ...CLIENT }), { "Content-Encoding": "gzip" });
  }
}

const TABLES = ["revoked_tokens", "client_assertions", "applications", "secrets", "audit_events"];
const TABLES_OF_PEOPLE = ["users", "sessions", "interactions", "delegations", "consents", "pushed_requests"];

/** The jobs that read and write these tables; each logs its failure, as it does when its time has come. */
async function runFailingJobs(): Promise<void> {
  for (const name of ["audit", "expiry", "limits", "logouts", "secret_uses"] as const)
    await licet.runJob(name).catch((error) => licet.services.log.error({ err: error }, "a job failed"));
}

/** The same once more while what they need is missing, so that errors come from the deepest places. */
async function driveFailures(): Promise<void> {
  const other = await accessDatabase(database);
  try {
    for (const table of [...TABLES, ...TABLES_OF_PEOPLE]) {
      await other.execute(`alter table ${table} rename to hidden_${table}`);
      await signIn.driveBlindly();
      await post("/oidc/token", form({ ...GRANT, ...CLIENT }));
      await post("/oidc/token", form({ ...GRANT, client_id: randomUUID(), client_secret: WRONG_SECRET }));
      const client_assertion = await signAssertion();
      await post("/oidc/token", form({ ...GRANT, client_assertion_type: JWT_BEARER, client_assertion }));
      for (const path of ["/oidc/introspect", "/oidc/revoke"]) {
        await post(path, form({ token: issued.at(-1) ?? "", ...KEY }));
      }
      await runFailingJobs();
      await other.execute(`alter table hidden_${table} rename to ${table}`);
    }
  } finally {
    await other.close();
  }
}

/** With the token of the metrics, or with one that is nearly the same. */
async function scrape(token: string): Promise<string> {
  const response = await fetch(`${licet.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.status, token === METRICS_TOKEN ? 200 : 401);
  const text = await response.text();
  answers.push(text);
  return text;
}

test("RFC 9700 §4.3, RFC 6819 §5.1.6: no secret is in any answer, log, metric, audit event or stored byte", async () => {
  await driveSuccesses();
  await driveMistakes();
  await driveBrokenRequests();
  await signIn.driveSuccess();
  await signIn.driveMistakes();
  await driveFailures();
  const metrics = await scrape(METRICS_TOKEN);
  await scrape(`${METRICS_TOKEN}x`);
  const whileOpen = readDatabaseFiles();
  await licet.stop();

  assert.ok(issued.length >= 4 && answers.length > 500, `${answers.length} answers`);
  assertNoCanary("an answer", answers.join("\n\n"), canaries);
  assertNoCanary("the metrics", metrics, canaries);
  const log = licet.logged();
  assert.match(log, /request failed|cannot answer/, "there were failures to be logged");
  assertNoCanary("the log", log, canaries);

  const access = await accessDatabase(database);
  const tables = await dumpTables(access);
  await access.close();
  for (const event of ["token.issued", "token.denied", "token.revoked"]) assert.ok(tables.includes(event));
  for (const kind of [
    "a cookie",
    "a token of a form",
    "a code",
    "a code_verifier",
    "a pushed request",
    "a token: refresh_token",
  ])
    assert.ok(
      canaries.some(({ name }) => name === kind),
      `there was ${kind}`,
    );
  assertNoCanary("a table", tables, canaries);
  for (const files of [whileOpen, readDatabaseFiles()]) {
    for (const [name, bytes] of files) assertNoCanary(name, bytes, canaries);
  }
});

/** The files of an embedded database as they are, deleted rows and the write-ahead log included. */
function readDatabaseFiles(): readonly (readonly [name: string, bytes: string])[] {
  if (ENGINE !== "sqlite") return [];
  const names = globSync(`${database.url.slice("sqlite:".length)}*`);
  assert.ok(names.length > 0);
  return names.map((name) => [name, readFileSync(name, "latin1")]);
}

test("RFC 6819 §5.1.6: a database that does not let us in is named in the error, its password is not", async () => {
  const password = secretText("database-password");
  const refused: string[] = [];
  const wrong = new URL(ENGINE === "postgres" ? database.url : "postgres://licet@127.0.0.1:1/licet");
  wrong.password = encodeURIComponent(password);
  const log = (...args: unknown[]) => void refused.push(inspect(args, { depth: 20 }));
  await assert.rejects(
    openStorage({
      databaseUrl: wrong.href,
      clock: licet.services.clock,
      hashName: testHashName,
      log: { warn: log, fatal: log },
    }),
    (error) => {
      refused.push(inspect(error, { depth: 20, showHidden: true }), String((error as Error).stack));
      return true;
    },
  );
  assert.ok(refused.length > 0);
  assertNoCanary("the error", refused.join("\n"), [createCanary("the password of the database", password)]);
});

test("a canary is found in whatever spelling it is in, so that finding none means something", () => {
  const canary = createCanary("a secret", CLIENT_SECRET);
  const spellings = [
    CLIENT_SECRET,
    encodeURIComponent(CLIENT_SECRET),
    Buffer.from(CLIENT_SECRET).toString("hex"),
    basic("canary", CLIENT_SECRET),
    JSON.stringify({ packet: Buffer.from(CLIENT_SECRET) }),
    ...["a", "ab", "abc", "abcd"].map((prefix) =>
      Buffer.from(`${prefix}:${CLIENT_SECRET}`).toString("base64"),
    ),
  ];
  for (const [index, text] of spellings.entries()) {
    assert.throws(() => assertNoCanary("a text", `before ${text} behind`, [canary]), `spelling ${index}`);
  }
});

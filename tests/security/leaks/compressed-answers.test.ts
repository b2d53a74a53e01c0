// @engine sqlite: answers are compressed after they were read, alike on every engine.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { secretOf } from "../../flows/management/api-client.ts";
import { SHOP_STATE } from "../../flows/management/shop-state.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

const MANY = Array.from({ length: 60 }, (_, index) => index);
const PARCELS = MANY.map((index) => `parcels:action-${index}`);
const LARGE_BYTES = 1_024;
const agent = new Agent({ keepAlive: true });
let licet: RunningLicet;
let authorization: string;

before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  const actions = MANY.map((index) => `action-${index}: { description: An action }`).join(", ");
  await licet.apply(`
resources: [{ name: parcels, identifier: "https://parcels.example.test", actions: { ${actions} } }]
roles: [{ name: large, grants: [${PARCELS.join(", ")}] }]
users: [${MANY.map((index) => `{ username: user${index} }`).join(", ")}]
assignments: [{ principal: "application:target", role: large }]`);
  authorization = `Bearer ${await issueTokenTo("admin", "licet:*")}`;
  // The event of this token is written after the answer. The audit log must not grow between two readings of it.
  await licet.runJob("audit");
});
after(async () => {
  agent.destroy();
  await licet.stop();
});

const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const sent = request(`${licet.url}${path}`, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });

const get = (path: string, accepted?: string) =>
  send("GET", path, { authorization, ...(accepted !== undefined && { "accept-encoding": accepted }) });

const sendJson = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(
    method,
    path,
    { authorization, "accept-encoding": "br, gzip", "content-type": "application/json", ...headers },
    JSON.stringify(body),
  );

const sendForm = (path: string, fields: Record<string, string>) =>
  send(
    "POST",
    path,
    { "accept-encoding": "br, gzip", "content-type": "application/x-www-form-urlencoded" },
    new URLSearchParams(fields).toString(),
  );

const credentials = (id: string) => ({ client_id: id, client_secret: secretOf(id) });

async function issueTokenTo(client: string, scope: string): Promise<string> {
  const form = { grant_type: "client_credentials", scope, ...credentials(client) };
  return JSON.parse(String((await sendForm("/oidc/token", form)).bytes)).access_token;
}

const COMPRESSED = [
  "/api/v1/users?limit=50",
  "/api/v1/roles/large",
  "/api/v1/audit?limit=50",
  "/api/v1/changes",
  "/api/v1/openapi.json",
];

for (const path of COMPRESSED)
  test(`RFC 9110 §8.4: ${path} is smaller with a coding, and the same`, async () => {
    const plain = await get(path);
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.match(String(plain.headers["content-type"]), /^application\/json/);
    for (const [coding, expand] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const packed = await get(path, coding);
      assert.equal(packed.headers["content-encoding"], coding);
      assert.equal(packed.headers["content-type"], plain.headers["content-type"]);
      assert.equal(Number(packed.headers["content-length"]), packed.bytes.length);
      assert.ok(packed.bytes.length < plain.bytes.length / 2, `${packed.bytes.length}`);
      assert.deepEqual(expand(packed.bytes), plain.bytes);
      // RFC 9110 §12.5.5: a cache keeps the answers apart.
      assert.equal(packed.headers.vary, "accept-encoding");
      assert.equal(plain.headers.vary, "accept-encoding");
    }
  });

test("RFC 9110 §12.5.3: the client chooses; a small answer and a refusal are plain", async () => {
  const codingOf = async (path: string, accepted: string) =>
    (await get(path, accepted)).headers["content-encoding"];
  assert.equal(await codingOf("/api/v1/users", "gzip, br;q=0.5"), "gzip");
  assert.equal(await codingOf("/api/v1/users", "br;q=0, gzip;q=0"), undefined);
  assert.equal(await codingOf("/api/v1/users?limit=1", "br"), undefined);
  const refused = await get(`/api/v1/users?limit=50&${"x".repeat(2_000)}=1`, "br");
  assert.equal(refused.status, 400);
  assert.equal(refused.headers["content-encoding"], undefined);
});

test("RFC 9110 §8.8.3: each coding has its own strong tag, and If-Match knows them all", async () => {
  const tags = await Promise.all(
    [undefined, "gzip", "br"].map(async (coding) => (await get("/api/v1/roles/large", coding)).headers.etag),
  );
  const version = /^"(\d+)"$/.exec(String(tags[0]))?.[1];
  assert.deepEqual(tags, [`"${version}"`, `"${version}-gzip"`, `"${version}-br"`]);
  const change = (tag: string, description: string) =>
    sendJson("PUT", "/api/v1/roles/large", { grants: PARCELS, description }, { "if-match": tag });
  for (const other of [`"${version}-zstd"`, `W/"${version}-br"`, `"${Number(version) + 1}-br"`])
    assert.equal((await change(other, "other")).status, 412, other);
  assert.equal((await change(String(tags[2]), "new")).status, 200);
  assert.equal((await change(String(tags[1]), "newer")).status, 412, "the version is spent");
});

test("an answer with a secret or a token is never compressed (BREACH)", async () => {
  const redirect_uris = MANY.map((index) => `https://shop.example.test/callback/${index}`);
  const created = await sendJson("POST", "/api/v1/applications", {
    client_id: "breach",
    name: "Breach",
    type: "web",
    redirect_uris,
  });
  assert.equal(created.status, 201, String(created.bytes));
  for (const _ of MANY.slice(0, 8)) await sendJson("POST", "/api/v1/applications/target/secrets", {});
  const scope = PARCELS.join(" ");
  const token = await issueTokenTo("target", scope);
  const checks = PARCELS.map((permission) => ({ subject: "application:target", permission }));
  const answers: Readonly<Record<string, RawAnswer>> = {
    "a created application with its secret": created,
    "the hints of secrets": await get("/api/v1/applications/target/secrets", "br, gzip"),
    "a token": await sendForm("/oidc/token", {
      grant_type: "client_credentials",
      scope,
      ...credentials("target"),
    }),
    introspection: await sendForm("/oidc/introspect", { token, ...credentials("target") }),
    "an explanation, which repeats the question": await sendJson("POST", "/api/v1/scopes:resolve", {
      client_id: "target",
      scope,
    }),
    "a batch of checks": await sendJson("POST", "/api/v1/check:batch", { checks }),
    "a page with a form": await get(
      "/oidc/auth?client_id=phone&response_type=code&scope=openid&redirect_uri=http://127.0.0.1/callback&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "br, gzip",
    ),
  };
  for (const [name, { status, headers, bytes }] of Object.entries(answers)) {
    assert.equal(headers["content-encoding"], undefined, `${name} ${status}`);
    if (name !== "a page with a form") assert.ok(bytes.length > LARGE_BYTES, `${name}: ${status} ${bytes}`);
  }
});

test("a stream of changes is sent as it comes, without a coding", async () => {
  const ended = new AbortController();
  const headers = { authorization, accept: "text/event-stream", "accept-encoding": "br, gzip" };
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const sent = request(`${licet.url}/api/v1/changes?after=0`, { headers, signal: ended.signal }, (answer) => {
    answer.on("error", () => {});
    answer.once("data", (bytes: Buffer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, bytes }),
    );
  });
  sent.on("error", reject);
  sent.end();
  const first = await promise;
  ended.abort();
  assert.equal(first.headers["content-encoding"], undefined);
  assert.match(String(first.bytes), /^id: \d+\nevent: /);
});

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { inspect } from "node:util";
import { decodeJwt, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { untilKnown } from "../../../../tests/support/until-known.ts";
import { startHttp } from "../testing/start-http.ts";
import { startIssuer, type TestIssuer } from "../testing/start-issuer.ts";
import { createTestClock, type TestClock } from "../testing/test-clock.ts";
import {
  createTokenClient,
  IssuerUnavailableError,
  type RejectedScopes,
  type TokenClientOptions,
  TokenError,
  TokenRefusedError,
  WrongIssuerError,
} from "./index.ts";

const SECRET = "a-secret-that-nobody-may-see";
let issuer: TestIssuer;
let clock: TestClock;
beforeEach(async () => {
  issuer = await startIssuer();
  clock = createTestClock();
});
afterEach(() => issuer.stop());

const create = (options: Partial<TokenClientOptions> = {}) =>
  createTokenClient({
    issuer: issuer.url,
    clientId: "reports",
    clientSecret: SECRET,
    scope: "orders:read",
    clock,
    random: () => 0,
    ...options,
  });

/** Lets requests that nobody waits for come to their end. */
const settle = (done: () => boolean): Promise<void> => untilKnown(async () => done());

describe("a token", () => {
  test("comes with what was granted and what was rejected, and onRejected hears of it once", async () => {
    const heard: RejectedScopes[] = [];
    const client = create({ scope: "orders:read orders:refund", onRejected: (one) => heard.push(one) });
    const token = await client.token();
    await client.token();
    assert.deepEqual(token, {
      accessToken: "token-1",
      expiresAt: new Date(clock.now() + 600_000),
      granted: ["orders:read"],
      rejected: ["orders:refund"],
    });
    assert.deepEqual(heard, [
      {
        requested: ["orders:read", "orders:refund"],
        resources: [],
        granted: ["orders:read"],
        rejected: ["orders:refund"],
      },
    ]);
  });

  test("is not given to an application whose onRejected throws, and is not kept", async () => {
    const client = create({
      scope: "orders:refund",
      onRejected: ({ rejected }) => {
        throw new Error(`needs ${rejected}`);
      },
    });
    for (let round = 1; round <= 2; round += 1) {
      await assert.rejects(client.token(), /needs orders:refund/);
      assert.equal(issuer.asked().length, round);
    }
  });

  test("is shared by all callers that ask at once, with one discovery", async () => {
    const client = create();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => client.token()));
    assert.deepEqual([...new Set(tokens.map(({ accessToken }) => accessToken))], ["token-1"]);
    assert.equal(issuer.seen.length, 2);
  });

  test("is kept for each set of scopes and resources, in whatever order they are named", async () => {
    const client = create();
    const first = await client.token({ scope: "orders:read orders:write" });
    const other = await client.token({ scope: ["orders:write", "orders:read", "orders:read"] });
    assert.equal(other.accessToken, first.accessToken);
    const resource = ["https://b.example.test", "https://a.example.test"];
    const narrowed = await client.token({ scope: "orders:read orders:write", resource });
    const again = await client.token({ scope: "orders:write orders:read", resource: resource.toReversed() });
    assert.notEqual(narrowed.accessToken, first.accessToken);
    assert.equal(again.accessToken, narrowed.accessToken);
    assert.deepEqual(issuer.asked()[1]?.getAll("resource"), resource.toSorted());
  });

  test("is the caller's own copy", async () => {
    const client = create();
    const { granted } = await client.token();
    (granted as string[]).push("orders:delete");
    assert.deepEqual((await client.token()).granted, ["orders:read"]);
  });

  test("for more than a thousand different scopes is forgotten in the order of use", async () => {
    let asked = 0;
    const metadata = { issuer: issuer.url, token_endpoint: `${issuer.url}/oidc/token` };
    // A fetch of the application's own: a thousand requests over the network would only take time.
    const client = create({
      fetch: async (url) => {
        if (!String(url).endsWith("/token")) return Response.json(metadata);
        asked += 1;
        return Response.json({ access_token: `token-${asked}`, token_type: "Bearer", expires_in: 600 });
      },
    });
    await client.token();
    for (let count = 0; count < 999; count += 1) await client.token({ scope: `orders:${count}:read` });
    await client.token();
    assert.equal(asked, 1_000);
    await client.token({ scope: "orders:999:read" });
    assert.equal((await client.token()).accessToken, "token-1");
    await client.token({ scope: "orders:0:read" });
    assert.equal(asked, 1_002);
  });
});

describe("a renewal", () => {
  test("happens early and behind the caller, who gets the old token", async () => {
    const client = create();
    await client.token();
    clock.advance(449_000);
    await client.token();
    assert.equal(issuer.asked().length, 1);
    clock.advance(1_000);
    const both = await Promise.all([client.token(), client.token()]);
    assert.deepEqual(
      both.map(({ accessToken }) => accessToken),
      ["token-1", "token-1"],
    );
    await settle(() => issuer.asked().length === 2);
    await untilKnown(async () => (await client.token()).accessToken === "token-2");
    assert.equal(issuer.asked().length, 2);
  });

  test("is spread over the last quarter of the lifetime", async () => {
    const client = create({ random: () => 0.999 });
    await client.token();
    clock.advance(539_000);
    await client.token();
    assert.equal(issuer.asked().length, 1);
    clock.advance(1_000);
    await client.token();
    await settle(() => issuer.asked().length === 2);
  });

  test("that fails leaves the old token in use, pauses, and is told to onRenewalError alone", async () => {
    const errors: unknown[] = [];
    const client = create({ onRenewalError: (error) => errors.push(error), attempts: 1 });
    await client.token();
    clock.advance(460_000);
    issuer.answerNext({ status: 500, body: { error: "server_error" } });
    assert.equal((await client.token()).accessToken, "token-1");
    await settle(() => errors.length === 1);
    assert.ok(errors[0] instanceof IssuerUnavailableError);
    assert.equal((await client.token()).accessToken, "token-1");
    assert.equal(issuer.asked().length, 2);
    clock.advance(5_000);
    await client.token();
    await settle(() => issuer.asked().length === 3);
  });

  test("that failed until the end of the old token fails the callers: an expired token is never given", async () => {
    const client = create({ attempts: 1 });
    await client.token();
    clock.advance(590_000);
    issuer.answerNext({ status: 503, headers: { "retry-after": "60" } });
    await assert.rejects(client.token(), IssuerUnavailableError);
    clock.advance(60_000);
    assert.equal((await client.token()).accessToken, "token-3");
  });
});

describe("credentials", () => {
  test("are sent in the header, form-encoded, or in the body", async () => {
    const clientSecret = "sp ace:col%on+plus";
    await create({ clientId: "re:ports", clientSecret }).token();
    const sent = issuer.seen.at(-1)?.headers.authorization?.slice("Basic ".length) ?? "";
    assert.equal(atob(sent), "re%3Aports:sp+ace%3Acol%25on%2Bplus");
    await create({ clientSecret, authenticationMethod: "client_secret_post" }).token();
    assert.equal(issuer.asked().at(-1)?.get("client_secret"), clientSecret);
    assert.equal(issuer.seen.at(-1)?.headers.authorization, undefined);
  });

  for (const kind of ["CryptoKey", "JWK", "PEM"] as const) {
    test(`may be a private key given as ${kind}; each request has its own assertion for this issuer`, async () => {
      const { privateKey } = await generateKeyPair("ES256", { extractable: true });
      const forms = {
        CryptoKey: () => privateKey,
        JWK: async () => ({ ...(await exportJWK(privateKey)), alg: "ES256" }),
        PEM: () => exportPKCS8(privateKey),
      };
      const given = await forms[kind]();
      const client = create({ clientSecret: undefined, privateKey: given, keyId: "one" });
      issuer.answerNext({ status: 503, headers: { "retry-after": "1" } });
      await client.token();
      const assertions = issuer.asked().map((form) => form.get("client_assertion") ?? "");
      assert.equal(assertions.length, 2);
      const [first, second] = assertions.map((jwt) => decodeJwt(jwt));
      assert.notEqual(first?.jti, second?.jti);
      const seconds = Math.floor(clock.now() / 1_000);
      assert.deepEqual(
        { ...second, jti: "" },
        { iss: "reports", sub: "reports", aud: issuer.url, iat: seconds, exp: seconds + 60, jti: "" },
      );
      assert.deepEqual(decodeProtectedHeader(assertions[0] ?? ""), { alg: "ES256", kid: "one" });
    });
  }

  test("may be an assertion that is made elsewhere", async () => {
    const client = create({ clientSecret: undefined, assertion: async (audience) => `for ${audience}` });
    await client.token();
    assert.equal(issuer.asked()[0]?.get("client_assertion"), `for ${issuer.url}`);
    assert.equal(issuer.asked()[0]?.get("client_id"), "reports");
  });
});

describe("a failure", () => {
  test("of the server's making has its code, its description, and what to do next", async () => {
    issuer.answerNext({
      status: 401,
      headers: { "x-request-id": "req-7" },
      body: { error: "invalid_client", error_description: "client authentication failed" },
    });
    const error = await failureOf(create());
    assert.ok(error instanceof TokenRefusedError);
    assert.equal(error.error, "invalid_client");
    assert.equal(error.description, "client authentication failed");
    assert.match(error.advice, /rotated or have expired/);
    assert.equal(error.requestId, "req-7");
    assert.equal(error.status, 401);
    assert.equal(issuer.asked().length, 1);
  });

  test("that passes is waited for as long as Retry-After says, three times at most", async () => {
    issuer.answerNext(...Array.from({ length: 3 }, () => ({ status: 503, headers: { "retry-after": "2" } })));
    const error = await failureOf(create());
    assert.ok(error instanceof IssuerUnavailableError);
    assert.equal(error.retryAfterSeconds, 2);
    assert.deepEqual(clock.waits, [2_000, 2_000]);
    assert.equal(issuer.asked().length, 3);
    issuer.answerNext({ status: 429, headers: { "retry-after": "1" } });
    assert.equal((await create().token()).accessToken, "token-5");
  });

  test("that asks for a long wait is told at once", async () => {
    issuer.answerNext({
      status: 429,
      headers: { "retry-after": "600" },
      body: { error: "temporarily_unavailable", error_description: "too many failures" },
    });
    const error = await failureOf(create());
    assert.ok(error instanceof IssuerUnavailableError);
    assert.equal(error.error, "temporarily_unavailable");
    assert.equal(error.retryAfterSeconds, 600);
    assert.equal(issuer.asked().length, 1);
  });

  test("to reach the issuer is tried again, then told, and forgotten when it is back", async () => {
    const gone = await startHttp(() => ({}));
    await gone.stop();
    const client = create({ issuer: gone.url });
    const error = await failureOf(client);
    assert.ok(error instanceof IssuerUnavailableError);
    assert.equal(error.error, "issuer_unavailable");
    assert.deepEqual(clock.waits, [250, 500]);
  });

  test("is the answer for a second: a busy application does not ask again and again", async () => {
    issuer.answerNext({ status: 400, body: { error: "invalid_target" } });
    const client = create();
    for (let round = 0; round < 20; round += 1) await assert.rejects(client.token(), TokenRefusedError);
    await client.token({ scope: "orders:write" });
    assert.equal(issuer.asked().length, 2);
    clock.advance(1_000);
    assert.equal((await client.token()).accessToken, "token-3");
  });

  test("is the answer for as long as Retry-After says, and for a minute at most", async () => {
    for (const [asked, kept] of [
      [30, 30_000],
      [600, 60_000],
    ] as const) {
      issuer.answerNext({ status: 429, headers: { "retry-after": String(asked) } });
      const client = create();
      await assert.rejects(client.token(), IssuerUnavailableError);
      const before = issuer.asked().length;
      clock.advance(kept - 1);
      await assert.rejects(client.token(), IssuerUnavailableError);
      assert.equal(issuer.asked().length, before);
      clock.advance(1);
      await client.token();
    }
  });

  test("never shows the secret or a token, nor does the client itself", async () => {
    const client = create();
    await client.token();
    issuer.answerNext({ status: 401, body: { error: "invalid_client" } });
    const error = await failureOf(create());
    const shown = `${inspect(error, { depth: 10 })}${error.stack}${JSON.stringify(error)}${inspect(client, { depth: 10 })}`;
    assert.doesNotMatch(shown, new RegExp(`${SECRET}|token-1|${btoa(`reports:${SECRET}`)}`));
  });

  test("by an abort ends the wait of that caller alone", async () => {
    let answer: (given: object) => void = () => {};
    issuer.answerNext(new Promise((resolve) => (answer = resolve)));
    const client = create();
    const abort = new AbortController();
    const aborted = client.token({ signal: abort.signal });
    const patient = client.token();
    await settle(() => issuer.asked().length === 1);
    abort.abort(new Error("the caller left"));
    await assert.rejects(aborted, /the caller left/);
    answer({ body: { access_token: "late", token_type: "bearer", expires_in: 60, scope: "orders:read" } });
    assert.equal((await patient).accessToken, "late");
    await assert.rejects(client.token({ signal: abort.signal }), /the caller left/);
  });
});

describe("the issuer", () => {
  test("must call itself what the developer wrote", async () => {
    const other = await startHttp(() => ({
      body: { issuer: "https://evil.example.test", token_endpoint: `${issuer.url}/oidc/token` },
    }));
    const error = await failureOf(create({ issuer: other.url }));
    await other.stop();
    assert.ok(error instanceof WrongIssuerError);
    assert.match(error.description, /calls itself "https:\/\/evil\.example\.test"/);
    assert.equal(issuer.asked().length, 0);
    assert.ok((await failureOf(create({ issuer: `${issuer.url}/` }))) instanceof WrongIssuerError);
  });

  test("gets no secret at an endpoint that others can listen to, nor behind a redirect", async () => {
    const plain = await startHttp(() => ({
      body: { issuer: plain.url, token_endpoint: "http://auth.example.test/token" },
    }));
    assert.ok((await failureOf(create({ issuer: plain.url }))) instanceof WrongIssuerError);
    await plain.stop();
    issuer.answerNext({ status: 307, headers: { location: "/elsewhere" } });
    assert.ok((await failureOf(create())) instanceof WrongIssuerError);
    assert.equal(issuer.seen.filter(({ path }) => path === "/elsewhere").length, 0);
  });

  for (const [what, body] of Object.entries({
    "no JSON": "<html>",
    "no token": { token_type: "Bearer", expires_in: 60 },
    "another type of token": { access_token: "x", token_type: "DPoP", expires_in: 60 },
    "no lifetime": { access_token: "x", token_type: "Bearer" },
    "a lifetime that has passed": { access_token: "x", token_type: "Bearer", expires_in: 0 },
    "a token with a line break": { access_token: "x\r\ny: z", token_type: "Bearer", expires_in: 60 },
    "far too much": "x".repeat(300_000),
  })) {
    test(`that answers with ${what} gives no token`, async () => {
      issuer.answerNext({ body });
      assert.ok((await failureOf(create())) instanceof TokenError);
    });
  }

  test("of another make may leave scope out: then everything was granted", async () => {
    issuer.answerNext({ body: { access_token: "x", token_type: "bearer", expires_in: 60 } });
    const { granted, rejected } = await create({ scope: "b a" }).token();
    assert.deepEqual({ granted, rejected }, { granted: ["a", "b"], rejected: [] });
  });
});

describe("a mistake of the developer is a UsageError that says what to write", () => {
  const made = (options: object) => () => create(options as Partial<TokenClientOptions>);
  for (const [what, options, message] of [
    ["no issuer", { issuer: undefined }, /issuer: write the base URL/],
    ["plain http", { issuer: "http://auth.example.test" }, /issuer: use https/],
    ["no secret", { clientSecret: undefined }, /exactly one of clientSecret, privateKey and assertion/],
    ["an empty secret", { clientSecret: "" }, /environment variable/],
    ["two proofs", { assertion: () => "x" }, /exactly one/],
    ["no client id", { clientId: "" }, /clientId/],
    ["a scope with a line break", { scope: "orders:read\norders:write" }, /scope: .* is no scope item/],
    ["a resource that is no URI", { resource: "orders" }, /resource: "orders" is no absolute URI/],
    ["an origin that is none", { origins: ["api"] }, /origins: "api" is no origin/],
  ] as const) {
    test(what, () => assert.throws(made(options), { name: "UsageError", message }));
  }

  test("neither scope nor resource", async () => {
    await assert.rejects(create({ scope: undefined }).token(), {
      name: "UsageError",
      message: /^scope: name/,
    });
  });
});

async function failureOf(client: { token(): Promise<unknown> }): Promise<TokenError> {
  try {
    await client.token();
  } catch (error) {
    assert.ok(error instanceof TokenError, inspect(error));
    return error;
  }
  throw new Error("there was a token");
}

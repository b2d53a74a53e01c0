import assert from "node:assert/strict";
import { createHmac, createPublicKey } from "node:crypto";
import { request as sendRequest } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { AuthOptions } from "./guard.ts";
import type { PermissionQuestion } from "./permission-checker.ts";
import { APIS, type RunningApi } from "./testing/adapter-apis.ts";
import {
  AUDIENCE,
  claimsOf,
  type FakeIssuer,
  generateSigningKey,
  type SigningKey,
  sign,
  startFakeIssuer,
} from "./testing/fake-issuer.ts";

const METADATA = `resource_metadata="${AUDIENCE}/.well-known/oauth-protected-resource"`;

interface Answer {
  readonly status: number;
  readonly challenge: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

let issuer: FakeIssuer;
let key: SigningKey;
let foreignKey: SigningKey;
before(async () => {
  issuer = await startFakeIssuer();
  key = await generateSigningKey("k1");
  foreignKey = await generateSigningKey("k1");
  issuer.keys = [key];
});
after(() => issuer.stop());

const now = () => Math.floor(Date.now() / 1_000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const bearer = (token: string) => ["authorization", `Bearer ${token}`];

/** Sends headers as they are, repeated ones as well. */
async function send(url: string, headers: readonly string[] = [], method = "GET"): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<import("node:http").IncomingMessage>();
  sendRequest(url, { method, headers: ["host", "api.test", ...headers], agent: false }, resolve)
    .on("error", reject)
    .end();
  const response = await promise;
  return {
    status: response.statusCode ?? 0,
    challenge: response.headers["www-authenticate"],
    type: response.headers["content-type"],
    body: await text(response),
  };
}

const invalidToken = (description: string): Answer => ({
  status: 401,
  challenge: `Bearer error="invalid_token", error_description="${description}", ${METADATA}`,
  type: "application/json",
  body: JSON.stringify({ error: "invalid_token", error_description: description }),
});
const NO_TOKEN: Answer = { status: 401, challenge: `Bearer ${METADATA}`, type: undefined, body: "" };
const TWICE: Answer = {
  status: 400,
  challenge: `Bearer error="invalid_request", error_description="the access token is presented more than once", ${METADATA}`,
  type: "application/json",
  body: '{"error":"invalid_request","error_description":"the access token is presented more than once"}',
};

/** Headers of a request, with the one answer that it has to get. `TOKEN` stands for a valid token. */
const PRESENTATIONS: Readonly<Record<string, readonly [headers: readonly string[], answer: Answer | 200]>> = {
  "no token": [[], NO_TOKEN],
  "a token": [["authorization", "Bearer TOKEN"], 200],
  "the scheme in other letters": [["Authorization", "bEARER TOKEN"], 200],
  "several spaces": [["authorization", "Bearer   TOKEN"], 200],
  "another scheme": [["authorization", "Basic YTpi"], NO_TOKEN],
  "another scheme with a token": [["authorization", "DPoP TOKEN"], NO_TOKEN],
  "no scheme": [["authorization", "TOKEN"], NO_TOKEN],
  "an empty header": [["authorization", ""], NO_TOKEN],
  "a scheme that begins like it": [["authorization", "Bearers TOKEN"], NO_TOKEN],
  "Bearer alone": [["authorization", "Bearer"], invalidToken("the access token is malformed")],
  "Bearer twice": [["authorization", "Bearer Bearer TOKEN"], invalidToken("the access token is malformed")],
  "a tab": [["authorization", "Bearer\tTOKEN"], NO_TOKEN],
  "two tokens in a header": [
    ["authorization", "Bearer TOKEN TOKEN"],
    invalidToken("the access token is malformed"),
  ],
  "the header twice, with the same token": [
    ["authorization", "Bearer TOKEN", "authorization", "Bearer TOKEN"],
    TWICE,
  ],
  "the header twice, with Basic first": [
    ["authorization", "Basic YTpi", "Authorization", "Bearer TOKEN"],
    TWICE,
  ],
  "the header twice, with Basic last": [
    ["authorization", "Bearer TOKEN", "authorization", "Basic YTpi"],
    TWICE,
  ],
  "a list in one header": [["authorization", "Bearer TOKEN, Bearer TOKEN"], TWICE],
  "a token that is no JWT": [["authorization", "Bearer abc"], invalidToken("the access token is malformed")],
  "two parts": [["authorization", "Bearer a.b"], invalidToken("the access token is malformed")],
  "no JSON in its header": [
    ["authorization", "Bearer aaaa.bbbb.cccc"],
    invalidToken("the access token is malformed"),
  ],
};

/** Tokens that are refused, and why. */
const BAD_TOKENS: Readonly<
  Record<string, readonly [make: () => string | Promise<string>, description: string]>
> = {
  "another issuer": [
    () => sign(key, { ...claimsOf(issuer), iss: "https://evil.example.test" }),
    "the access token is from another issuer",
  ],
  "the issuer with a slash": [
    () => sign(key, { ...claimsOf(issuer), iss: `${issuer.url}/` }),
    "the access token is from another issuer",
  ],
  "another audience": [
    () => sign(key, { ...claimsOf(issuer), aud: "https://stock.example.test" }),
    "the access token is for another audience",
  ],
  "several other audiences": [
    () => sign(key, { ...claimsOf(issuer), aud: ["https://a.test", `${AUDIENCE}/`] }),
    "the access token is for another audience",
  ],
  "alg none": [
    () => `${encode({ alg: "none", typ: "at+jwt", kid: "k1" })}.${encode(claimsOf(issuer))}.`,
    "the access token is signed with an algorithm that is not accepted",
  ],
  "alg nOnE": [
    () => `${encode({ alg: "nOnE", typ: "at+jwt", kid: "k1" })}.${encode(claimsOf(issuer))}.`,
    "the access token is signed with an algorithm that is not accepted",
  ],
  "HS256 with the public key": [
    () => {
      const input = `${encode({ alg: "HS256", typ: "at+jwt", kid: "k1" })}.${encode(claimsOf(issuer))}`;
      const publicKey = createPublicKey({ key: { ...key.jwk }, format: "jwk" });
      const pem = publicKey.export({ type: "spki", format: "pem" });
      return `${input}.${createHmac("sha256", pem).update(input).digest("base64url")}`;
    },
    "the access token is signed with an algorithm that is not accepted",
  ],
  "an algorithm that is not the key's": [
    async () => sign(await generateSigningKey("k1", "RS256"), claimsOf(issuer)),
    "the access token is signed with an algorithm that is not accepted",
  ],
  "the type of an ID token": [
    () => sign(key, claimsOf(issuer), { typ: "JWT" }),
    "the token is not an access token",
  ],
  "no type": [() => sign(key, claimsOf(issuer), { typ: undefined }), "the token is not an access token"],
  "an unknown key": [
    () => sign(key, claimsOf(issuer), { kid: "k9" }),
    "the access token is signed with an unknown key",
  ],
  "no key id": [
    () => sign(key, claimsOf(issuer), { kid: undefined }),
    "the access token is signed with an unknown key",
  ],
  "the key of another": [
    () => sign(foreignKey, claimsOf(issuer)),
    "the signature of the access token is not valid",
  ],
  "a key in its header": [
    () => sign(foreignKey, claimsOf(issuer), { jwk: foreignKey.jwk }),
    "the signature of the access token is not valid",
  ],
  "other claims than were signed": [
    async () => {
      const [header, , signature] = (await sign(key, claimsOf(issuer))).split(".");
      return `${header}.${encode({ ...claimsOf(issuer), sub: "usr_root" })}.${signature}`;
    },
    "the signature of the access token is not valid",
  ],
  "an unknown extension": [
    () => {
      const header = encode({ alg: "ES256", typ: "at+jwt", kid: "k1", crit: ["x"], x: 1 });
      return `${header}.${encode(claimsOf(issuer))}.${"A".repeat(86)}`;
    },
    "the access token is malformed",
  ],
  "an extension that jose knows": [
    () => sign(key, claimsOf(issuer), { crit: ["b64"], b64: true }),
    "the access token is malformed",
  ],
  expired: [() => sign(key, { ...claimsOf(issuer), exp: now() - 6 }), "the access token has expired"],
  "from the future": [
    () => sign(key, { ...claimsOf(issuer), iat: now() + 60 }),
    "the access token is not valid yet",
  ],
  "valid later": [
    () => sign(key, { ...claimsOf(issuer), nbf: now() + 60 }),
    "the access token is not valid yet",
  ],
  "bound to a key": [
    () => sign(key, { ...claimsOf(issuer), cnf: { jkt: "x" } }),
    "the access token is bound to a key, which is not supported",
  ],
  ...Object.fromEntries(
    ["iss", "sub", "aud", "client_id", "jti", "iat", "exp"].map((claim) => [
      `without ${claim}`,
      [
        () => sign(key, { ...claimsOf(issuer), [claim]: undefined }),
        "the access token lacks a required claim",
      ] as const,
    ]),
  ),
};

for (const [adapter, start] of Object.entries(APIS)) {
  describe(adapter, () => {
    let api: RunningApi;
    let token: string;
    const lines: string[] = [];
    const questions: PermissionQuestion[] = [];
    let answerCheck: NonNullable<AuthOptions["checker"]>["check"];
    before(async () => {
      api = await start({
        issuer: issuer.url,
        audience: AUDIENCE,
        log: (line) => lines.push(line),
        metadata: { scopes: ["orders:read", "orders:write"], name: "Orders" },
        checker: {
          check(question) {
            questions.push(question);
            return answerCheck(question);
          },
        },
      });
      token = await sign(key, claimsOf(issuer));
    });
    after(() => api.stop());

    for (const [name, [headers, expected]] of Object.entries(PRESENTATIONS))
      test(`RFC 6750 §2.1: ${name}`, async () => {
        const answer = await send(
          `${api.url}/me`,
          headers.map((value) => value.replaceAll("TOKEN", token)),
        );
        if (expected === 200)
          assert.deepEqual([answer.status, answer.body], [200, '{"subject":"usr_alice"}']);
        else assert.deepEqual(answer, expected);
      });

    test("RFC 9700 §4.3.2: a token in the query is none", async () => {
      assert.deepEqual(await send(`${api.url}/me?access_token=${token}`), NO_TOKEN);
    });

    test("RFC 6750 §2: a token in the header and in the query is an invalid request", async () => {
      assert.deepEqual(await send(`${api.url}/me?a=1&access_token=${token}`, bearer(token)), TWICE);
      assert.equal((await send(`${api.url}/me?my_access_token=1`, bearer(token))).status, 200);
    });

    test("RFC 6750 §2.2: a token in the body is none", async () => {
      const response = await fetch(`${api.url}/me`, {
        method: "POST",
        body: new URLSearchParams({ access_token: token }),
      });
      assert.equal(response.status, 401);
      assert.equal(response.headers.get("www-authenticate"), `Bearer ${METADATA}`);
    });

    for (const [name, [make, description]] of Object.entries(BAD_TOKENS))
      test(`RFC 9068 §4: a token ${name}`, async () => {
        assert.deepEqual(await send(`${api.url}/me`, bearer(await make())), invalidToken(description));
      });

    test("the clocks may differ by five seconds", async () => {
      const claims = claimsOf(issuer);
      for (const near of [{ exp: now() - 2 }, { iat: now() + 3 }, { nbf: now() + 3 }])
        assert.equal(
          (await send(`${api.url}/me`, bearer(await sign(key, { ...claims, ...near })))).status,
          200,
        );
    });

    test("the audience may be one of several, and the type may be written as a media type", async () => {
      const claims = { ...claimsOf(issuer), aud: ["https://stock.example.test", AUDIENCE] };
      const other = await sign(key, claims, { typ: "application/AT+jwt" });
      assert.equal((await send(`${api.url}/me`, bearer(other))).status, 200);
    });

    test("RFC 6750 §3.1: a caller who lacks scopes learns which", async () => {
      const answer = await send(
        `${api.url}/both`,
        bearer(await sign(key, { ...claimsOf(issuer), scope: "" })),
      );
      const description = "the access token lacks orders:read and orders:write";
      assert.deepEqual(answer, {
        status: 403,
        challenge: `Bearer error="insufficient_scope", error_description="${description}", scope="orders:read orders:write", ${METADATA}`,
        type: "application/json",
        body: JSON.stringify({
          error: "insufficient_scope",
          error_description: description,
          scope: "orders:read orders:write",
          missing: ["orders:read", "orders:write"],
        }),
      });
      const partly = await send(`${api.url}/both`, bearer(token));
      assert.equal(partly.status, 403);
      assert.deepEqual(JSON.parse(partly.body).missing, ["orders:write"]);
    });

    test("a caller with all scopes passes, in any order, and no scope is taken for a longer one", async () => {
      const withScope = async (scope: string | undefined) =>
        (await send(`${api.url}/both`, bearer(await sign(key, { ...claimsOf(issuer), scope })))).status;
      assert.equal(await withScope("orders:write x orders:read"), 200);
      assert.equal(await withScope("orders:readers orders:write"), 403);
      assert.equal(await withScope("orders:*"), 403);
      assert.equal(await withScope(undefined), 403);
    });

    test("one of several scopes is enough where one is asked for", async () => {
      const admin = await sign(key, { ...claimsOf(issuer), scope: "orders:admin" });
      assert.equal((await send(`${api.url}/any`, bearer(admin))).status, 200);
      const { status, challenge } = await send(`${api.url}/any`, bearer(token));
      assert.equal(status, 403);
      assert.equal(
        challenge,
        `Bearer error="insufficient_scope", error_description="the access token needs orders:write or orders:admin", scope="orders:write orders:admin", ${METADATA}`,
      );
    });

    test("a permission is asked about the subject of the token, with the instance of the request", async () => {
      answerCheck = () => ({ allowed: true });
      assert.equal((await send(`${api.url}/orders/42`, bearer(token))).status, 200);
      assert.deepEqual(questions.at(-1), {
        subject: "user:usr_alice",
        permission: "orders:write",
        resource: "orders/42",
        context: { client: { id: "shop" } },
      });
    });

    test("a denied permission is 403 without a scope to ask for", async () => {
      answerCheck = async () => ({ allowed: false, reason: "not_granted" });
      const description = "the permission orders:write is not granted";
      assert.deepEqual(await send(`${api.url}/orders/42`, bearer(token)), {
        status: 403,
        challenge: `Bearer error="insufficient_scope", error_description="${description}", ${METADATA}`,
        type: "application/json",
        body: JSON.stringify({
          error: "insufficient_scope",
          error_description: description,
          permission: "orders:write",
        }),
      });
    });

    test("a permission that cannot be checked is 503, and never allowed", async () => {
      const failures: (typeof answerCheck)[] = [
        () => ({ allowed: false, reason: "stale" }),
        () => Promise.reject(new Error("no connection")),
        () => {
          throw new Error("no connection");
        },
      ];
      for (answerCheck of failures)
        assert.deepEqual(await send(`${api.url}/orders/42`, bearer(token)), {
          status: 503,
          challenge: undefined,
          type: "application/json",
          body: '{"error":"temporarily_unavailable","error_description":"permissions cannot be checked at the moment"}',
        });
    });

    test("RFC 9728 §3: the document about the resource needs no token", async () => {
      const response = await fetch(`${api.url}/.well-known/oauth-protected-resource`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "application/json");
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.deepEqual(await response.json(), {
        resource: AUDIENCE,
        authorization_servers: [issuer.url],
        scopes_supported: ["orders:read", "orders:write"],
        bearer_methods_supported: ["header"],
        resource_name: "Orders",
      });
      const posted = await fetch(`${api.url}/.well-known/oauth-protected-resource`, { method: "POST" });
      assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
    });

    test("HEAD and OPTIONS need a token like any other method", async () => {
      for (const method of ["HEAD", "OPTIONS"]) {
        assert.deepEqual(await send(`${api.url}/me`, [], method), NO_TOKEN);
        const refused = await send(`${api.url}/me`, bearer("abc"), method);
        assert.equal(refused.status, 401);
        assert.equal(refused.body === "", method === "HEAD");
      }
      assert.equal((await send(`${api.url}/me`, bearer(token), "HEAD")).status, 200);
    });

    test("the log says what was expected and what came, and never a token", async () => {
      lines.length = 0;
      await send(`${api.url}/me?access_token=${token}`);
      const foreign = await sign(key, { ...claimsOf(issuer), aud: "https://stock.example.test\nlicet: 200" });
      await send(`${api.url}/me`, bearer(foreign));
      await send(`${api.url}/both`, bearer(token));
      assert.deepEqual(lines, [
        "licet: 401 GET /me: no access token; expected Authorization: Bearer …; received a token in the query, which is not accepted",
        `licet: 401 GET /me: the access token is for another audience; expected ${AUDIENCE}; received "https://stock.example.test\\nlicet: 200"`,
        'licet: 403 GET /both: the access token lacks orders:write; expected scope "orders:read orders:write"; received scope "orders:read" of user:usr_alice',
      ]);
    });
  });
}

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { untilKnown } from "../../../../tests/support/until-known.ts";
import { UsageError } from "../common/usage-error.ts";
import { createVerifier, type Verifier } from "./create-verifier.ts";
import {
  AUDIENCE,
  claimsOf,
  type FakeIssuer,
  generateSigningKey,
  type SigningKey,
  sign,
  startFakeIssuer,
} from "./testing/fake-issuer.ts";
import type { Verification } from "./verification.ts";
import type { VerifierOptions } from "./verifier-options.ts";

const MINUTE = 60;
const DAY = 86_400;

let first: SigningKey;
let second: SigningKey;
before(async () => {
  first = await generateSigningKey("first");
  second = await generateSigningKey("second");
});

let issuer: FakeIssuer;
let nowSeconds: number;
beforeEach(async () => {
  issuer = await startFakeIssuer();
  issuer.keys = [first];
  nowSeconds = 1_800_000_000;
});
afterEach(() => issuer.stop());

const create = (options: Partial<VerifierOptions> = {}): Verifier =>
  createVerifier({
    issuer: issuer.url,
    audience: AUDIENCE,
    clock: { now: () => nowSeconds * 1_000 },
    ...options,
  });

const issue = (
  key: SigningKey,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
) => sign(key, { ...claimsOf(issuer, nowSeconds), exp: nowSeconds + 30 * DAY, ...claims }, header);

/** `valid`, or the problem. */
const outcomeOf = (verification: Verification): string =>
  verification.valid ? "valid" : verification.problem;
const verify = async (verifier: Verifier, token: string): Promise<string> =>
  outcomeOf(await verifier.verify(token));

describe("the claims", () => {
  test("a verified token says who calls, and cannot be changed", async () => {
    const token = await issue(first, { scope: "orders:read orders:write", amr: ["pwd"] });
    const verified = await create().verify(token);
    assert.ok(verified.valid);
    const { auth } = verified;
    assert.deepEqual(
      [auth.subject, auth.clientId, auth.scopes],
      ["usr_alice", "shop", ["orders:read", "orders:write"]],
    );
    for (const value of [auth, auth.claims, auth.scopes, auth.claims.amr])
      assert.ok(Object.isFrozen(value), "it is frozen");
  });

  for (const alg of ["RS256", "EdDSA"])
    test(`a token signed with ${alg} is accepted`, async () => {
      const key = await generateSigningKey("other", alg);
      issuer.keys = [key];
      assert.equal(await verify(create(), await issue(key)), "valid");
      assert.equal(await verify(create({ algorithms: ["ES256"] }), await issue(key)), "wrong_algorithm");
    });

  test("values of other types than RFC 9068 gives them are refused", async () => {
    const verifier = create();
    const wrong = {
      iss: 1,
      sub: "",
      aud: [],
      client_id: null,
      jti: 7,
      iat: "1",
      exp: "never",
      scope: ["orders:read"],
      azp: 1,
      nbf: "0",
      amr: "pwd",
    };
    for (const [claim, value] of Object.entries(wrong))
      assert.equal(await verify(verifier, await issue(first, { [claim]: value })), "missing_claim", claim);
  });

  test("a claim named like a part of an answer is only a claim", async () => {
    const verified = await create().verify(await issue(first, { valid: false, problem: "x" }));
    assert.ok(verified.valid);
  });

  test("a token of 100,000 characters is refused before it is read", async () => {
    assert.equal(await verify(create(), await issue(first, { more: "x".repeat(100_000) })), "malformed");
    assert.deepEqual(issuer.requests, []);
  });
});

describe("the keys", () => {
  test("are asked for once, for any number of tokens at once", async () => {
    const verifier = create();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issue(first)));
    for (const result of await Promise.all(tokens.map((token) => verify(verifier, token))))
      assert.equal(result, "valid");
    assert.deepEqual(issuer.requests, ["/.well-known/oauth-authorization-server", "/jwks"]);
  });

  test("1,000 tokens with unknown keys lead to one request within a cool-down", async () => {
    const verifier = create();
    await verify(verifier, await issue(first));
    nowSeconds += 6;
    const token = await issue(first);
    const [, payload, signature] = token.split(".");
    const forge = (kid: string) => {
      const header = Buffer.from(JSON.stringify({ alg: "ES256", typ: "at+jwt", kid })).toString("base64url");
      return `${header}.${payload}.${signature}`;
    };
    for (let round = 0; round < 10; round += 1) {
      const forged = Array.from({ length: 100 }, (_, index) => forge(`k${round}-${index}`));
      for (const result of await Promise.all(forged.map((one) => verify(verifier, one))))
        assert.equal(result, "unknown_key");
    }
    assert.equal(issuer.count("/jwks"), 2, "one at first, one for all unknown keys");
    assert.equal(await verify(verifier, token), "valid", "the known key is not affected");
  });

  test("a new key is accepted after the cool-down at the latest", async () => {
    const verifier = create();
    await verify(verifier, await issue(first));
    issuer.keys = [first, second];
    assert.equal(await verify(verifier, await issue(second)), "unknown_key");
    nowSeconds += 5;
    assert.equal(await verify(verifier, await issue(second)), "valid");
    assert.equal(issuer.count("/jwks"), 2);
  });

  test("a withdrawn key is refused once the keys are renewed, for remembered tokens as well", async () => {
    const verifier = create();
    const token = await issue(first);
    assert.equal(await verify(verifier, token), "valid");
    assert.ok(verifier.recall(token));
    issuer.keys = [second];
    nowSeconds += 5 * MINUTE;
    assert.equal(verifier.recall(token), undefined, "newer keys have to be awaited");
    assert.equal(await verify(verifier, token), "unknown_key");
  });

  test("a key that is withdrawn in a renewal in the background takes its remembered tokens with it", async () => {
    const verifier = create();
    const token = await issue(first);
    await verify(verifier, token);
    issuer.keys = [second];
    nowSeconds += 4 * MINUTE + 1;
    assert.ok(verifier.recall(token)?.valid, "the known keys are young enough");
    await untilKnown(async () => verifier.recall(token) === undefined);
    assert.equal(await verify(verifier, token), "unknown_key");
  });

  test("another key under the same id is another key", async () => {
    const verifier = create();
    const token = await issue(first);
    assert.equal(await verify(verifier, token), "valid");
    issuer.keys = [{ ...second.jwk, kid: "first" }];
    nowSeconds += 5 * MINUTE;
    assert.equal(await verify(verifier, token), "wrong_signature");
  });

  test("a busy server renews its keys before they are too old, and no request waits", async () => {
    const verifier = create();
    const token = await issue(first);
    await verify(verifier, token);
    nowSeconds += 4 * MINUTE + 1;
    assert.ok(verifier.recall(token)?.valid, "answered at once");
    await untilKnown(async () => issuer.count("/jwks") === 2);
    nowSeconds += 2 * MINUTE;
    assert.equal(await verify(verifier, token), "valid");
    assert.ok(verifier.recall(token)?.valid);
    assert.equal(issuer.count("/jwks"), 2, "the renewed keys are young");
  });

  test("the issuer may ask for an earlier renewal", async () => {
    issuer.jwksHeaders = { "cache-control": "public, max-age=20" };
    const verifier = create();
    const token = await issue(first);
    await verify(verifier, token);
    issuer.keys = [];
    nowSeconds += 20;
    assert.equal(await verify(verifier, token), "unknown_key");
  });

  test("keys of other kinds are left out", async () => {
    const { exportJWK } = await import("jose");
    const privateJwk = await exportJWK(first.privateKey);
    issuer.keys = [
      { kty: "oct", k: "c2VjcmV0", kid: "oct", alg: "HS256" },
      { ...privateJwk, kid: "private", alg: "ES256" },
      { ...first.jwk, kid: "for-encryption", use: "enc" },
      { ...first.jwk, kid: "broken", x: "!" },
      Object.fromEntries(
        Object.entries({ ...first.jwk, kid: "without-alg" }).filter(([name]) => name !== "alg"),
      ),
      first,
    ];
    const verifier = create();
    for (const kid of ["oct", "private", "for-encryption", "broken", "without-alg"])
      assert.equal(await verify(verifier, await issue(first, {}, { kid })), "unknown_key", kid);
    assert.equal(await verify(verifier, await issue(first)), "valid");
  });

  test("RFC 8414 §3.3: metadata of another issuer are refused", async () => {
    issuer.metadata = { ...issuer.metadata, issuer: "https://evil.example.test" };
    const verifier = create();
    assert.equal(await verify(verifier, await issue(first)), "unavailable");
    assert.match(String(verifier.lastFailure()), /calls itself "https:\/\/evil\.example\.test"/);
    assert.equal(issuer.count("/jwks"), 0);
  });

  test("keys are not taken from an address without TLS, nor from behind a redirect", async () => {
    issuer.metadata = { ...issuer.metadata, jwks_uri: "http://keys.example.test/jwks" };
    assert.equal(await verify(create(), await issue(first)), "unavailable");
    issuer.instead = (_request, response) => {
      response.writeHead(302, { location: `${issuer.url}/elsewhere` }).end();
    };
    assert.equal(await verify(create({ jwksUri: `${issuer.url}/jwks` }), await issue(first)), "unavailable");
    assert.equal(issuer.count("/elsewhere"), 0);
  });

  test("with jwksUri no metadata are read", async () => {
    assert.equal(await verify(create({ jwksUri: `${issuer.url}/jwks` }), await issue(first)), "valid");
    assert.deepEqual(issuer.requests, ["/jwks"]);
  });
});

describe("while the issuer is away", () => {
  const failing: NonNullable<FakeIssuer["instead"]> = (_request, response) => response.writeHead(503).end();

  test("the known keys are used on for a day, and then no token is accepted", async () => {
    const verifier = create();
    const token = await issue(first);
    await verify(verifier, token);
    issuer.instead = failing;
    for (const age of [5 * MINUTE, DAY / 2, DAY / 2 - 1]) {
      nowSeconds += age;
      assert.equal(await verify(verifier, token), "valid", "a remembered token");
      assert.equal(await verify(verifier, await issue(first)), "valid", "a new token");
    }
    const other = await issue(first);
    assert.equal(await verify(verifier, other), "valid");
    nowSeconds += 10;
    assert.equal(await verify(verifier, token), "unavailable");
    assert.equal(
      await verify(verifier, other),
      "unavailable",
      "a remembered one as well, within the cool-down",
    );
    issuer.instead = undefined;
    nowSeconds += 5;
    assert.equal(await verify(verifier, token), "valid", "it recovers by itself");
  });

  test("staleIfErrorSeconds: 0 uses no key beyond its age", async () => {
    const verifier = create({ staleIfErrorSeconds: 0 });
    const token = await issue(first);
    await verify(verifier, token);
    issuer.instead = failing;
    nowSeconds += 5 * MINUTE;
    assert.equal(await verify(verifier, token), "unavailable");
  });

  test("the issuer is asked once per cool-down, whatever comes", async () => {
    const verifier = create();
    const token = await issue(first);
    await verify(verifier, token);
    issuer.instead = failing;
    issuer.requests.length = 0;
    nowSeconds += 5 * MINUTE;
    for (let count = 0; count < 100; count += 1) await verify(verifier, await issue(first));
    // The issuer hears of this request after all others.
    await fetch(`${issuer.url}/last`).then((response) => response.arrayBuffer());
    const before = issuer.requests.length - issuer.count("/last");
    assert.ok(before <= 1, `${before} requests`);
  });

  test("after one failure no request waits for an issuer that does not answer", async () => {
    let ended = 0;
    const counting: typeof fetch = (input, init) =>
      fetch(input, init).finally(() => {
        ended += 1;
      });
    const verifier = create({ timeoutMilliseconds: 3_000, fetch: counting });
    const token = await issue(first);
    await verify(verifier, token);
    issuer.instead = () => undefined;
    nowSeconds += 5 * MINUTE;
    assert.equal(await verify(verifier, token), "valid", "the first one waits for the time limit");
    nowSeconds += 10;
    const endedBefore = ended;
    const askedBefore = issuer.requests.length;
    assert.equal(await verify(verifier, token), "valid");
    assert.equal(await verify(verifier, await issue(first)), "valid");
    assert.equal(ended, endedBefore, "the others do not");
    await untilKnown(async () => issuer.requests.length > askedBefore);
  });

  test("an unknown key is not called invalid, since it may be a new one", async () => {
    const verifier = create();
    await verify(verifier, await issue(first));
    issuer.instead = failing;
    nowSeconds += 6;
    assert.equal(await verify(verifier, await issue(second)), "unavailable");
  });

  test("a server that starts without the issuer accepts nothing, and recovers after the cool-down", async () => {
    issuer.instead = failing;
    const verifier = create();
    const token = await issue(first);
    assert.equal(await verify(verifier, token), "unavailable");
    issuer.instead = undefined;
    assert.equal(await verify(verifier, token), "unavailable");
    nowSeconds += 5;
    assert.equal(await verify(verifier, token), "valid");
  });

  test("an answer that never ends is cut off", async () => {
    issuer.instead = (_request, response) => {
      response.writeHead(200);
      const chunk = "x".repeat(65_536);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", write);
      write();
    };
    assert.equal(await verify(create(), await issue(first)), "unavailable");
  });
});

describe("remembered tokens", () => {
  test("are remembered until they expire, and no longer", async () => {
    const verifier = create({ clockToleranceSeconds: 0 });
    const token = await issue(first, { exp: nowSeconds + 60 });
    assert.equal(verifier.recall(token), undefined);
    await verify(verifier, token);
    nowSeconds += 59;
    assert.ok(verifier.recall(token)?.valid);
    nowSeconds += 1;
    assert.equal(verifier.recall(token), undefined);
    assert.equal(await verify(verifier, token), "expired");
  });

  test("are compared as a whole: other claims before the same signature are another token", async () => {
    const verifier = create();
    const token = await issue(first);
    await verify(verifier, token);
    const [header, payload = "", signature] = token.split(".");
    const other = JSON.stringify({ ...JSON.parse(atob(payload)), sub: "usr_root" });
    const forged = `${header}.${Buffer.from(other).toString("base64url")}.${signature}`;
    assert.equal(verifier.recall(forged), undefined);
    assert.equal(await verify(verifier, forged), "wrong_signature");
  });

  test("are bounded", async () => {
    const verifier = create({ maxRememberedTokens: 10 });
    const tokens = await Promise.all(Array.from({ length: 40 }, () => issue(first)));
    for (const token of tokens) await verify(verifier, token);
    const remembered = tokens.filter((token) => verifier.recall(token)).length;
    assert.ok(remembered >= 5 && remembered <= 10, `${remembered}`);
  });

  test("may be none", async () => {
    const verifier = create({ maxRememberedTokens: 0 });
    const token = await issue(first);
    assert.equal(await verify(verifier, token), "valid");
    assert.equal(verifier.recall(token), undefined);
  });
});

describe("introspection", () => {
  const introspection = { clientId: "orders:api", clientSecret: "a secret + more", opaqueTokens: true };
  const active = (members: object = {}) => ({
    active: true,
    token_type: "Bearer",
    ...claimsOf(issuer, nowSeconds),
    ...members,
  });

  test("an opaque token is introspected with the credentials of the application, once per cache time", async () => {
    const verifier = create({ introspection });
    let authorization: string | undefined;
    issuer.introspection = (token, request) => {
      authorization = request.headers.authorization;
      return token === "opaque" ? active() : { active: false };
    };
    assert.equal(await verify(verifier, "opaque"), "valid");
    assert.equal(authorization, `Basic ${btoa("orders%3Aapi:a+secret+%2B+more")}`);
    assert.equal(await verify(verifier, "opaque"), "valid");
    assert.equal(issuer.count("/introspect"), 1);
    nowSeconds += 5;
    issuer.introspection = () => ({ active: false });
    assert.equal(await verify(verifier, "opaque"), "inactive");
    assert.equal(await verify(verifier, "another"), "inactive");
  });

  test("without its option an opaque token is malformed, and nobody is asked", async () => {
    const { opaqueTokens: _, ...credentials } = introspection;
    issuer.introspection = () => active();
    for (const given of [undefined, credentials, { ...credentials, always: true, opaqueTokens: false }]) {
      const verifier = create(given && { introspection: given });
      assert.equal(await verify(verifier, "opaque"), "malformed");
      assert.equal(outcomeOf(await verifier.verify("opaque", { fresh: true })), "malformed");
    }
    assert.deepEqual(issuer.requests, []);
  });

  test("an answer about a token for another API, or about a refresh token, is refused", async () => {
    const refused = {
      wrong_audience: active({ aud: "https://stock.example.test" }),
      wrong_issuer: active({ iss: "https://evil.example.test" }),
      wrong_type: active({ token_type: undefined }),
      expired: active({ exp: nowSeconds - 60 }),
      missing_claim: active({ sub: undefined }),
      bound_to_key: active({ cnf: { jkt: "x" } }),
    };
    for (const [problem, members] of Object.entries(refused)) {
      issuer.introspection = () => members;
      assert.equal(await verify(create({ introspection }), "opaque"), problem);
    }
  });

  test("always: a JWT is active and has the scopes that its subject still holds", async () => {
    const verifier = create({ introspection: { ...introspection, always: true } });
    const token = await issue(first, { scope: "orders:read orders:write", acr: "1" });
    issuer.introspection = () => active({ scope: "orders:read" });
    const verified = await verifier.verify(token);
    assert.ok(verified.valid);
    assert.deepEqual(verified.auth.scopes, ["orders:read"]);
    assert.equal(verified.auth.claims.acr, "1");
    issuer.introspection = () => ({ active: false });
    nowSeconds += 5;
    assert.equal(await verify(verifier, token), "inactive");
    assert.equal(await verify(verifier, await issue(second)), "unknown_key");
    assert.equal(issuer.count("/introspect"), 2, "a token that is not valid is not introspected");
  });

  test("fresh: the issuer is asked, whatever is remembered", async () => {
    const verifier = create({ introspection });
    const token = await issue(first);
    assert.equal(await verify(verifier, token), "valid");
    assert.equal(outcomeOf(await verifier.verify(token, { fresh: true })), "inactive");
    assert.equal(outcomeOf(await create().verify(token, { fresh: true })), "unavailable", "nobody to ask");
  });

  test("no answer is no permission: an error, wrong credentials, or 200 without `active`", async () => {
    for (const [status, body] of [
      [500, "{}"],
      [401, "{}"],
      [200, "{}"],
      [200, '{"active":"true"}'],
      [200, "x"],
    ] as const) {
      issuer.instead = (request, response) => {
        const isMetadata = request.url !== "/introspect";
        response
          .writeHead(isMetadata ? 200 : status)
          .end(isMetadata ? JSON.stringify(issuer.metadata) : body);
      };
      assert.equal(await verify(create({ introspection }), "opaque"), "unavailable", `${status} ${body}`);
    }
  });

  test("no more than 64 are under way at a time", async () => {
    const verifier = create({ introspection, timeoutMilliseconds: 500 });
    await verify(verifier, "first");
    issuer.instead = () => undefined;
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => verify(verifier, `t${index}`)),
    );
    assert.deepEqual(new Set(results), new Set(["unavailable"]));
    assert.ok(issuer.count("/introspect") <= 65, `${issuer.count("/introspect")}`);
  });
});

describe("revocations", () => {
  const introspection = { clientId: "orders-api", clientSecret: "secret" };
  const state = { revoked: new Set<string>(), current: true };
  const revocations = {
    isRevoked: ({ jti }: { readonly jti: string }) => state.revoked.has(jti),
    isCurrent: () => state.current,
    close: () => undefined,
  };
  beforeEach(() => {
    state.revoked.clear();
    state.current = true;
  });
  after(() => state.revoked.clear());

  test("a revoked token is refused at once, also when it is remembered", async () => {
    const verifier = create({ revocations });
    const token = await issue(first, { jti: "one" });
    assert.equal(await verify(verifier, token), "valid");
    state.revoked.add("one");
    assert.equal(await verify(verifier, token), "revoked");
    assert.deepEqual(verifier.recall(token), { valid: false, problem: "revoked" });
  });

  test("in silence nothing is accepted, by default", async () => {
    const verifier = create({ revocations });
    const token = await issue(first, { jti: "one" });
    await verify(verifier, token);
    state.current = false;
    assert.equal(await verify(verifier, token), "unavailable");
    state.revoked.add("one");
    assert.equal(await verify(verifier, token), "revoked", "what is known stays known");
  });

  test("in silence tokens are introspected where that is possible", async () => {
    const verifier = create({ revocations, introspection });
    const token = await issue(first);
    assert.equal(await verify(verifier, token), "valid");
    assert.equal(issuer.count("/introspect"), 0);
    state.current = false;
    assert.equal(verifier.recall(token), undefined);
    assert.equal(await verify(verifier, token), "inactive");
    const strict = create({ revocations, introspection, onSilence: "refuse" });
    assert.equal(await verify(strict, token), "unavailable");
  });
});

describe("mistakes of the developer", () => {
  const MISTAKES: Readonly<Record<string, readonly [options: object | undefined, message: RegExp]>> = {
    "no options": [undefined, /write \{ issuer, audience \}/],
    "no issuer": [{ issuer: undefined }, /^UsageError: issuer: write the base URL/],
    "an issuer without TLS": [{ issuer: "http://auth.example.test" }, /use https:\/\//],
    "no audience": [{ audience: undefined }, /^UsageError: audience: write the identifier/],
    "an empty audience": [{ audience: [] }, /audience/],
    "a symmetric algorithm": [{ algorithms: ["HS256"] }, /HS256 is not accepted/],
    "no signature": [{ algorithms: ["none"] }, /none is not accepted/],
    "no algorithm": [{ algorithms: [] }, /algorithms/],
    "a negative tolerance": [
      { clockToleranceSeconds: -1 },
      /clockToleranceSeconds: write a number from 0 to 300/,
    ],
    "a cool-down of nothing": [{ keyCooldownSeconds: 0 }, /keyCooldownSeconds/],
    "no secret": [
      { introspection: { clientId: "a", clientSecret: "" } },
      /introspection\.clientSecret: is empty/,
    ],
    "an option that is not true or false": [
      { introspection: { clientId: "a", clientSecret: "b", opaqueTokens: "no" } },
      /introspection\.opaqueTokens: write true or false/,
    ],
    "a negative memory": [{ maxRememberedBytes: -1 }, /maxRememberedBytes/],
    "silence without revocations": [{ onSilence: "refuse" }, /onSilence/],
    "silence without introspection": [
      { onSilence: "introspect", revocations: { isRevoked: () => false, isCurrent: () => true, close() {} } },
      /give introspection, too/,
    ],
  };
  for (const [name, [options, message]] of Object.entries(MISTAKES))
    test(`${name}: a UsageError that says what to write`, () => {
      const given = options && { issuer: "https://auth.example.test", audience: AUDIENCE, ...options };
      assert.throws(
        () => createVerifier(given as VerifierOptions),
        (error: unknown) => {
          assert.ok(error instanceof UsageError);
          assert.match(String(error), message);
          return true;
        },
      );
    });
});

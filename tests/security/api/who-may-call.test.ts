// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt, type JWTPayload } from "jose";
import { type JwtType, signJwt } from "../../../packages/server/src/tokens/sign-jwt.ts";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";
import { storeDelegation } from "../../support/store-delegation.ts";
import { byEcdsa, byHmac, forge, STRANGER, textsOfPublicKey, unsigned } from "../forgery/forge.ts";
import {
  ADMINISTRATOR,
  allPermissions,
  assertProblem,
  bearer,
  fingerprint,
  issueTokenTo,
  mapInOrder,
  send,
  storeLogos,
  withGuardedApi,
} from "./guarded-api.ts";
import {
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
  validCall,
} from "./operations.ts";
import { secretOf } from "./world.ts";

let licet: RunningLicet;
let operations: readonly Operation[];
let ids: SpareIds;
let everything: readonly string[];
/** Of an administrator: it opens every route, so that whatever is refused below is refused for one reason. */
let genuine: string;
let claims: JWTPayload;

withGuardedApi(async (guarded) => {
  ({ licet, token: genuine } = guarded);
  await storeLogos(licet);
  operations = await readOperations(licet);
  ids = await findSpareIds(licet);
  everything = await allPermissions(licet);
  claims = decodeJwt(genuine);
});

/** Signed by our own key: only what it says can be wrong. */
const signedByUs = async (changes: JWTPayload, typ: JwtType = "at+jwt"): Promise<string> => {
  const { keyRing, clock } = licet.services;
  return signJwt(keyRing.signer("ES256", clock.milliseconds()), typ, { ...claims, ...changes });
};

/** A user's token, as a sign-in through the console would give it. */
const userToken = async (username: string, scope: readonly string[] = everything): Promise<string> => {
  const user = await licet.services.storage.state.findUserByUsername(username);
  assert.ok(user);
  const signIn = { auth_time: claims.iat ?? 0, acr: "1", amr: ["pwd"] };
  const jti = await storeDelegation(licet, user, "console", scope.join(" "));
  return signedByUs({ sub: user.id, client_id: "console", scope: scope.join(" "), jti, ...signIn });
};

const NO_TOKEN = { status: 401, challenge: () => 'Bearer realm="licet"' };
const INVALID = { status: 401, challenge: () => 'Bearer realm="licet", error="invalid_token"' };
const INSUFFICIENT = {
  status: 403,
  challenge: ({ permission }: Operation) =>
    `Bearer realm="licet", error="insufficient_scope", scope="${permission}"`,
};
type Refusal = typeof NO_TOKEN | typeof INVALID | typeof INSUFFICIENT;

/** Asks every route and finds the same refusal at each, and everything as it was. */
async function assertRefusedEverywhere(
  authorize: (operation: Operation) => Promise<string | undefined> | string | undefined,
  refusal: Refusal,
  asked = operations,
): Promise<void> {
  const untouched = await fingerprint(licet);
  const answers = await mapInOrder(asked, async (operation) => {
    const authorization = await authorize(operation);
    const headers = authorization === undefined ? {} : { authorization };
    return { operation, answer: await send(licet, { ...validCall(operation, ids), headers }) };
  });
  const got = answers.map(({ operation, answer }) => {
    if (answer.status === refusal.status)
      assertProblem(answer, refusal.status, refusal.status === 401 ? "unauthenticated" : "forbidden");
    // A revision tells how much is going on; that is for callers who were let in.
    assert.equal(answer.headers.get("licet-revision"), null);
    return `${titleOf(operation)} ${answer.status} ${answer.headers.get("www-authenticate")}`;
  });
  const wanted = asked.map(
    (operation) => `${titleOf(operation)} ${refusal.status} ${refusal.challenge(operation)}`,
  );
  assert.deepEqual(got, wanted);
  assert.deepEqual(await fingerprint(licet), untouched, "nothing was changed");
}

/** For what one door decides for all routes: one route of each permission, by its last, which as a rule writes. */
const oneOfEachPermission = (): readonly Operation[] => [
  ...new Map(operations.map((operation) => [operation.permission, operation])).values(),
];

const withToken = (token: string) => () => `Bearer ${token}`;

test("RFC 6750 §3: without a token every route says what it wants and nothing else", () =>
  assertRefusedEverywhere(() => undefined, NO_TOKEN));

describe("RFC 6750 §3.1: another way of authentication is no token, and nothing is said about why", () => {
  const others = {
    Basic: () => `Basic ${Buffer.from(`${ADMINISTRATOR}:${secretOf(ADMINISTRATOR)}`).toString("base64")}`,
    DPoP: () => `DPoP ${genuine}`,
    "a token without a scheme": () => genuine,
  };
  for (const [name, authorize] of Object.entries(others))
    test(name, () => assertRefusedEverywhere(authorize, NO_TOKEN, oneOfEachPermission()));
});

describe("RFC 6750 §2.1: a malformed token is an invalid token", () => {
  const malformed: Record<string, (token: string) => string> = {
    "the scheme alone": () => "Bearer",
    "two tokens": (token) => `Bearer ${token} ${token}`,
    "a comma and more": (token) => `Bearer ${token}, Basic YWRtaW4=`,
    "not a JWT": () => "Bearer not-a-jwt",
    "two parts": (token) => `Bearer ${token.split(".").slice(0, 2).join(".")}`,
    "a NUL, escaped": () => "Bearer %00",
    "twelve thousand characters": () => `Bearer ${"a".repeat(12_000)}`,
  };
  for (const [name, authorize] of Object.entries(malformed))
    test(name, () => assertRefusedEverywhere(() => authorize(genuine), INVALID, oneOfEachPermission()));
});

describe("RFC 9068 §4: a token of ours that is not for this, or not any more", () => {
  const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
  const everywhere: Record<string, () => Promise<string>> = {
    expired: () => signedByUs({ iat: hourAgo() - 60, exp: hourAgo() }),
    "for another audience": () => issueTokenTo(licet, "orders-app", "orders:read"),
    "an ID token": () => signedByUs({}, "JWT"),
  };
  for (const [name, make] of Object.entries(everywhere))
    test(`${name}, at every route`, async () => assertRefusedEverywhere(withToken(await make()), INVALID));

  const cases: Record<string, () => Promise<string>> = {
    "of the future": () => signedByUs({ iat: hourAgo() + 7200, exp: hourAgo() + 10_800 }),
    "for another audience, whatever its scope": () => signedByUs({ aud: "https://orders.example.test" }),
    "for our issuer, not for our API": () => signedByUs({ aud: licet.url }),
    "for a path below the API": () => signedByUs({ aud: `${licet.url}/api/v1/` }),
    "of another issuer": () => signedByUs({ iss: "https://evil.example.test" }),
    "an ID token for its client": () => signedByUs({ aud: ADMINISTRATOR, nonce: "n" }, "JWT"),
    "a logout token": () => signedByUs({}, "logout+jwt"),
    "of a client that is not there": () => signedByUs({ sub: "nobody", client_id: "nobody" }),
    "of a user who is not there": () =>
      signedByUs({ sub: "usr_000000000000000000000000", client_id: "console" }),
    "of a subject that is no user": () => signedByUs({ sub: "second", client_id: "console" }),
    "of a user by name": () => signedByUs({ sub: "alice", client_id: "console" }),
    "whose id is a number": () => signedByUs({ jti: 1 } as unknown as JWTPayload),
  };
  for (const [name, make] of Object.entries(cases))
    test(name, async () => assertRefusedEverywhere(withToken(await make()), INVALID, oneOfEachPermission()));
});

describe("RFC 8725 §3.1: a token that our key did not sign", () => {
  const header = () => JSON.parse(Buffer.from(String(genuine.split(".")[0]), "base64url").toString());
  const cases: Record<string, () => Promise<string> | string> = {
    "alg none": () => forge({ ...header(), alg: "none" }, claims, unsigned),
    "HS256 with the published key": async () => {
      const response = await fetch(`${licet.url}/oidc/jwks`);
      const { keys } = (await response.json()) as { keys: readonly { kid: string }[] };
      const own = keys.find(({ kid }) => kid === header().kid);
      return forge({ ...header(), alg: "HS256" }, claims, byHmac("sha256", JSON.stringify(own)));
    },
    "HS256 with a public key's text": () => {
      const [, text] = textsOfPublicKey(STRANGER.ec.publicKey)[0] ?? [];
      return forge({ ...header(), alg: "HS256" }, claims, byHmac("sha256", String(text)));
    },
    "a stranger's key under our key id": () => forge(header(), claims, byEcdsa(STRANGER.ec.privateKey)),
    "a stranger's key that the header brings along": () =>
      forge(
        { ...header(), jwk: STRANGER.ec.publicKey.export({ format: "jwk" }) },
        claims,
        byEcdsa(STRANGER.ec.privateKey),
      ),
    "claims changed under a genuine signature": () => {
      const [head, , signature] = genuine.split(".");
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: "second" })).toString("base64url");
      return `${head}.${changed}.${signature}`;
    },
  };
  for (const [name, make] of Object.entries(cases))
    test(name, async () => assertRefusedEverywhere(withToken(await make()), INVALID, oneOfEachPermission()));
});

describe("RFC 6750 §3.1: a token that was good", () => {
  test("RFC 7009 §2: revoked", async () => {
    const token = await issueTokenTo(licet, ADMINISTRATOR, everything.join(" "));
    const client = { client_id: ADMINISTRATOR, client_secret: secretOf(ADMINISTRATOR) };
    assert.equal((await postForm(`${licet.url}/oidc/revoke`, { token, ...client })).status, 200);
    await assertRefusedEverywhere(withToken(token), INVALID);
  });

  test("of an application that was disabled since", async () => {
    const token = await issueTokenTo(licet, "retired", everything.join(" "));
    await change("PUT", "/applications/retired", { type: "service", name: "retired", enabled: false });
    await assertRefusedEverywhere(withToken(token), INVALID);
  });

  test("of an access account that was disabled since", async () => {
    const good = await signedByUs({ sub: "ak_spare", client_id: "ak_spare" });
    await change("PUT", "/applications/spare/access-accounts/ak_spare", { enabled: false });
    await assertRefusedEverywhere(withToken(good), INVALID);
    await change("PUT", "/applications/spare/access-accounts/ak_spare", { enabled: true });
  });

  test("of a user who was disabled since", async () => {
    const token = await userToken("bob");
    await change("PUT", "/users/bob", { enabled: false });
    await assertRefusedEverywhere(withToken(token), INVALID);
    await change("PUT", "/users/bob", { enabled: true });
  });

  test("whose permission was taken away since: it is gone from the token at once", async () => {
    const token = await issueTokenTo(licet, "dismissed", everything.join(" "));
    const admitted = await send(licet, { method: "GET", path: "/api/v1/roles", headers: bearer(token) });
    assert.equal(admitted.status, 200);
    const { body } = await change("GET", "/assignments?principal=application:dismissed");
    await change("DELETE", `/assignments/${body.items[0].id}`);
    await assertRefusedEverywhere(withToken(token), INSUFFICIENT);
  });
});

describe("RFC 6750 §3.1: a good token that does not carry the permission of the route", () => {
  const issued = new Map<string, Promise<string>>();
  const tokenWithout = (permission: string): Promise<string> => {
    const others = everything.filter((other) => other !== permission).join(" ");
    const token = issued.get(permission) ?? issueTokenTo(licet, ADMINISTRATOR, others);
    issued.set(permission, token);
    return token;
  };

  test("though the caller may do everything, and it carries all other permissions", () =>
    assertRefusedEverywhere(
      async ({ permission }) => `Bearer ${await tokenWithout(permission)}`,
      INSUFFICIENT,
    ));

  test("and it carries none at all", async () =>
    assertRefusedEverywhere(withToken(await signedByUs({ scope: "" })), INSUFFICIENT));

  test("and its scope is the name with other cases, a wildcard, or a longer name", async () => {
    const near = ({ permission }: Operation) =>
      [permission.toUpperCase(), "licet:*", `${permission}s`, permission.slice(0, -1), "*"].join(" ");
    await assertRefusedEverywhere(
      async (operation) => `Bearer ${await signedByUs({ scope: near(operation) })}`,
      INSUFFICIENT,
    );
  });

  test("CVE-2026-41427: of a user without the role, whatever the scope says", async () =>
    assertRefusedEverywhere(withToken(await userToken("bob")), INSUFFICIENT));

  test("of an application without the role, whatever the scope says", async () =>
    assertRefusedEverywhere(
      withToken(await signedByUs({ sub: "orders-app", client_id: "orders-app" })),
      INSUFFICIENT,
    ));

  test("of an access account whose ceiling does not let it through", async () =>
    assertRefusedEverywhere(
      withToken(await signedByUs({ sub: "ak_narrow", client_id: "ak_narrow" })),
      INSUFFICIENT,
    ));
});

describe("RFC 6750 §2.3: a token that is not in the Authorization header is not looked at", () => {
  test("in the query", async () => {
    for (const operation of operations) {
      const { path, ...rest } = validCall(operation, ids);
      const answer = await send(licet, {
        ...rest,
        path: `${path}${path.includes("?") ? "&" : "?"}access_token=${genuine}`,
      });
      assert.equal(answer.status, 401, titleOf(operation));
      assert.equal(answer.headers.get("www-authenticate"), 'Bearer realm="licet"');
    }
  });

  test("as a cookie or another header", async () => {
    const headers = {
      cookie: `access_token=${genuine}`,
      "x-access-token": genuine,
      "x-authorization": `Bearer ${genuine}`,
    };
    for (const operation of operations) {
      const answer = await send(licet, { ...validCall(operation, ids), headers });
      assert.equal(answer.status, 401, titleOf(operation));
    }
  });
});

test("RFC 6750 §3: a stream of changes is guarded like the page", async () => {
  const accept = { accept: "text/event-stream" };
  const tokens = [undefined, await signedByUs({ scope: "licet:check" }), await signedByUs({}, "JWT")];
  const statuses = [];
  for (const token of tokens) {
    const headers = { ...accept, ...(token !== undefined && bearer(token)) };
    const answer = await send(licet, { method: "GET", path: "/api/v1/changes", headers });
    assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json\b/);
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [401, 403, 401]);
});

test("AuthZEN §10.1: a user's token is not enough, though the user may do everything", async () => {
  await change("POST", "/assignments", { principal: "user:alice", role: "licet-administrator" });
  const token = await userToken("alice");
  for (const operation of operations.filter(({ isAuthzen }) => isAuthzen)) {
    const answer = await send(licet, { ...validCall(operation, ids), headers: bearer(token) });
    assertProblem(answer, 403, "forbidden");
  }
  const own = await send(licet, { method: "GET", path: "/api/v1/roles", headers: bearer(token) });
  assert.equal(own.status, 200, "the management API takes it");
});

/** The last test: it uses everything up. */
test("and the same requests work for a caller with the permission: reads, then writes, then deletions", async () => {
  const by = (wanted: string) => operations.filter(({ method }) => method === wanted);
  const refused: unknown[] = [];
  // An operation that comes first in the document contains, or is needed by, later ones.
  for (const operation of [...by("GET"), ...by("PUT"), ...by("POST"), ...by("DELETE").reverse()]) {
    const answer = await send(licet, { ...validCall(operation, ids), headers: bearer(genuine) });
    if (answer.status >= 300)
      refused.push({ at: titleOf(operation), status: answer.status, text: answer.text });
  }
  assert.deepEqual(refused, []);
});

async function change(method: string, path: string, body?: object) {
  const answer = await send(licet, { method, path: `/api/v1${path}`, body, headers: bearer(genuine) });
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

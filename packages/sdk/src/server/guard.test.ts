import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { UsageError } from "../common/usage-error.ts";
import { type Auth, createAuth, nameSubject } from "./auth.ts";
import { bearerChallenge } from "./bearer-challenge.ts";
import * as byExpress from "./express.ts";
import { type AuthOptions, createGuard } from "./guard.ts";
import { pathOf } from "./http-answer.ts";
import * as byNode from "./node.ts";
import type { PermissionAnswer, PermissionQuestion } from "./permission-checker.ts";
import { requireAnyScope, requirePermission, requireScopes } from "./requirements.ts";
import { createResourceMetadata } from "./resource-metadata.ts";
import {
  AUDIENCE,
  claimsOf,
  type FakeIssuer,
  generateSigningKey,
  sign,
  startFakeIssuer,
} from "./testing/fake-issuer.ts";

const ISSUER = "https://auth.example.test";
const parts = { method: "GET", url: "/orders", authorization: undefined };
const silent = { log: false } as const;

const callerWith = (claims: Readonly<Record<string, unknown>> = {}): Auth =>
  createAuth({ ...claimsOf({ url: ISSUER }), ...claims });

describe("RFC 6750 §3: the challenge", () => {
  test("has no parameter without a reason", () => assert.equal(bearerChallenge({}), "Bearer"));

  test("cannot be ended by a value", () => {
    const challenge = bearerChallenge({ error_description: 'a", b="c\\\r\nx: y\u00e9' });
    assert.equal(challenge, 'Bearer error_description="a?, b=?c???x: y?"');
  });
});

describe("RFC 9728 §3.1: the address of the document", () => {
  const ADDRESSES = {
    "https://orders.example.test": "https://orders.example.test/.well-known/oauth-protected-resource",
    "https://orders.example.test/": "https://orders.example.test/.well-known/oauth-protected-resource",
    "https://api.example.test/v1/orders":
      "https://api.example.test/.well-known/oauth-protected-resource/v1/orders",
    "https://api.example.test:8443/v1?tenant=a":
      "https://api.example.test:8443/.well-known/oauth-protected-resource/v1?tenant=a",
  };
  for (const [resource, address] of Object.entries(ADDRESSES))
    test(`of ${resource}`, () => {
      const metadata = createResourceMetadata(resource, ISSUER);
      assert.equal(metadata?.url, address);
      assert.ok(metadata.isAt(new URL(address).pathname), "it is served there");
      assert.ok(!metadata.isAt("/.well-known/oauth-protected-resource/other"), "and nowhere else");
      assert.equal(JSON.parse(metadata.answer("GET").body).resource, resource);
    });

  test("a resource that has no web address has no document", async () => {
    assert.equal(createResourceMetadata("urn:orders", ISSUER), undefined);
    const guard = createGuard({ issuer: ISSUER, audience: "urn:orders", ...silent });
    const outcome = await guard.authenticate(parts);
    assert.ok("answer" in outcome);
    assert.equal(outcome.answer.headers["www-authenticate"], "Bearer");
  });

  test("metadata: false names and serves none", async () => {
    const guard = createGuard({ issuer: ISSUER, audience: AUDIENCE, metadata: false, ...silent });
    const outcome = await guard.authenticate(parts);
    assert.ok("answer" in outcome);
    assert.equal(outcome.answer.headers["www-authenticate"], "Bearer");
    assert.equal(guard.findMetadata({ ...parts, url: "/.well-known/oauth-protected-resource" }), undefined);
  });
});

test("the path of a URL is without host, query and fragment", () => {
  const PATHS = {
    "/orders?access_token=x": "/orders",
    "https://user:secret@api.test/orders?x": "/orders",
    "https://api.test?x": "/",
    "/a//b#c": "/a//b",
    "*": "*",
  };
  for (const [url, path] of Object.entries(PATHS)) assert.equal(pathOf(url), path);
});

test("the subject of a token has its name in permission checks", () => {
  assert.equal(nameSubject(callerWith()), "user:usr_alice");
  assert.equal(nameSubject(callerWith({ sub: "shop" })), "application:shop");
  const withKey = callerWith({ sub: "ak_1", client_id: "ak_1", azp: "shop" });
  assert.equal(nameSubject(withKey), "access_account:ak_1");
});

describe("requirements", () => {
  test("name what to write when a scope is none", () => {
    for (const require of [requireScopes, requireAnyScope]) {
      assert.throws(() => require(), UsageError);
      for (const wrong of ["orders:read orders:write", "", 'a"b', "ä"])
        assert.throws(() => require(wrong), /is not one scope; write each as an argument of its own/);
    }
    assert.throws(() => requirePermission(""), UsageError);
  });

  const ask = async (
    checker: AuthOptions["checker"],
    askAbout?: Parameters<typeof requirePermission<unknown>>[1],
    auth: Auth = callerWith(),
  ) => {
    const options = { issuer: ISSUER, audience: AUDIENCE, ...silent };
    const guard = createGuard(checker ? { ...options, checker } : options);
    const answer = await requirePermission("orders:write", askAbout)({ guard, auth, parts, request: {} });
    return answer?.status ?? 200;
  };

  test("a local checker that is too old or knows too little asks the server", async () => {
    const checkerWith = (reason: string, fresh?: PermissionAnswer) => ({
      check: () => ({ allowed: false, reason }),
      ...(fresh && { checkFresh: async () => fresh }),
    });
    for (const reason of ["stale", "not_replicated"]) {
      assert.equal(await ask(checkerWith(reason)), 503);
      assert.equal(await ask(checkerWith(reason, { allowed: true })), 200);
      assert.equal(await ask(checkerWith(reason, { allowed: false })), 403);
      assert.equal(await ask(checkerWith(reason, { allowed: false, reason: "stale" })), 503);
    }
    assert.equal(
      await ask(checkerWith("not_granted", { allowed: true })),
      403,
      "a denial is not asked again",
    );
  });

  test("the log of a refusal says what was asked, and about which instance", async () => {
    const lines: string[] = [];
    const guard = createGuard({
      issuer: ISSUER,
      audience: AUDIENCE,
      log: (line) => void lines.push(line),
      checker: { check: () => ({ allowed: false }) },
    });
    for (const resource of [
      undefined,
      "orders/77",
      { type: "orders", id: "7\n7", attributes: { secret: 1 } },
    ]) {
      const requirement = requirePermission("orders:write", () => (resource ? { resource } : {}));
      await requirement({ guard, auth: callerWith(), parts, request: {} });
    }
    const expectations = lines.map((line) => line.split("; ").find((part) => part.startsWith("expected")));
    assert.deepEqual(expectations, [
      'expected orders:write for "user:usr_alice"',
      'expected orders:write for "user:usr_alice" at orders/77',
      'expected orders:write for "user:usr_alice" at orders/7\\n7',
    ]);
  });

  test("the question holds what the token says about the sign-in, and what the application adds", async () => {
    let asked: PermissionQuestion | undefined;
    const checker = {
      check(question: PermissionQuestion) {
        asked = question;
        return { allowed: true };
      },
    };
    const auth = callerWith({ acr: "1", amr: ["pwd"], auth_time: 5 });
    await ask(checker, async () => ({ subject: "user:bob", context: { ip: "192.0.2.1" } }), auth);
    assert.deepEqual(asked, {
      subject: "user:bob",
      permission: "orders:write",
      context: { client: { id: "shop" }, acr: "1", amr: ["pwd"], auth_time: 5, ip: "192.0.2.1" },
    });
  });

  test("without a checker the application is wired wrongly", async () => {
    await assert.rejects(() => ask(undefined), /requirePermission\(\) needs a checker/);
  });
});

describe("an application that is wired wrongly", () => {
  let issuer: FakeIssuer;
  let token: string;
  before(async () => {
    issuer = await startFakeIssuer();
    const key = await generateSigningKey("k1");
    issuer.keys = [key];
    token = await sign(key, claimsOf(issuer));
  });
  after(() => issuer.stop());

  test("requireScopes() without auth() fails, even if the request has an auth of somebody else", () => {
    const request = { method: "GET", url: "/", headers: {}, auth: callerWith({ scope: "orders:read" }) };
    let failure: unknown;
    byExpress.requireScopes("orders:read")(request as never, {} as never, (error) => {
      failure = error ?? "next() was called";
    });
    assert.match(String(failure), /put auth\(\) before requireScopes\(\)/);
  });

  test("a callback that throws under node:http is 500, and the process lives on", async (t) => {
    const logged = t.mock.method(console, "error", () => undefined);
    const protect = byNode.auth({ issuer: issuer.url, audience: AUDIENCE, ...silent });
    const failing = byNode.requirePermission(
      "orders:read",
      () => {
        throw new Error("a mistake");
      },
      { checker: { check: () => ({ allowed: true }) } },
    );
    const server = createServer(protect(failing, (_request, response) => response.end("reached")));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual([response.status, await response.text()], [500, ""]);
    assert.equal(logged.mock.callCount(), 1);
    server.closeAllConnections();
    server.close();
  });

  test("fresh: the requests that it names are introspected, and have the scopes of the answer", async () => {
    const introspection = { clientId: "orders-api", clientSecret: "secret" };
    const options = { issuer: issuer.url, audience: AUDIENCE, ...silent };
    const guard = createGuard({ ...options, introspection, fresh: ({ method }) => method !== "GET" });
    const call = async (method: string) => {
      const outcome = await guard.authenticate({ method, url: "/", authorization: `Bearer ${token}` });
      return "auth" in outcome ? outcome.auth.scopes : outcome.answer.status;
    };
    assert.deepEqual(await call("GET"), ["orders:read"]);
    assert.equal(await call("POST"), 401);
    issuer.introspection = () => ({
      active: true,
      token_type: "Bearer",
      ...claimsOf(issuer),
      scope: "other",
    });
    assert.deepEqual(await call("POST"), ["other"]);
    assert.deepEqual(await call("GET"), ["orders:read"]);
    assert.throws(() => createGuard({ ...options, fresh: () => true }), /give introspection, too/);
  });

  test("while the issuer is away the answer is 503 with Retry-After and no challenge", async () => {
    const lines: string[] = [];
    const guard = createGuard({
      issuer: "http://127.0.0.1:1",
      audience: AUDIENCE,
      log: (line) => lines.push(line),
    });
    const outcome = await guard.authenticate({ ...parts, authorization: `Bearer ${token}` });
    assert.deepEqual(outcome, {
      answer: {
        status: 503,
        headers: { "cache-control": "no-store", "content-type": "application/json", "retry-after": "2" },
        body: '{"error":"temporarily_unavailable","error_description":"access tokens cannot be verified at the moment"}',
      },
    });
    assert.match(
      lines.join(),
      /^licet: 503 GET \/orders: .*expected the keys of the issuer; http:\/\/127\.0\.0\.1:1\/.* could not be read/,
    );
    assert.ok(!lines.join().includes(token));
  });

  test("in production nothing is logged unless a log is given", async (t) => {
    const warned = t.mock.method(console, "warn", () => undefined);
    const before = process.env.NODE_ENV;
    const refuse = () => createGuard({ issuer: ISSUER, audience: AUDIENCE }).authenticate(parts);
    try {
      process.env.NODE_ENV = "production";
      await refuse();
      assert.equal(warned.mock.callCount(), 0);
      process.env.NODE_ENV = "development";
      await refuse();
      assert.equal(warned.mock.callCount(), 1);
    } finally {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    }
  });
});

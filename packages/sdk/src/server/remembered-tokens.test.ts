import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { untilKnown } from "../../../../tests/support/until-known.ts";
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
import type { VerifierOptions } from "./verifier-options.ts";

const WRITE_HEAP = fileURLToPath(new URL("./testing/write-heap-of-verifier.ts", import.meta.url));

let key: SigningKey;
before(async () => {
  key = await generateSigningKey("first");
});

let issuer: FakeIssuer;
beforeEach(async () => {
  issuer = await startFakeIssuer();
  issuer.keys = [key];
});
afterEach(() => issuer.stop());

/** The clock stands still: how long a test takes changes nothing. */
const NOW = 1_800_000_000;
const create = (options: Partial<VerifierOptions> = {}): Verifier =>
  createVerifier({ issuer: issuer.url, audience: AUDIENCE, clock: { now: () => NOW * 1_000 }, ...options });
const issue = (claims: Readonly<Record<string, unknown>> = {}) =>
  sign(key, { ...claimsOf(issuer, NOW), ...claims });
const verify = async (verifier: Verifier, token: string): Promise<string> => {
  const verification = await verifier.verify(token);
  return verification.valid ? "valid" : verification.problem;
};

test("tokens of any size have bounded memory together", async () => {
  const verifier = create({ maxRememberedBytes: 60_000 });
  const large = await Promise.all(Array.from({ length: 20 }, () => issue({ more: "x".repeat(3_000) })));
  for (const token of large) assert.equal(await verify(verifier, token), "valid");
  const remembered = large.filter((token) => verifier.recall(token)).length;
  assert.ok(remembered >= 2 && remembered <= 7, `${remembered}`);
  const larger = await issue({ more: "x".repeat(11_000) });
  const strict = create({ maxRememberedBytes: 20_000 });
  assert.equal(await verify(strict, larger), "valid");
  assert.equal(strict.recall(larger), undefined, "one that would take the places of all others has none");
});

test("the memory of a verifier holds no token", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "licet-heap-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "heap.heapsnapshot");
  const { stdout } = await promisify(execFile)(process.execPath, [WRITE_HEAP, file]);
  const { valid, token, jti } = JSON.parse(stdout) as { valid: boolean; token: string; jti: string };
  assert.equal(valid, true);
  const heap = await readFile(file, "utf8");
  assert.ok(heap.includes(jti), "the claims are remembered");
  // A snapshot shortens long texts.
  assert.ok(!heap.includes(token.slice(0, 300)), "the token is not");
});

test("a flood of tokens with a wrong signature takes no place of a verified one", async () => {
  const verifier = create({ maxRememberedTokens: 2 });
  const token = await issue();
  assert.equal(await verify(verifier, token), "valid");
  const signature = token.slice(token.lastIndexOf("."));
  for (let count = 0; count < 50; count += 1) {
    const other = await issue();
    const forged = other.slice(0, other.lastIndexOf(".")) + signature;
    assert.equal(await verify(verifier, forged), "wrong_signature");
  }
  assert.ok(verifier.recall(token)?.valid);
});

describe("a flood of opaque tokens", () => {
  const introspection = { clientId: "orders-api", clientSecret: "secret", always: true, opaqueTokens: true };
  const isOpaque = (token: string) => token.startsWith("opaque");
  const answerFor = (token: string) =>
    isOpaque(token) ? { active: false } : { active: true, token_type: "Bearer", ...claimsOf(issuer, NOW) };

  test("does not take the place of an answer about a verified token", async () => {
    const verifier = create({ introspection, maxRememberedBytes: 20_000 });
    const asked: string[] = [];
    issuer.introspection = (token) => {
      asked.push(token);
      return answerFor(token);
    };
    const token = await issue();
    assert.equal(await verify(verifier, token), "valid");
    for (let count = 0; count < 200; count += 1)
      assert.equal(await verify(verifier, `opaque-${count}`), "inactive");
    assert.equal(await verify(verifier, token), "valid");
    assert.equal(asked.filter((one) => one === token).length, 1);
  });

  test("does not keep a verified token from being introspected", async () => {
    const held: (() => void)[] = [];
    const verifier = create({
      introspection,
      timeoutMilliseconds: 60_000,
      fetch: async (input, init) => {
        if (String(init?.body).startsWith("token=opaque"))
          await new Promise<void>((resolve) => held.push(resolve));
        return fetch(input, init);
      },
    });
    issuer.introspection = answerFor;
    const flood = Array.from({ length: 200 }, (_, index) => verify(verifier, `opaque-${index}`));
    await untilKnown(async () => held.length > 0);
    assert.equal(await verify(verifier, await issue()), "valid");
    assert.ok(held.length < 200, "most of the flood is refused at once");
    for (const release of held) release();
    assert.deepEqual(new Set(await Promise.all(flood)), new Set(["inactive", "unavailable"]));
  });
});

test("failures about opaque tokens do not make others look for the endpoint again", async () => {
  let searches = 0;
  const verifier = create({
    introspection: {
      clientId: "orders-api",
      clientSecret: "secret",
      always: true,
      opaqueTokens: true,
      cacheSeconds: 0,
    },
    fetch: async (input, init) => {
      if (String(init?.body).startsWith("token=opaque")) return new Response(null, { status: 503 });
      if (String(input).includes("/.well-known/")) searches += 1;
      return fetch(input, init);
    },
  });
  issuer.introspection = () => ({ active: true, token_type: "Bearer", ...claimsOf(issuer, NOW) });
  const token = await issue();
  assert.equal(await verify(verifier, token), "valid");
  assert.equal(await verify(verifier, "opaque"), "unavailable");
  const before = searches;
  assert.equal(await verify(verifier, token), "valid");
  assert.equal(searches, before);
});

describe("fresh questions about one token", () => {
  const introspection = { clientId: "orders-api", clientSecret: "secret", opaqueTokens: true };
  const active = () => ({ active: true, token_type: "Bearer", ...claimsOf(issuer, NOW) });
  const isQuestion = (init: RequestInit | undefined) => String(init?.body).startsWith("token=");

  /** A verifier whose questions wait until the test lets them go. */
  function createHeld(options: Partial<VerifierOptions> = {}) {
    const held: (() => void)[] = [];
    const verifier = create({
      introspection,
      timeoutMilliseconds: 60_000,
      fetch: async (input, init) => {
        if (isQuestion(init)) await new Promise<void>((resolve) => held.push(resolve));
        return fetch(input, init);
      },
      ...options,
    });
    return { verifier, held };
  }

  /** Verified before, so that questions about it are asked at once, and not when its signature has been verified. */
  const findVerified = async (verifier: Verifier) => {
    const token = await issue();
    assert.equal(await verify(verifier, token), "valid");
    return token;
  };

  for (const [kind, most, find] of [
    ["verified", 64, findVerified],
    ["opaque", 32, async () => `opaque-${crypto.randomUUID()}`],
  ] as const) {
    test(`one ${kind} token takes one place: a question follows the first, for all that wait`, async () => {
      const { verifier, held } = createHeld();
      issuer.introspection = active;
      const token = await find(verifier);
      const flood = Array.from({ length: 200 }, () => verifier.verify(token, { fresh: true }));
      await untilKnown(async () => held.length === 1);
      held[0]?.();
      await untilKnown(async () => held.length === 2);
      held[1]?.();
      assert.ok((await Promise.all(flood)).every(({ valid }) => valid));
      assert.equal(held.length, 2);
    });

    test(`${most} questions about ${kind} tokens are under way at most, and each gives its place back`, async () => {
      const { verifier, held } = createHeld();
      issuer.introspection = active;
      const tokens = await Promise.all(Array.from({ length: most + 10 }, () => find(verifier)));
      const flood = tokens.map((token) => verifier.verify(token, { fresh: true }));
      await untilKnown(async () => held.length >= most);
      for (const release of held) release();
      assert.equal((await Promise.all(flood)).filter(({ valid }) => valid).length, most);
      assert.equal(held.length, most);
      const again = verifier.verify(await find(verifier), { fresh: true });
      await untilKnown(async () => held.length > most);
      held.at(-1)?.();
      assert.ok((await again).valid);
    });
  }

  test("a question under way does not answer a fresh one, and its failure does not fail it", async () => {
    const { verifier, held } = createHeld({ introspection: { ...introspection, always: true } });
    const token = await issue();
    issuer.introspection = active;
    const first = verify(verifier, token);
    await untilKnown(async () => held.length === 1);
    const fresh = verifier.verify(token, { fresh: true });
    issuer.introspection = () => ({});
    held[0]?.();
    assert.equal(await first, "unavailable");
    issuer.introspection = () => ({ active: false });
    await untilKnown(async () => held.length === 2);
    held[1]?.();
    const answer = await fresh;
    assert.equal(answer.valid ? "valid" : answer.problem, "inactive");
    assert.equal(await verify(verifier, token), "inactive", "and its answer is remembered");
  });
});

test("RFC 4648 §3.5: a token has one spelling", async () => {
  const verifier = create();
  const token = await issue();
  assert.equal(await verify(verifier, token), "valid");
  const signature = Buffer.from(token.slice(token.lastIndexOf(".") + 1), "base64url");
  const others = Array.from(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    (letter) => token.slice(0, -1) + letter,
  ).filter((other) => other !== token);
  const alike = others.filter((other) =>
    Buffer.from(other.slice(other.lastIndexOf(".") + 1), "base64url").equals(signature),
  );
  assert.ok(alike.length > 0, "some decode to the same signature");
  for (const other of alike) assert.equal(await verify(verifier, other), "malformed");
});

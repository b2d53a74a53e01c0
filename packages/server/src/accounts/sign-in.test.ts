import assert from "node:assert/strict";
import { test } from "node:test";
import { EAGER_HASHING } from "../../../../tests/support/no-load-bounds.ts";
import { processorMilliseconds } from "../../../../tests/support/processor-time.ts";
import { UnavailableError } from "../core/errors/errors.ts";
import { renameDirectly } from "../storage/contract/rename-directly.ts";
import { shareEmail } from "../storage/contract/share-email.ts";
import type { KnownDevice } from "./known-devices.ts";
import { createLoginThrottle } from "./login-throttle.ts";
import { createCheckPassword } from "./passwords/check-password.ts";
import { hashPassword } from "./passwords/password.ts";
import { createSignIn } from "./sign-in.ts";
import { createSetClock, openAccounts, someUser } from "./testing/open-accounts.ts";

const address = "192.0.2.7";
const limits = { accountSignIns: 10, addressSignIns: 100, signInWindowSeconds: 900 };
const passwordHash = await hashPassword("open sesame");
const ada = someUser({ email: "ada@example.test", passwordHash });

async function open(
  t: { after(work: () => Promise<void>): void },
  checkPassword = createCheckPassword({ isRefused: () => false, hashing: EAGER_HASHING }),
) {
  const clock = createSetClock();
  const { here, users, put, url } = await openAccounts(t, "sqlite", clock);
  const { passwordHash: _none, ...withoutPassword } = someUser({ id: "usr_eve", username: "eve" });
  await put(
    ada,
    someUser({ id: "usr_ben", username: "ben", email: "both@example.test", passwordHash, enabled: false }),
    someUser({ id: "usr_cleo", username: "cleo", email: "cleo@example.test", passwordHash }),
    someUser({ id: "usr_dan", username: "ada@example.net", passwordHash }),
    withoutPassword,
  );
  await shareEmail(url, "usr_cleo", "Both@Example.test");
  const { attempts, users: store } = here;
  const throttle = createLoginThrottle({ attempts, users: store, clock, limits, key: Buffer.alloc(32, 7) });
  const signIn = createSignIn({ users, throttle, checkPassword });
  return {
    clock,
    put,
    url,
    signIn: (account: string, password: string, devices: readonly KnownDevice[] = []) =>
      signIn({ account, password, address, devices }),
  };
}

test("people sign in by username or by email, whatever its case", async (t) => {
  const { signIn } = await open(t);
  for (const account of ["ada", " ada ", "ada@example.test", "ADA@Example.Test"])
    assert.deepEqual(await signIn(account, "open sesame"), { outcome: "signed_in", user: ada }, account);
  const dan = await signIn("ada@example.net", "open sesame");
  assert.equal(dan.outcome === "signed_in" && dan.user.id, "usr_dan", "a username may look like an address");
});

test("all others fail: wrong password, unknown, disabled, without a password, by id, by a shared address", async (t) => {
  const { signIn } = await open(t);
  const cases = [
    ["ada", "open sesam", { reason: "wrong_password", userId: "usr_ada" }],
    ["ada", "", { reason: "wrong_password", userId: "usr_ada" }],
    ["ADA", "open sesame", { reason: "unknown_user" }],
    ["nobody", "open sesame", { reason: "unknown_user" }],
    ["nobody@example.test", "open sesame", { reason: "unknown_user" }],
    ["", "open sesame", { reason: "unknown_user" }],
    ["a\0da", "open sesame", { reason: "unknown_user" }],
    ["x".repeat(60_000), "open sesame", { reason: "unknown_user" }],
    ["usr_ada", "open sesame", { reason: "unknown_user" }],
    ["both@example.test", "open sesame", { reason: "unknown_user" }],
    ["ben", "open sesame", { reason: "disabled", userId: "usr_ben" }],
    ["eve", "", { reason: "no_password", userId: "usr_eve" }],
    ["eve", "open sesame", { reason: "no_password", userId: "usr_eve" }],
  ] as const;
  for (const [account, password, expected] of cases)
    assert.deepEqual(
      await signIn(account, password),
      { outcome: "wrong", ...expected },
      account.slice(0, 40),
    );
});

test("the right password is not looked at after too many wrong ones, for known and unknown names alike", async (t) => {
  const { signIn, clock } = await open(t);
  for (const account of ["ada", "nobody"]) {
    for (let count = 0; count < limits.accountSignIns; count += 1)
      assert.equal((await signIn(account, "wrong")).outcome, "wrong");
    const refused = await signIn(account, "open sesame");
    const throttled = { outcome: "throttled", retryAfterSeconds: 900, isFirst: true };
    assert.deepEqual(refused, { ...throttled, limit: "account_sign_ins" });
  }
  clock.now += 900;
  assert.equal((await signIn("ada", "open sesame")).outcome, "signed_in");
});

test("a browser that knows a user is that user's under every name, and no other user's", async (t) => {
  const { signIn } = await open(t);
  const lockOut = async (account: string) => {
    for (let count = 0; count <= limits.accountSignIns; count += 1) await signIn(account, "wrong");
  };
  for (const account of ["ada", "ada@example.test", "cleo"]) await lockOut(account);
  const devices = [
    { id: "d0", userId: "usr_gone" },
    { id: "d1", userId: "usr_ada" },
  ];
  for (const account of [" ADA@example.test", "ada"]) {
    assert.equal((await signIn(account, "open sesame")).outcome, "throttled");
    assert.equal((await signIn(account, "wrong", devices)).outcome, "wrong", "it is looked at");
  }
  assert.equal((await signIn("ada", "open sesame", devices)).outcome, "signed_in");
  assert.equal((await signIn("cleo", "open sesame", devices)).outcome, "throttled");
});

test("nor is it that of a user whose name differs in its case alone", async (t) => {
  const { signIn, put, url } = await open(t);
  await put(someUser({ id: "usr_other", username: "other", passwordHash }));
  await renameDirectly(url, "usr_other", "Ada");
  const devices = [
    { id: "d1", userId: "usr_other" },
    { id: "d2", userId: "usr_gone" },
  ];
  for (let count = 0; count < limits.accountSignIns; count += 1)
    assert.equal((await signIn("ada", "wrong", devices)).outcome, "wrong");
  assert.equal((await signIn("ada", "open sesame", devices)).outcome, "throttled");
  assert.equal((await signIn("Ada", "open sesame")).outcome, "throttled", "both names are counted as one");
  assert.equal((await signIn("Ada", "open sesame", devices)).outcome, "signed_in", "its own is still known");
  const both = [...devices, { id: "d3", userId: "usr_ada" }];
  assert.equal((await signIn("ada", "open sesame", both)).outcome, "signed_in", "both use this browser");
});

test("a password of more than 4 kB is refused before it is counted or hashed", async (t) => {
  const checked: string[] = [];
  const check = async (password: string) => {
    checked.push(password);
    return false;
  };
  const { signIn } = await open(t, Object.assign(check, { requireRoom: () => undefined }));
  for (const password of ["x".repeat(4_097), "é".repeat(2_049), "x".repeat(60_000)])
    assert.deepEqual(await signIn("ada", password), { outcome: "oversized" });
  assert.deepEqual(checked, []);
  assert.equal((await signIn("ada", "x".repeat(4_096))).outcome, "wrong");
});

test("unknown, disabled and password-less users are answered after the work of a real password", async (t) => {
  const { signIn } = await open(t);
  const workOf = async (account: string) => {
    const before = processorMilliseconds();
    await signIn(account, "wrong");
    return processorMilliseconds() - before;
  };
  const real = Math.min(await workOf("ada"), await workOf("ada"));
  // Wide, because caches are shared; skipping it would be a hundred times less.
  for (const account of ["nobody", "nobody@example.test", "ben", "eve"])
    assert.ok((await workOf(account)) > real / 4, account);
});

test("when too many wait already, the next is told to come again, and it is not held against them", async (t) => {
  const { signIn } = await open(
    t,
    createCheckPassword({ isRefused: () => false, maxWaiting: 2, hashing: EAGER_HASHING }),
  );
  const crowd = await Promise.allSettled(Array.from({ length: 30 }, () => signIn("ada", "open sesame")));
  const refused = crowd.filter((answer) => answer.status === "rejected");
  const counted = crowd.filter((answer) => answer.status === "fulfilled").map(({ value }) => value.outcome);
  assert.ok(refused.length > 0);
  for (const { reason } of refused) assert.ok(reason instanceof UnavailableError);
  assert.ok(counted.includes("signed_in"));
  assert.equal((await signIn("ada", "open sesame")).outcome, "signed_in");
});

test("a name of thousands of combining marks takes no longer than any other", async (t) => {
  const { signIn } = await open(t);
  const measure = async (account: string): Promise<number> => {
    const startedAt = processorMilliseconds();
    assert.equal((await signIn(account, "open sesame")).outcome, "wrong");
    return processorMilliseconds() - startedAt;
  };
  const ordinary = await measure("a".repeat(30_000));
  // It took 3 s: normalising them takes time in the square of their number.
  const marks = await measure(`a${"\u0301".repeat(15_000)}${"\u0316".repeat(15_000)}`);
  assert.ok(marks < 5 * ordinary + 500, `${marks.toFixed()} ms, where others take ${ordinary.toFixed()} ms`);
});

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { UnavailableError } from "../../core/errors/errors.ts";
import {
  isPublishedCredential,
  PUBLISHED_CREDENTIALS,
} from "../published-credentials/published-credentials.ts";
import { createCheckPassword } from "./check-password.ts";
import { hashPassword } from "./password.ts";

/** With a low priority as a server has it, however long that takes on a busy machine. */
const PATIENT = { longestWaitMilliseconds: Number.POSITIVE_INFINITY, givesWay: true };

test("the right password differs from a wrong one, and from that of an unknown user", async () => {
  const checkPassword = createCheckPassword({ isRefused: () => false, hashing: PATIENT });
  const hash = await hashPassword("open sesame");
  assert.deepEqual(
    await Promise.all([
      checkPassword("open sesame", hash),
      checkPassword("open sesam", hash),
      checkPassword("open sesame", undefined),
      checkPassword("", hash),
    ]),
    [true, false, false, false],
  );
});

test("a check while too many wait is refused at once, and may be repeated later", async () => {
  const checkPassword = createCheckPassword({ isRefused: () => false, maxWaiting: 1, hashing: PATIENT });
  const first = [checkPassword("one", undefined), checkPassword("two", undefined)];
  assert.throws(() => checkPassword.requireRoom(), UnavailableError);
  await assert.rejects(checkPassword("three", undefined), UnavailableError);
  await Promise.all(first);
  assert.equal(await checkPassword("four", undefined), false);
});

const IS_LINUX = process.platform === "linux";

test("passwords are hashed on a thread with a low priority", {
  skip: !IS_LINUX && "Linux only",
}, async () => {
  // proc(5): the 19th field, which is the 17th behind the name in parentheses.
  const niceOf = (thread: string) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);
  const before = niceOf(String(process.pid));
  await createCheckPassword({ isRefused: () => false, hashing: PATIENT })("one", undefined);
  const values = readdirSync("/proc/self/task").map(niceOf);
  assert.ok(values.includes(10), `of all threads: ${values}`);
  assert.equal(niceOf(String(process.pid)), before);
});

test("a published password is as wrong as any other where it is refused, and right elsewhere", async () => {
  const [published = ""] = PUBLISHED_CREDENTIALS;
  const hash = await hashPassword(published);
  assert.equal(
    await createCheckPassword({ isRefused: () => false, hashing: PATIENT })(published, hash),
    true,
  );
  const checkPassword = createCheckPassword({ isRefused: isPublishedCredential, hashing: PATIENT });
  assert.equal(await checkPassword(published, hash), false);
  assert.equal(await checkPassword("open sesame", await hashPassword("open sesame")), true);
});

import assert from "node:assert/strict";
import type { postForm } from "../support/start-licet.ts";

export type Answer = Awaited<ReturnType<typeof postForm>>;

/** RFC 6749 §5.2: the characters that `error_description` may have. */
const DESCRIPTION = /^[\x20\x21\x23-\x5B\x5D-\x7E]+$/;

/** RFC 6749 §5.2: the whole of a refusal. It has this status and code, nothing else in the body, and is not cached. */
export function assertRefused(answer: Answer, status: number, code: string, challenge = false): void {
  assert.deepEqual({ status: answer.status, error: answer.body.error }, { status, error: code }, answer.text);
  assert.deepEqual(Object.keys(answer.body), ["error", "error_description"]);
  assert.match(String(answer.body.error_description), DESCRIPTION);
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json\b/);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("pragma"), "no-cache");
  const expected = challenge ? 'Basic realm="licet", charset="UTF-8"' : null;
  assert.equal(answer.headers.get("www-authenticate"), expected);
}

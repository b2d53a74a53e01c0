import assert from "node:assert/strict";
import type { Answer } from "../oauth-refusal.ts";

/** The exact answer while the database does not answer: every further word could reveal too much. */
export function assertUnavailable(what: string, { status, text, headers }: Answer): void {
  assert.equal(status, 503, `${what}: ${text}`);
  assert.deepEqual(JSON.parse(text), {
    error: "temporarily_unavailable",
    error_description: "the service cannot answer right now; try again shortly",
  });
  assert.equal(headers.get("retry-after"), "1");
  assert.equal(headers.get("cache-control"), "no-store");
  assertSaysNothing(what, headers);
}

/** The exact answer to an internal error. */
export function assertServerError(what: string, { status, text, headers }: Answer): void {
  assert.equal(status, 500, `${what}: ${text}`);
  assert.deepEqual(JSON.parse(text), {
    error: "server_error",
    error_description: "something went wrong on our side",
  });
  assertSaysNothing(what, headers);
}

const INSIDE =
  /sql|postgres|database|\btable\b|relation|column|select|pg_|ECONN|errno|\.ts\b|node:|\/tmp|\bat /i;

function assertSaysNothing(what: string, headers: Headers): void {
  for (const [name, value] of headers) assert.doesNotMatch(value, INSIDE, `${what}: ${name}`);
}

/** Its letters are random: sooner or later there is every short word among them. */
const ACCESS_TOKEN = /"access_token":"[\w.-]+"/;

/** For answers that still succeed, too: they name nothing of the implementation. */
export function assertTellsNothing(what: string, text: string): void {
  const found = INSIDE.exec(text.replace(ACCESS_TOKEN, ""))?.[0];
  assert.equal(found, undefined, what);
}

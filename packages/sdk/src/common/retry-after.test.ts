import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRetryAfter } from "./retry-after.ts";

const NOW = Date.parse("2027-01-01T00:00:00Z");

test("a wait is given in seconds or as a date (RFC 9110 §10.2.3), and anything else is none", () => {
  assert.equal(parseRetryAfter("0", NOW), 0);
  assert.equal(parseRetryAfter("120", NOW), 120_000);
  assert.equal(parseRetryAfter("Fri, 01 Jan 2027 00:00:30 GMT", NOW), 30_000);
  assert.equal(parseRetryAfter("Thu, 31 Dec 2026 23:59:00 GMT", NOW), 0);
  for (const header of [null, "", "soon", "-1", "1.5", "1e3", "9999999999", "2027-01-01"])
    assert.equal(parseRetryAfter(header, NOW), undefined, String(header));
});

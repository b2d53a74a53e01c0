import assert from "node:assert/strict";
import { test } from "node:test";
import { momentsOf, phasesOf, type SigningKey, snapToNow } from "./signing-key.ts";

const NOW = Date.parse("2027-01-31T12:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const key: Omit<SigningKey, "created_at" | "activates_at"> = {
  kid: "k",
  algorithm: "ES256",
  stage: "current",
};

test("a key of the last minute begins now, whichever clock is ahead, and no time beside now says “just now”", () => {
  for (const seconds of [-59, -1, 0, 1, 59]) {
    const fresh = { ...key, created_at: at(seconds), activates_at: at(seconds) };
    assert.deepEqual(momentsOf([fresh], NOW), [NOW], `${seconds}`);
    assert.equal(snapToNow(phasesOf(fresh)[0]?.from ?? 0, NOW), NOW);
  }
});

test("times further away stay, in their order around now", () => {
  const keys = [
    { ...key, created_at: at(-3600), activates_at: at(-3600), stops_signing_at: at(600), gone_at: at(4200) },
    { ...key, created_at: at(2), activates_at: at(600) },
  ];
  assert.deepEqual(
    momentsOf(keys, NOW).map((moment) => (moment - NOW) / 1000),
    [-3600, 0, 600, 4200],
  );
});

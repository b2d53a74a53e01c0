import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeFeed } from "../core/change-feed.ts";
import { UnavailableError } from "../core/errors.ts";
import type { FactSource } from "./fact-source.ts";
import { createGatherSubjectFacts } from "./subject-facts.ts";

const feed = { revision: 1 } as ChangeFeed;
const factSource = {} as FactSource;

test("a database that fails while a subject is looked up fails the question, and nothing else", async () => {
  let lookups = 0;
  const gather = createGatherSubjectFacts({
    factSource,
    feed,
    subjects: {
      find: async () => {
        lookups += 1;
        throw new UnavailableError("away");
      },
    },
  });
  // An unhandled rejection would end the process; the test runner fails on one.
  await assert.rejects(async () => gather({ type: "user", id: "ada" }, []), UnavailableError);
  await new Promise(setImmediate);
  assert.equal(lookups, 1, "it is not asked again either");
});

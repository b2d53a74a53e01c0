import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../core/errors/errors.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
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

test("a subject that does not exist is looked up once, and again only after a change", async () => {
  const changing = { revision: 1 };
  let lookups = 0;
  const gather = createGatherSubjectFacts({
    factSource,
    feed: changing as ChangeFeed,
    subjects: {
      find: async () => {
        lookups += 1;
        if (lookups === 2) changing.revision = 2;
        return undefined;
      },
    },
  });
  const nobody = { type: "user", id: "nobody" } as const;
  assert.deepEqual(await gather(nobody, []), { denial: "unknown_subject", revision: 1 });
  assert.equal(lookups, 1);
  assert.deepEqual(await gather(nobody, []), { denial: "unknown_subject", revision: 2 });
  assert.equal(lookups, 3);
});

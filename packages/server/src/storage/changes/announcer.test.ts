import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnnouncer } from "./announcer.ts";
import type { LogRow } from "./change-log.ts";

const row = (newest: number, revision: number): LogRow => ({
  newest,
  revision,
  entries: JSON.stringify([{ op: "put", kind: "role", id: "r", topic: "model" }]),
});
const nothing = (newest: number): LogRow => ({ newest, revision: null, entries: null });

function listen(startRevision: number) {
  const announcer = createAnnouncer(startRevision);
  const heard: string[] = [];
  announcer.onChange((topics) => heard.push(`${topics} after ${announcer.revision}`));
  announcer.onReset(() => heard.push(`reset after ${announcer.revision}`));
  return { announcer, heard };
}

test("changes are announced one revision at a time", () => {
  const { announcer, heard } = listen(4);
  announcer.announce([row(6, 5), row(6, 6)]);
  announcer.announce([nothing(6)]);
  assert.deepEqual(heard, ["model after 4", "model after 5"]);
  assert.equal(announcer.revision, 6);
});

test("a log that was swept past our revision makes all cached data stale", () => {
  const { announcer, heard } = listen(4);
  announcer.announce([row(8, 7), row(8, 8)]);
  assert.deepEqual(heard, ["reset after 4"]);
  assert.equal(announcer.revision, 8);
});

test("a log that was swept empty makes all cached data stale", () => {
  const { announcer, heard } = listen(4);
  announcer.announce([nothing(9)]);
  assert.deepEqual(heard, ["reset after 4"]);
  assert.equal(announcer.revision, 9);
});

test("a database with an older revision makes all cached data stale", () => {
  const { announcer, heard } = listen(4);
  announcer.announce([nothing(2)]);
  assert.deepEqual(heard, ["reset after 4"]);
  assert.equal(announcer.revision, 2);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "./audit-event.ts";
import { getEventLook } from "./event-look.ts";
import { sentenceFor } from "./sentence-for.ts";
import { simulatorPlace } from "./simulator-place.ts";
import { activityTexts } from "./texts.ts";

const event = (type: string, data: NonNullable<AuditEvent["data"]>): AuditEvent => ({
  id: 1,
  at: "2026-11-15T12:00:00Z",
  type,
  actor: "unknown",
  ip: "192.0.2.1",
  data,
});
const sentences = (one: AuditEvent) =>
  [activityTexts.en, activityTexts.zh].map((texts) => sentenceFor(one, texts));
const partsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("a row that counts failures is told with the count, the address and the reason, in every language", () => {
  const counted: readonly (readonly [AuditEvent, readonly string[]])[] = [
    [event("token.denied", { error: "invalid_client", count: 30 }), ["actor", "count", "error", "ip"]],
    [event("authorization.denied", { error: "login_required", count: 1 }), ["count", "error", "ip"]],
    [event("user.sign_in_failed", { reason: "wrong_password", count: 2 }), ["count", "ip", "reason"]],
    [event("something.new", { count: 2 }), ["count", "ip", "type"]],
  ];
  for (const [one, parts] of counted) {
    for (const text of sentences(one)) assert.deepEqual(partsIn(text), parts, text);
    assert.equal(simulatorPlace(one), undefined, "it is about many requests, and none can be asked again");
  }
  for (const text of sentences(event("token.denied", { error: "invalid_client" })))
    assert.ok(!partsIn(text).includes("count"), text);
});

test("a replay is told as one, and looks like what it is", () => {
  const replayed = event("token.replayed", { kind: "code", sub: "usr_1" });
  for (const text of sentences(replayed))
    assert.deepEqual(partsIn(text), ["actor", "presented", "subject"], text);
  assert.equal(getEventLook(replayed).tone, "bad");
  for (const { presented, types } of [activityTexts.en, activityTexts.zh]) {
    assert.deepEqual(Object.keys(presented), ["code", "refresh_token"]);
    assert.ok(types["token.replayed"]);
  }
});

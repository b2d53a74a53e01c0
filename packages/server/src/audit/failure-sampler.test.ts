import assert from "node:assert/strict";
import { test } from "node:test";
import { clientNetwork } from "../limits/client-network.ts";
import type { AuditEvent } from "./events.ts";
import { createFailureSampler } from "./failure-sampler.ts";

const MINUTE = 60_000;
const START = 30_000_000 * MINUTE;

const denied = (name: string, ip = "192.0.2.1", at = START): AuditEvent => ({
  at,
  type: "token.denied",
  actor: `client:${name}`,
  ip,
  requestId: `request of ${name}`,
  data: { error: "invalid_client", description: "client authentication failed" },
});
const kind = (actor: string, error = "invalid_client") => ({ actor, data: { error } });

function start(mostGroups?: number) {
  const recorded: AuditEvent[] = [];
  const sampler = createFailureSampler({
    record: (event) => recorded.push(event),
    networkOf: clientNetwork,
    ...(mostGroups !== undefined && { mostGroups }),
  });
  return { recorded, sampler };
}

test("the first twenty of a minute are recorded as they are, the rest as one event with their count", () => {
  const { recorded, sampler } = start();
  for (let time = 0; time < 50; time += 1)
    sampler.add(denied("shop", "192.0.2.1", START + time), kind("client:shop"));
  assert.deepEqual(recorded[19], denied("shop", "192.0.2.1", START + 19));
  assert.equal(recorded.length, 20);
  sampler.tick(START + MINUTE - 1);
  assert.equal(recorded.length, 20, "the minute is not over");
  sampler.tick(START + MINUTE);
  assert.deepEqual(recorded.slice(20), [
    {
      at: START + 49,
      type: "token.denied",
      actor: "client:shop",
      ip: "192.0.2.1",
      data: { error: "invalid_client", count: 30 },
    },
  ]);
  sampler.tick(START + 2 * MINUTE);
  sampler.close();
  assert.equal(recorded.length, 21, "a count is recorded once");
});

test("a new minute begins anew, also when nothing ticks meanwhile", () => {
  const { recorded, sampler } = start();
  for (const at of [START, START + MINUTE])
    for (let time = 0; time < 21; time += 1)
      sampler.add(denied("shop", "192.0.2.1", at), kind("client:shop"));
  assert.equal(recorded.length, 41);
  assert.deepEqual(recorded[20]?.data, { error: "invalid_client", count: 1 });
  sampler.close();
  assert.equal(recorded.length, 42);
});

test("events that arrive late count in the present minute: two minutes in turn begin no new rows", () => {
  const { recorded, sampler } = start();
  for (let time = 0; time < 100; time += 1)
    sampler.add(
      denied("shop", "192.0.2.1", START + (time % 2 === 0 ? MINUTE : MINUTE - 1)),
      kind("client:shop"),
    );
  assert.equal(recorded.length, 20);
  sampler.close();
  assert.equal(recorded.at(-1)?.data?.count, 80);
});

test("a clock that was set back does not stop the minutes", () => {
  const { recorded, sampler } = start();
  for (const now of [START + 60 * MINUTE, START]) {
    sampler.tick(now);
    for (let time = 0; time < 21; time += 1)
      sampler.add(denied("shop", "192.0.2.1", now), kind("client:shop"));
  }
  assert.equal(recorded.length, 41);
});

test("kinds, clients and addresses have rows of their own; an IPv6 network of 64 bits is one address", () => {
  const { recorded, sampler } = start();
  for (let time = 0; time < 25; time += 1) {
    sampler.add(denied("shop"), kind("client:shop"));
    sampler.add(denied("shop"), kind("client:shop", "unsupported_grant_type"));
    sampler.add(denied("desk"), kind("client:desk"));
    sampler.add(denied("shop", `2001:db8::${time}`), kind("client:shop"));
    sampler.add(
      { ...denied("shop"), type: "authorization.denied" },
      { ...kind("browser"), target: "application:x" },
    );
  }
  assert.equal(recorded.length, 5 * 20);
  sampler.close();
  const counts = recorded.slice(100);
  assert.deepEqual(
    counts.map(({ type, actor, target, ip, data }) => [type, actor, target, ip, data?.error, data?.count]),
    [
      ["token.denied", "client:shop", undefined, "192.0.2.1", "invalid_client", 5],
      ["token.denied", "client:shop", undefined, "192.0.2.1", "unsupported_grant_type", 5],
      ["token.denied", "client:desk", undefined, "192.0.2.1", "invalid_client", 5],
      ["token.denied", "client:shop", undefined, "2001:db8:0:0::/64", "invalid_client", 5],
      ["authorization.denied", "browser", "application:x", "192.0.2.1", "invalid_client", 5],
    ],
  );
});

test("a caller that varies everything shares one row: neither memory nor rows grow with it, and all are counted", () => {
  const { recorded, sampler } = start(10);
  for (let time = 0; time < 10_000; time += 1)
    sampler.add(denied("any", `2001:db8:${(time % 5_000).toString(16)}::1`), kind("unknown"));
  const rows = recorded.length;
  assert.ok(rows <= 11 * 20, `${rows} rows`);
  sampler.close();
  const counted = recorded.slice(rows).reduce((sum, { data }) => sum + Number(data?.count), 0);
  assert.equal(rows + counted, 10_000);
  assert.deepEqual(recorded.at(-1), {
    at: START,
    type: "token.denied",
    actor: "unknown",
    data: { error: "invalid_client", count: recorded.at(-1)?.data?.count },
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { clientNetwork } from "../limits/client-network.ts";
import { createAuditRecorder } from "./recorder.ts";

test("of several flushes at once, each ends when the events before it are stored", async () => {
  const stored: number[] = [];
  const recorder = createAuditRecorder({
    store: {
      async append(events) {
        // A database that takes a few turns.
        for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
        stored.push(...events.map(({ at }) => at));
      },
    },
    clock: systemClock,
    networkOf: clientNetwork,
    onCount: () => {},
    onError: () => {},
    queueCapacity: 100,
  });
  const recordAndFlush = async (at: number) => {
    recorder.record({ at, type: "token.issued", actor: "somebody" });
    await recorder.flush();
    assert.ok(stored.includes(at), `event ${at}`);
  };
  await Promise.all([1, 2, 3, 4].map(recordAndFlush));
});

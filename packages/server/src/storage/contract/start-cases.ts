import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../core/time.ts";
import { openStorage } from "../open-storage.ts";
import { put, samples, user } from "./samples.ts";
import { onEmptyStorage, type Subject, someone } from "./subject.ts";

export function startCases(subject: Subject): void {
  test("six nodes that start at once on an empty database all start", async () => {
    const database = await subject.createDatabase();
    const opening = Array.from({ length: 6 }, () =>
      openStorage({ databaseUrl: database.url, clock: systemClock }),
    );
    const nodes = await Promise.all(opening);
    await Promise.all(
      nodes.map(({ state }, i) => state.commit([put("user", user(`usr_${i}`, `u${i}`))], someone)),
    );
    assert.equal(await nodes[0]?.state.revision(), 6);
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  test("what was written is there after a restart, and closing twice is closing once", () =>
    onEmptyStorage(subject, async (storage, openAgain) => {
      await storage.state.commit([put("user", samples.user)], someone);
      await storage.close();
      await storage.close();
      const { state, feed, ping, engine } = await openAgain();
      await ping();
      assert.equal(engine, subject.engine);
      assert.equal(feed.revision, 1);
      assert.deepEqual(await state.find("user", samples.user.id), samples.user);
    }));
}

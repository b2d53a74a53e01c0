import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createDatabaseProxy } from "./database-proxy.ts";

const ROUND_TRIP_MILLISECONDS = 40;
const GIVE_UP_MILLISECONDS = 15_000;

test("what is delayed arrives, also when a timer fires before its time", { timeout: 60_000 }, async (t) => {
  const far = createServer();
  await new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve));
  const { port } = far.address() as AddressInfo;
  const proxy = await createDatabaseProxy({ url: `postgres://127.0.0.1:${port}/any`, drop: async () => {} });
  t.after(async () => {
    await proxy.drop();
    far.close();
  });
  const accepted = once(far, "connection");
  const near = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  const [socket] = await accepted;
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk;
  });

  proxy.delay(ROUND_TRIP_MILLISECONDS);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  near.write("early");
  // Every turn, timers are said to be due, long before they are.
  const endsAt = performance.now() + GIVE_UP_MILLISECONDS;
  while (received === "" && performance.now() < endsAt) {
    t.mock.timers.tick(ROUND_TRIP_MILLISECONDS);
    await nextTurn();
  }
  assert.equal(received, "early");
});

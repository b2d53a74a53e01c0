import assert from "node:assert/strict";
import { test } from "node:test";
import { createKnownDevices, DEVICE_SECONDS } from "./known-devices.ts";
import { createSetClock } from "./testing/open-accounts.ts";

function open(key = 7) {
  const clock = createSetClock();
  return { clock, devices: createKnownDevices({ key: Buffer.alloc(32, key), clock }) };
}
const usersOf = (devices: ReturnType<typeof createKnownDevices>, cookie: string | undefined) =>
  devices.read(cookie).map(({ userId }) => userId);

test("a browser is known to those who signed in there, the last of them first, and to five at most", () => {
  const { devices } = open();
  let cookie: string | undefined;
  for (const name of ["a", "b", "c", "a", "d", "e", "f"]) cookie = devices.remember(cookie, `usr_${name}`);
  assert.deepEqual(usersOf(devices, cookie), ["usr_f", "usr_e", "usr_d", "usr_a", "usr_c"]);
  assert.ok((cookie ?? "").length < 1_000);
  assert.match(cookie ?? "", /^[A-Za-z0-9._~-]+$/, "RFC 6265 §4.1.1");
});

test("signing in again keeps the name that attempts are counted by; other browsers and users have others", () => {
  const { clock, devices } = open();
  const first = devices.remember(undefined, "usr_a");
  clock.now += 5;
  const again = devices.remember(first, "usr_a");
  assert.notEqual(again, first, "its time begins anew");
  assert.deepEqual(devices.read(again), devices.read(first));
  assert.notEqual(devices.read(devices.remember(undefined, "usr_a"))[0]?.id, devices.read(first)[0]?.id);
});

test("a cookie that this server has not sealed, or sealed long ago, counts as none", () => {
  const { clock, devices } = open();
  const cookie = devices.remember(undefined, "usr_a");
  const [userId = "", id = "", time = "", seal = ""] = cookie.split(".");
  const last = seal.startsWith("A") ? "B" : "A";
  for (const forged of [
    undefined,
    "",
    "~~~~~~",
    "usr_a",
    [userId, id, time].join("."),
    ["usr_b", id, time, seal].join("."),
    [userId, "A".repeat(22), time, seal].join("."),
    [userId, id, "zzzzzz", seal].join("."),
    [userId, id, time, last + seal.slice(1)].join("."),
    `${cookie}A`,
    open(8).devices.remember(undefined, "usr_a"),
    "x".repeat(100_000),
  ])
    assert.deepEqual(devices.read(forged), [], String(forged).slice(0, 100));
  clock.now += DEVICE_SECONDS - 1;
  assert.deepEqual(usersOf(devices, cookie), ["usr_a"]);
  clock.now += 1;
  assert.deepEqual(devices.read(cookie), []);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  ATTEMPTS_PER_ACCOUNT,
  ATTEMPTS_PER_NETWORK,
  createLoginThrottle,
  WINDOW_SECONDS,
} from "./login-throttle.ts";
import { createSetClock, ENGINES, openAccounts } from "./testing/open-accounts.ts";

const key = Buffer.alloc(32, 7);
const wrong = async () => undefined;
const right = async () => "right";

for (const engine of ENGINES) {
  describe(`the throttle on ${engine}`, () => {
    async function open(t: { after(work: () => Promise<void>): void }) {
      const clock = createSetClock();
      const { here, there } = await openAccounts(t, engine, clock);
      const node = (storage: typeof here) => createLoginThrottle({ attempts: storage.attempts, clock, key });
      const one = node(here);
      const tries = async (account: string, ip: string, prove = wrong as typeof wrong | typeof right) =>
        one.attempt<string>({ kind: "sign_in", account, ip }, prove);
      return { clock, one, other: node(there), tries };
    }
    const isThrottled = (answer: object) => "outcome" in answer;

    test("of many parallel attempts on two nodes, exactly the allowed number is looked at", async (t) => {
      const { one, other } = await open(t);
      let looked = 0;
      const look = async () => {
        looked += 1;
        return undefined;
      };
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? one : other).attempt(
            { kind: "sign_in", account: "ada", ip: `192.0.2.${index}` },
            look,
          ),
        ),
      );
      assert.equal(looked, ATTEMPTS_PER_ACCOUNT);
      const throttled = answers.filter((answer) => "outcome" in answer);
      assert.equal(throttled.length, 30);
      assert.equal(throttled.filter(({ isFirst }) => isFirst).length, 1);
    });

    test("the limit holds to the end of its window and no longer", async (t) => {
      const { clock, tries } = await open(t);
      for (let count = 0; count < ATTEMPTS_PER_ACCOUNT; count += 1) {
        assert.equal(isThrottled(await tries("ada", "192.0.2.1")), false);
        clock.now += 10;
      }
      const refused = await tries("ada", "192.0.2.1", right);
      assert.ok("outcome" in refused);
      assert.equal(refused.retryAfterSeconds, WINDOW_SECONDS - 100);
      clock.now += refused.retryAfterSeconds - 1;
      assert.equal(
        isThrottled(await tries("ada", "192.0.2.1", right)),
        true,
        "attempts meanwhile change nothing",
      );
      clock.now += 1;
      assert.deepEqual(await tries("ada", "192.0.2.1", right), { proved: "right" });
    });

    test("another spelling of the name is not another account", async (t) => {
      const { tries } = await open(t);
      const spellings = ["ada@example.test", "ADA@example.test", " Ada@Example.Test ", "ａda@example.test"];
      for (let count = 0; count < ATTEMPTS_PER_ACCOUNT; count += 1)
        assert.equal(isThrottled(await tries(spellings[count % 4] ?? "", "192.0.2.1")), false);
      for (const name of spellings) assert.equal(isThrottled(await tries(name, "192.0.2.1")), true);
      assert.equal(isThrottled(await tries("ben@example.test", "192.0.2.1")), false);
    });

    test("success forgets the account's attempts, and leaves the network's as they were", async (t) => {
      const { tries } = await open(t);
      for (let round = 0; round < 10; round += 1) {
        for (let count = 0; count < 9; count += 1) await tries("ada", "2001:db8::1");
        assert.deepEqual(await tries("ada", "2001:db8::2", right), { proved: "right" });
      }
      for (let count = 90; count < ATTEMPTS_PER_NETWORK; count += 1)
        assert.equal(isThrottled(await tries(`user${count}`, `2001:db8::${count}`)), false);
      assert.equal(isThrottled(await tries("ben", "2001:db8::ffff", right)), true);
      assert.equal(isThrottled(await tries("ben", "2001:db8:0:1::1", right)), false, "another network");
    });

    test("a network that is not heard any more cannot lock others out", async (t) => {
      const { tries } = await open(t);
      for (let count = 0; count < ATTEMPTS_PER_NETWORK; count += 1) await tries(`user${count}`, "192.0.2.1");
      for (let count = 0; count < 20; count += 1)
        assert.equal(isThrottled(await tries("ada", "192.0.2.1")), true);
      assert.deepEqual(await tries("ada", "192.0.2.2", right), { proved: "right" });
    });

    test("an attempt that failed on our side never was one", async (t) => {
      const { one, tries } = await open(t);
      const broken = () => Promise.reject(new Error("away"));
      for (let count = 0; count < 30; count += 1)
        await assert.rejects(
          one.attempt({ kind: "sign_in", account: "ada", ip: "192.0.2.1" }, broken),
          /away/,
        );
      assert.deepEqual(await tries("ada", "192.0.2.1", right), { proved: "right" });
    });

    test("wrong passwords at sign-in do not keep the user from changing theirs", async (t) => {
      const { one, tries } = await open(t);
      for (let count = 0; count < 20; count += 1) await tries("usr_ada", "192.0.2.1");
      const change = { kind: "password_change", account: "usr_ada", ip: "192.0.2.2" } as const;
      assert.deepEqual(await one.attempt(change, right), { proved: "right" });
    });
  });
}

test("the name for the record is the same for every spelling and does not show what was typed", () => {
  const attempts = { count: async () => new Map(), forgive: async () => undefined };
  const { nameOf } = createLoginThrottle({ attempts, clock: createSetClock(), key });
  assert.equal(nameOf("Ada "), nameOf("ada"));
  assert.notEqual(nameOf("ada"), nameOf("ben"));
  assert.match(nameOf("correct horse"), /^[A-Za-z0-9_-]{22}$/);
  const elsewhere = createLoginThrottle({ attempts, clock: createSetClock(), key: Buffer.alloc(32, 8) });
  assert.notEqual(nameOf("ada"), elsewhere.nameOf("ada"), "without the key nobody can try names");
});

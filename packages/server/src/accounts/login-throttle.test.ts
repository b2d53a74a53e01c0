import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renameDirectly } from "../storage/contract/rename-directly.ts";
import { createLoginThrottle } from "./login-throttle.ts";
import { createSetClock, ENGINES, openAccounts, someUser } from "./testing/open-accounts.ts";

const limits = { accountSignIns: 10, addressSignIns: 100, signInWindowSeconds: 900 };

const key = Buffer.alloc(32, 7);
/** All of these lead to ada. */
const ada = someUser({ email: "Ada@Example.test" });
const userOf = (account: string) =>
  ["ada", "ada@example.test"].includes(account.trim().toLowerCase()) ? ada : undefined;
const wrong = async () => undefined;
const right = async () => "right";

for (const engine of ENGINES) {
  describe(`the throttle on ${engine}`, () => {
    async function open(t: { after(work: () => Promise<void>): void }) {
      const clock = createSetClock();
      const { here, there, put, url } = await openAccounts(t, engine, clock);
      const node = (storage: typeof here) =>
        createLoginThrottle({ attempts: storage.attempts, users: storage.users, clock, limits, key });
      const one = node(here);
      const tries = async (account: string, address: string, prove = wrong as typeof wrong | typeof right) =>
        one.attempt<string>({ kind: "sign_in", account, user: userOf(account), address }, prove);
      return { clock, one, other: node(there), tries, put, url };
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
            { kind: "sign_in", account: "ada", address: `192.0.2.${index}` },
            look,
          ),
        ),
      );
      assert.equal(looked, limits.accountSignIns);
      const throttled = answers.filter((answer) => "outcome" in answer);
      assert.equal(throttled.length, 30);
      assert.equal(throttled.filter(({ isFirst }) => isFirst).length, 1);
    });

    test("an address that is refused counts for no user, not even for a moment", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      const counted: string[][] = [];
      const attempts: typeof here.attempts = {
        ...here.attempts,
        async count(...input) {
          const counts = await here.attempts.count(...input);
          counted.push([...counts.keys()]);
          return counts;
        },
      };
      const throttle = createLoginThrottle({ attempts, users: here.users, clock, limits, key });
      const attempt = (account: string) =>
        throttle.attempt({ kind: "sign_in", account, user: userOf(account), address: "192.0.2.9" }, wrong);
      for (let index = 0; index < limits.addressSignIns; index += 1) await attempt(`guess${index}`);
      assert.deepEqual(new Set(counted.map(({ length }) => length)), new Set([3]));
      counted.length = 0;
      assert.equal(isThrottled(await attempt("ada")), true);
      assert.deepEqual(
        counted.map(({ length }) => length),
        [1],
        "the counter of the address alone",
      );
    });

    test("the limit holds to the end of its window and no longer", async (t) => {
      const { clock, tries } = await open(t);
      for (let count = 0; count < limits.accountSignIns; count += 1) {
        assert.equal(isThrottled(await tries("ada", "192.0.2.1")), false);
        clock.now += 10;
      }
      const refused = await tries("ada", "192.0.2.1", right);
      assert.ok("outcome" in refused);
      assert.equal(refused.retryAfterSeconds, limits.signInWindowSeconds - 100);
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
      for (let count = 0; count < limits.accountSignIns; count += 1)
        assert.equal(isThrottled(await tries(spellings[count % 4] ?? "", "192.0.2.1")), false);
      for (const name of spellings) assert.equal(isThrottled(await tries(name, "192.0.2.1")), true);
      assert.equal(isThrottled(await tries("ben@example.test", "192.0.2.1")), false);
    });

    test("the names of a user count together, and a full count of another name looks like a wrong password", async (t) => {
      const { one, tries } = await open(t);
      for (let count = 0; count < 6; count += 1) await tries("ada", "192.0.2.1");
      for (let count = 0; count < 4; count += 1) await tries("ada@example.test", "192.0.2.1");
      for (const name of ["ada", "ada@example.test"])
        assert.deepEqual(await tries(name, "192.0.2.1", right), { proved: undefined, isLocked: true }, name);
      for (let count = 0; count < 3; count += 1) await tries("ada", "192.0.2.1");
      assert.equal(isThrottled(await tries("ada", "192.0.2.1")), true, "as any other name after ten");
      assert.equal((await one.findLockout(ada)).failures, 10);
    });

    test("an attempt that is refused for its name does not count for the user", async (t) => {
      const { one, tries } = await open(t);
      // Without a user: this spelling leads to none.
      for (let count = 0; count < 10; count += 1)
        await one.attempt({ kind: "sign_in", account: "aDa", address: "192.0.2.1" }, wrong);
      for (let count = 0; count < 20; count += 1)
        assert.equal(isThrottled(await tries("ada", "192.0.2.1")), true);
      assert.deepEqual(await tries("ada@example.test", "192.0.2.1", right), { proved: "right" });
    });

    test("success forgets the attempts under every name of the user", async (t) => {
      const { one, tries } = await open(t);
      for (let round = 0; round < 4; round += 1) {
        for (let count = 0; count < 9; count += 1) await tries("ada", "192.0.2.1");
        assert.deepEqual(await tries("ada@example.test", "192.0.2.1", right), { proved: "right" });
        assert.deepEqual(await one.findLockout(ada), { failures: 0 });
      }
    });

    test("success of a user whose name looks alike forgets nothing of another user", async (t) => {
      const { one, tries, put, url } = await open(t);
      const other = someUser({ id: "usr_other", username: "ADA" });
      await put(ada, { ...other, username: "other" });
      await renameDirectly(url, other.id, other.username);
      let looked = 0;
      for (let count = 0; count < 15; count += 1) {
        await tries("ada", "192.0.2.1", async () => {
          looked += 1;
          return undefined;
        });
        await one.attempt({ kind: "sign_in", account: "ADA", user: other, address: "192.0.2.1" }, right);
      }
      assert.equal(looked, limits.accountSignIns);
    });

    test("success forgets the account's attempts, and leaves the network's as they were", async (t) => {
      const { tries } = await open(t);
      for (let round = 0; round < 10; round += 1) {
        for (let count = 0; count < 9; count += 1) await tries("ada", "2001:db8:0:0::/64");
        assert.deepEqual(await tries("ada", "2001:db8:0:0::/64", right), { proved: "right" });
      }
      for (let count = 90; count < limits.addressSignIns; count += 1)
        assert.equal(isThrottled(await tries(`user${count}`, "2001:db8:0:0::/64")), false);
      assert.equal(isThrottled(await tries("ben", "2001:db8:0:0::/64", right)), true);
      assert.equal(isThrottled(await tries("ben", "2001:db8:0:1::/64", right)), false, "another network");
    });

    test("a network that is not heard any more cannot lock others out", async (t) => {
      const { tries } = await open(t);
      for (let count = 0; count < limits.addressSignIns; count += 1) await tries(`user${count}`, "192.0.2.1");
      for (let count = 0; count < 20; count += 1)
        assert.equal(isThrottled(await tries("ada", "192.0.2.1")), true);
      assert.deepEqual(await tries("ada", "192.0.2.2", right), { proved: "right" });
    });

    test("a network that is not heard any more gives nobody further attempts", async (t) => {
      const { tries } = await open(t);
      for (let count = 1; count < limits.accountSignIns; count += 1) await tries("ada", "192.0.2.2");
      for (let count = 0; count < limits.addressSignIns; count += 1) await tries(`user${count}`, "192.0.2.1");
      assert.equal(isThrottled(await tries("ada", "192.0.2.1")), true);
      assert.equal(isThrottled(await tries("ada", "192.0.2.2")), false, "the last one");
      assert.equal(isThrottled(await tries("ada", "192.0.2.2")), true);
    });

    test("an attempt that failed on our side never was one", async (t) => {
      const { one, tries } = await open(t);
      const broken = () => Promise.reject(new Error("away"));
      for (let count = 0; count < 30; count += 1)
        await assert.rejects(
          one.attempt({ kind: "sign_in", account: "ada", address: "192.0.2.1" }, broken),
          /away/,
        );
      assert.deepEqual(await tries("ada", "192.0.2.1", right), { proved: "right" });
    });

    test("where the address is unknown, only the account is counted", async (t) => {
      const { one } = await open(t);
      for (let count = 0; count < 2 * limits.addressSignIns; count += 1) {
        const attempt = { kind: "sign_in", account: `user${count}`, address: undefined } as const;
        assert.equal(isThrottled(await one.attempt(attempt, wrong)), false);
      }
    });

    test("a limit of 0 is none", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      const none = { ...limits, accountSignIns: 0, addressSignIns: 0 };
      const { attempts, users } = here;
      const throttle = createLoginThrottle({ attempts, users, clock, limits: none, key });
      for (let count = 0; count < 120; count += 1) {
        const attempt = { kind: "sign_in", account: "ada", address: "192.0.2.1" } as const;
        assert.equal(isThrottled(await throttle.attempt(attempt, wrong)), false);
      }
    });

    describe("a browser in which the user has signed in before", () => {
      const device = { id: "d1", userId: "usr_ada" };
      const fromDevice = { kind: "sign_in", account: "ada", address: "192.0.2.1", device } as const;

      test("is not kept out by what others did to the account or from the address", async (t) => {
        const { one, tries } = await open(t);
        for (let count = 0; count < limits.addressSignIns; count += 1)
          await tries(`user${count % 20}`, "192.0.2.1");
        for (let count = 0; count < 11; count += 1) await tries("ada", "192.0.2.9");
        assert.equal(isThrottled(await tries("ada", "192.0.2.9", right)), true);
        assert.deepEqual(await one.attempt(fromDevice, right), { proved: "right" });
        assert.equal(isThrottled(await tries("ada", "192.0.2.9", right)), true, "others still are");
      });

      test("has as few attempts as an account, and is then a browser like any other", async (t) => {
        const { clock, one, other, tries } = await open(t);
        const looked = async (attempt = fromDevice) => {
          let isLooked = false;
          await (clock.now % 2 ? other : one).attempt(attempt, async () => {
            isLooked = true;
            return undefined;
          });
          clock.now += 1;
          return isLooked;
        };
        let count = 0;
        while (await looked()) count += 1;
        assert.equal(count, 2 * limits.accountSignIns, "its own, and then the account's");
        assert.equal(isThrottled(await tries("ada", "192.0.2.2", right)), true);
        const elsewhere = { ...fromDevice, device: { ...device, id: "d2" } };
        assert.deepEqual(await one.attempt(elsewhere, right), { proved: "right" });
      });

      test("gets its attempts back by signing in", async (t) => {
        const { one } = await open(t);
        for (let round = 0; round < 4; round += 1) {
          for (let count = 0; count < 9; count += 1)
            assert.deepEqual(await one.attempt(fromDevice, wrong), { proved: undefined });
          assert.deepEqual(await one.attempt(fromDevice, right), { proved: "right" });
        }
      });
    });

    test("an administrator sees who is locked out, and lets them try again under every name", async (t) => {
      const { clock, one, other, tries } = await open(t);
      assert.deepEqual(await one.findLockout(ada), { failures: 0 });
      for (let count = 0; count < 9; count += 1) await tries("ADA", "192.0.2.1");
      assert.deepEqual(await one.findLockout(ada), { failures: 9 });
      await tries("ada", "192.0.2.1");
      const lockedUntil = clock.now + limits.signInWindowSeconds;
      assert.deepEqual(await other.findLockout(ada), { failures: 10, lockedUntil });
      for (let count = 0; count < 12; count += 1) await tries("ada@example.test", "192.0.2.1");
      for (let count = 0; count < 12; count += 1)
        await one.attempt({ kind: "password_change", account: ada.id }, wrong);
      await other.unlock(ada);
      assert.deepEqual(await one.findLockout(ada), { failures: 0 });
      for (const name of ["ada", "ada@example.test"])
        assert.deepEqual(await tries(name, "192.0.2.1", right), { proved: "right" });
      const change = { kind: "password_change", account: ada.id } as const;
      assert.deepEqual(await one.attempt(change, right), { proved: "right" });
    });

    test("wrong passwords at sign-in do not keep the user from changing theirs", async (t) => {
      const { one, tries } = await open(t);
      for (let count = 0; count < 20; count += 1) await tries("usr_ada", "192.0.2.1");
      const change = { kind: "password_change", account: "usr_ada" } as const;
      assert.deepEqual(await one.attempt(change, right), { proved: "right" });
    });
  });
}

test("the name for the record is the same for every spelling and does not show what was typed", () => {
  const none = async () => new Map();
  const attempts = { count: none, find: none, forgive: async () => undefined };
  const users = { findIdsBySignInName: async () => [] };
  const { nameOf } = createLoginThrottle({ attempts, users, clock: createSetClock(), limits, key });
  assert.equal(nameOf("Ada "), nameOf("ada"));
  assert.notEqual(nameOf("ada"), nameOf("ben"));
  assert.match(nameOf("correct horse"), /^[A-Za-z0-9_-]{22}$/);
  const elsewhere = createLoginThrottle({
    attempts,
    users,
    clock: createSetClock(),
    limits,
    key: Buffer.alloc(32, 8),
  });
  assert.notEqual(nameOf("ada"), elsewhere.nameOf("ada"), "without the key nobody can try names");
});

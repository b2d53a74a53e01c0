import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { User } from "./entities.ts";
import { passwordStamp } from "./passwords/password-stamp.ts";
import { createSessions } from "./sessions.ts";
import { createSetClock, ENGINES, openAccounts, someUser } from "./testing/open-accounts.ts";

const HOUR = 3_600;
const from = { ip: "192.0.2.7", userAgent: "A browser" };
const changed = (user: User, passwordHash: string): User => ({ ...user, passwordHash });

for (const engine of ENGINES) {
  describe(`sessions on ${engine}`, () => {
    async function open(t: { after(work: () => Promise<void>): void }) {
      const clock = createSetClock();
      const { here, there, users, put } = await openAccounts(t, engine, clock);
      const ada = someUser();
      await put(ada);
      const errors: unknown[] = [];
      const makeSessions = ({ idleSeconds }: { idleSeconds: number }) =>
        createSessions({
          store: here.sessions,
          users,
          clock,
          idleSeconds,
          absoluteSeconds: 10 * HOUR,
          onError: (error) => errors.push(error),
        });
      const sessions = makeSessions({ idleSeconds: HOUR });
      return { clock, here, there, put, ada, sessions, makeSessions, errors };
    }

    test("a started session is found by its token and by nothing else", async (t) => {
      const { sessions, ada } = await open(t);
      const { session, token } = await sessions.start(ada, from);
      assert.deepEqual(await sessions.find(token), { session, user: ada });
      for (const other of [
        "",
        "x",
        session.id,
        `${token.slice(0, -1)}-`,
        `${token} `,
        "a\0b",
        "x".repeat(5_000),
      ])
        assert.equal(await sessions.find(other), undefined);
    });

    test("only the hash of the token is stored", async (t) => {
      const { sessions, ada, here } = await open(t);
      const { session, token } = await sessions.start(ada, from);
      assert.equal(await here.sessions.find(token), undefined);
      assert.doesNotMatch(JSON.stringify(await here.sessions.listOfUser(ada.id)), new RegExp(token));
      assert.notEqual(session.id, token);
    });

    test("an idle session is over, and one in use goes on until its end", async (t) => {
      const { sessions, ada, clock, here } = await open(t);
      const { token, session } = await sessions.start(ada, from);
      for (let minutes = 0; minutes < 590; minutes += 59) {
        assert.ok(await sessions.find(token), `after ${minutes} minutes`);
        await touched(here, session.id, clock.now);
        clock.now += 59 * 60;
      }
      assert.ok(await sessions.find(token));
      await touched(here, session.id, clock.now);
      clock.now = session.expiresAt - 1;
      assert.ok(await sessions.find(token));
      clock.now += 1;
      assert.equal(await sessions.find(token), undefined, "at its end");
      assert.deepEqual(await sessions.list(ada), []);
    });

    test("a session that was unused for too long is over without being swept", async (t) => {
      const { sessions, ada, clock } = await open(t);
      const { token } = await sessions.start(ada, from);
      clock.now += HOUR - 1;
      assert.equal((await sessions.list(ada)).length, 1);
      clock.now += 1;
      assert.equal(await sessions.find(token), undefined);
      assert.deepEqual(await sessions.list(ada), []);
    });

    test("being seen is written at most once a minute", async (t) => {
      const { sessions, ada, clock, here } = await open(t);
      const { token, session } = await sessions.start(ada, from);
      clock.now += 59;
      await sessions.find(token);
      await setImmediate();
      const [stored] = await here.sessions.listOfUser(ada.id);
      assert.equal(stored?.lastSeenAt, session.lastSeenAt);
      clock.now += 1;
      await sessions.find(token);
      await touched(here, session.id, clock.now);
    });

    test("a short idle time is kept by use, too", async (t) => {
      const { clock, here, ada, makeSessions } = await open(t);
      const sessions = makeSessions({ idleSeconds: 30 });
      const { token, session } = await sessions.start(ada, from);
      for (let used = 0; used < 5; used += 1) {
        clock.now += 20;
        assert.ok(await sessions.find(token), `after ${clock.now - session.createdAt} s`);
        await touched(here, session.id, clock.now);
      }
      clock.now += 30;
      assert.equal(await sessions.find(token), undefined);
    });

    test("use by something else than its browser counts once it is written", async (t) => {
      const { sessions, ada, clock, here, errors } = await open(t);
      const { session } = await sessions.start(ada, from);
      assert.equal(sessions.endOf(session), session.createdAt + HOUR);
      clock.now += 60;
      await Promise.all([sessions.touch(session), sessions.touch(session)]);
      const [stored] = await here.sessions.listOfUser(ada.id);
      assert.equal(stored?.lastSeenAt, clock.now);
      assert.equal(stored && sessions.endOf(stored), clock.now + HOUR);
      assert.equal(sessions.endOf({ ...session, lastSeenAt: session.expiresAt }), session.expiresAt);
      await sessions.touch({ ...session, id: "ses_unknown" });
      assert.deepEqual(errors, []);
    });

    test("a disabled or deleted user is not signed in", async (t) => {
      const { sessions, ada, put, here } = await open(t);
      const { token } = await sessions.start(ada, from);
      await put({ ...ada, enabled: false });
      assert.equal(await sessions.find(token), undefined);
      await put(ada);
      const { token: second } = await sessions.start(ada, from);
      await here.state.commit([{ op: "delete", kind: "user", value: ada }], { name: "test", at: 0 });
      await here.feed.confirm(await here.state.revision());
      assert.equal(await sessions.find(second), undefined);
    });

    test("another password ends every session, and the one that was told goes on", async (t) => {
      const { sessions, ada, here } = await open(t);
      const own = await sessions.start(ada, from);
      const other = await sessions.start(ada, from);
      const hash = `${ada.passwordHash}AA`;
      await here.state.commit([{ op: "put", kind: "user", value: changed(ada, hash) }], {
        name: "test",
        at: 0,
        sessionId: own.session.id,
      });
      assert.equal(await sessions.find(own.token), undefined);
      await sessions.restamp(own.session, hash);
      assert.equal((await sessions.find(own.token))?.session.id, own.session.id);
      assert.equal(await sessions.find(other.token), undefined);
      assert.equal((await sessions.list(changed(ada, hash))).length, 1);
    });

    test("a node that has not heard of the new password asks before it ends the session", async (t) => {
      const { sessions, ada, there, here } = await open(t);
      const { token, session } = await sessions.start(ada, from);
      assert.ok(await sessions.find(token));
      const next = changed(ada, `${ada.passwordHash}AA`);
      const by = { name: "test", at: 0, sessionId: session.id };
      await there.state.commit([{ op: "put", kind: "user", value: next }], by);
      await there.sessions.restamp(session.id, passwordStamp(next));
      assert.deepEqual((await sessions.find(token))?.user, next);
      assert.equal(here.feed.revision, await here.state.revision());
    });

    test("a session begun beside the change, with the password from before, counts nothing", async (t) => {
      const { sessions, ada, put } = await open(t);
      await put(changed(ada, `${ada.passwordHash}AA`));
      const { token } = await sessions.start(ada, from);
      assert.equal(await sessions.find(token), undefined);
    });

    test("signing in again gives the same session another token", async (t) => {
      const { sessions, ada, clock } = await open(t);
      const first = await sessions.start(ada, from);
      clock.now += 100;
      const second = await sessions.renew(first.session, ada);
      assert.ok(second);
      assert.equal(second.session.id, first.session.id);
      assert.equal(second.session.authentication.time, clock.now);
      assert.equal(await sessions.find(first.token), undefined, "the old token is worth nothing");
      assert.equal((await sessions.find(second.token))?.session.authentication.time, clock.now);
      await sessions.end(first.session.id);
      assert.equal(await sessions.renew(first.session, ada), undefined, "what has ended cannot be renewed");
    });

    test("a session that is replaced ends, and so does one that is ended", async (t) => {
      const { sessions, ada } = await open(t);
      const first = await sessions.start(ada, from);
      const second = await sessions.start(ada, { ...from, replaces: first.session.id });
      assert.equal(await sessions.find(first.token), undefined);
      assert.equal((await sessions.end(second.session.id))?.id, second.session.id);
      assert.equal(await sessions.find(second.token), undefined);
      assert.equal(await sessions.end(second.session.id), undefined);
    });

    test("ending all others leaves this one and those of other users", async (t) => {
      const { sessions, ada, put } = await open(t);
      const ben = someUser({ id: "usr_ben", username: "ben" });
      await put(ben);
      const own = await sessions.start(ada, from);
      const others = [await sessions.start(ada, from), await sessions.start(ada, from)];
      const bens = await sessions.start(ben, from);
      const ended = await sessions.endOthers(own.session);
      assert.deepEqual(ended.map(({ id }) => id).sort(), others.map(({ session }) => session.id).sort());
      assert.ok(await sessions.find(own.token));
      assert.ok(await sessions.find(bens.token));
      for (const { token } of others) assert.equal(await sessions.find(token), undefined);
    });

    test("a time that cannot be written does not hold up or fail the request", async (t) => {
      const { ada, clock, here, errors, sessions } = await open(t);
      const { token } = await sessions.start(ada, from);
      const users = { find: () => ada, findLatest: async () => ada };
      const store = { ...here.sessions, touch: () => Promise.reject(new Error("away")) };
      const options = { store, users, clock, idleSeconds: HOUR, absoluteSeconds: HOUR };
      const failing = createSessions({ ...options, onError: (error) => errors.push(error) });
      clock.now += 120;
      assert.ok(await failing.find(token));
      await setImmediate();
      assert.match(String(errors[0]), /away/);
    });

    test("a browser that says too much about itself is cut short", async (t) => {
      const { sessions, ada } = await open(t);
      const { session } = await sessions.start(ada, { ...from, userAgent: "x".repeat(10_000) });
      assert.equal(session.userAgent.length, 512);
    });
  });
}

/** Waits until the time, written behind the request, is there. */
async function touched(
  storage: Awaited<ReturnType<typeof openAccounts>>["here"],
  id: string,
  at: number,
): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = (await storage.sessions.listOfUser("usr_ada")).find((session) => session.id === id);
    if (found?.lastSeenAt === at) return;
    await setImmediate();
  }
  assert.fail(`last seen was never written as ${at}`);
}

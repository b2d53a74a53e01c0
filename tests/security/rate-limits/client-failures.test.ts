// @engine sqlite: a server counts in memory; the counts of several servers are in nodes-and-restarts.test.ts.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, OTHER, REPORTS } from "../../support/shop.ts";
import { postForm } from "../../support/start-licet.ts";
import { storeDelegation } from "../../support/store-delegation.ts";
import { basic } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import {
  assertLimited,
  countLimitedRequests,
  failTimes,
  forwardedFor,
  type LimitedLicet,
  listReachedLimits,
  requestToken,
  startLimited,
} from "./limited-licet.ts";

let licet: LimitedLicet;
before(async () => {
  licet = await startLimited();
});
after(() => licet.stop());

describe("RFC 6749 §2.3.1: guessing a secret ends at fifty failures of a client from an address", () => {
  test("the fifty-first request is not checked, whatever it presents; other clients notice nothing", async () => {
    const attacker = forwardedFor("203.0.113.1");
    await failTimes(licet, 50, attacker);
    assertLimited(await requestToken(licet, attacker));
    assertLimited(await requestToken(licet, attacker, REPORTS));
    const byHeader = basic(REPORTS.client_id, REPORTS.client_secret);
    assertLimited(
      await postForm(
        `${licet.url}/oidc/token`,
        { grant_type: "client_credentials" },
        { ...attacker, ...byHeader },
      ),
    );
    assert.equal(
      (await requestToken(licet, forwardedFor("203.0.113.2"), REPORTS)).status,
      200,
      "the client elsewhere",
    );
    assert.equal(
      (await requestToken(licet, attacker, OTHER)).status,
      200,
      "another client at the same address",
    );
    licet.clock.advance(300);
    assert.equal((await requestToken(licet, attacker, REPORTS)).status, 200, "after the window");
  });

  test("failures at every endpoint where clients authenticate count together, and are refused there", async () => {
    const attacker = forwardedFor("203.0.113.3");
    for (let index = 0; index < 50; index += 1) {
      const endpoint = CLIENT_ENDPOINTS[index % CLIENT_ENDPOINTS.length] as (typeof CLIENT_ENDPOINTS)[number];
      const form = { ...endpoint.form("x"), ...KEY, client_secret: "wrong" };
      assert.equal((await postForm(licet.url + endpoint.path, form, attacker)).status, 401);
    }
    for (const { path, form } of CLIENT_ENDPOINTS)
      assertLimited(await postForm(licet.url + path, { ...form("x"), ...KEY }, attacker));
  });

  test("two hundred at once are no way around it", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => requestToken(licet, forwardedFor("203.0.113.4"))),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 50);
    assert.equal(answers.filter(({ status }) => status === 429).length, 150);
  });

  test("the first of a series is on record once, with whom and where; metrics count every one", async () => {
    const before = (await countLimitedRequests(licet)).client_failures ?? 0;
    const attacker = forwardedFor("203.0.113.5");
    await failTimes(licet, 50, attacker);
    for (let index = 0; index < 7; index += 1) assertLimited(await requestToken(licet, attacker));
    const events = (await listReachedLimits(licet)).filter(({ ip }) => ip === "203.0.113.5");
    assert.deepEqual(
      events.map(({ actor, data }) => ({ actor, data })),
      [{ actor: "client:reports", data: { limit: "client_failures", most: 50, window_seconds: 300 } }],
    );
    assert.equal((await countLimitedRequests(licet)).client_failures, before + 7);
  });

  test("a secret in the place of the name is not written down", async () => {
    const secret = "a-secret-that-stands-in-the-wrong-field";
    await failTimes(licet, 50, forwardedFor("203.0.113.6"), () => ({ client_id: secret }));
    const [event] = (await listReachedLimits(licet)).filter(({ ip }) => ip === "203.0.113.6");
    assert.equal(event?.actor, "client:…ield");
  });
});

describe("an address has three hundred failures, whatever clients it names", () => {
  const oneOfMany = (index: number) => ({ client_id: `guess-${index}` });

  test("of IPv4, one address", async () => {
    await failTimes(licet, 300, forwardedFor("198.51.100.1"), oneOfMany);
    assertLimited(await requestToken(licet, forwardedFor("198.51.100.1"), { client_id: "guess-0" }));
    assertLimited(await requestToken(licet, forwardedFor("198.51.100.1"), REPORTS));
    assert.equal((await requestToken(licet, forwardedFor("198.51.100.2"), REPORTS)).status, 200);
    const [event] = (await listReachedLimits(licet)).filter(({ ip }) => ip === "198.51.100.1");
    assert.equal(event?.actor, "address:198.51.100.1");
  });

  test("of IPv6, a network of 64 bits", async () => {
    for (let index = 0; index < 300; index += 1)
      await failTimes(licet, 1, forwardedFor(`2001:db8:1:2::${index.toString(16)}`), () => oneOfMany(index));
    assertLimited(await requestToken(licet, forwardedFor("2001:db8:1:2:ffff::1"), REPORTS));
    assert.equal((await requestToken(licet, forwardedFor("2001:db8:1:3::1"), REPORTS)).status, 200);
  });

  test("requests without any name, or with one that no client can have, count as well", async () => {
    const nameless = forwardedFor("198.51.100.3");
    for (let index = 0; index < 150; index += 1) {
      const answer = await postForm(
        `${licet.url}/oidc/token`,
        { grant_type: "client_credentials" },
        nameless,
      );
      assert.equal(answer.status, 401);
    }
    await failTimes(licet, 150, nameless, (index) => ({ client_id: "x".repeat(5_000 + index) }));
    assertLimited(await requestToken(licet, nameless, REPORTS));
  });
});

test("a public client can replay a code fifty times: each replay has a row in the audit log, and the next is refused without one", async () => {
  await licet.apply("users: [ { username: vera, email: vera@example.test } ]");
  const user = await licet.services.storage.state.findUserByUsername("vera");
  assert.ok(user);
  const code = "a-code-that-was-redeemed";
  await storeDelegation(licet, user, "phone", "openid", code);
  const replay = () => {
    const form = {
      grant_type: "authorization_code",
      client_id: "phone",
      code,
      redirect_uri: "http://127.0.0.1/cb",
    };
    return postForm(`${licet.url}/oidc/token`, form, forwardedFor("203.0.113.9"));
  };
  for (let index = 0; index < 50; index += 1) assert.equal((await replay()).body.error, "invalid_grant");
  for (let index = 0; index < 20; index += 1) assertLimited(await replay());
  await listReachedLimits(licet); // and with it everything before
  const events = await licet.services.storage.audit.list({ type: "token.replayed" }, 100);
  assert.equal(events.length, 50);
});

describe("failures that are not the caller's own are not counted", () => {
  test("requests that succeed", async () => {
    const busy = forwardedFor("192.0.2.50");
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(Array.from({ length: 70 }, () => requestToken(licet, busy, REPORTS)));
      assert.ok(answers.every(({ status }) => status === 200));
    }
  });

  test("codes and tokens that a client forwards: a stranger who sends them could lock it out", async () => {
    const server = forwardedFor("192.0.2.51");
    for (let index = 0; index < 320; index += 1) {
      const form = {
        grant_type: "authorization_code",
        code: `made-up-${index}`,
        redirect_uri: "https://x.test/",
      };
      const answer = await postForm(`${licet.url}/oidc/token`, { ...form, ...REPORTS }, server);
      assert.equal(answer.body.error, "invalid_grant", answer.text);
    }
    const gateway = { ...server, authorization: "Bearer made-up" };
    for (let index = 0; index < 320; index += 1)
      assert.equal((await fetch(`${licet.url}/oidc/userinfo`, { headers: gateway })).status, 401);
    assert.equal((await requestToken(licet, server, REPORTS)).status, 200);
  });

  test("but made-up codes and refresh tokens of a client that proves nothing are guesses", async () => {
    const guesser = forwardedFor("192.0.2.52");
    const guess = (index: number) =>
      postForm(
        `${licet.url}/oidc/token`,
        index % 2
          ? { grant_type: "authorization_code", code: `made-up-${index}`, client_id: "phone" }
          : { grant_type: "refresh_token", refresh_token: `made-up-${index}`, client_id: "phone" },
        guesser,
      );
    for (let index = 0; index < 50; index += 1)
      assert.equal((await guess(index)).body.error, "invalid_grant");
    assertLimited(await guess(50));
  });
});

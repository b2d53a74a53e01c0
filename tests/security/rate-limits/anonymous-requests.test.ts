// @engine sqlite: a server counts in memory; the counts of several servers are in nodes-and-restarts.test.ts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countRows } from "../../support/count-rows.ts";
import { postForm } from "../../support/start-licet.ts";
import {
  ALICE,
  createPkce,
  createRequest,
  DESK,
  SPA_CALLBACK,
  STOREFRONT,
} from "../../support/storefront.ts";
import { createPageBrowser } from "../login/page-browser.ts";
import {
  assertLimited,
  countLimitedRequests,
  forwardedFor,
  type LimitedLicet,
  listReachedLimits,
  startLimited,
} from "./limited-licet.ts";

let licet: LimitedLicet;
before(async () => {
  licet = await startLimited({ state: STOREFRONT });
});
after(() => licet.stop());

const path = (more: Record<string, string> = {}) =>
  `/oidc/auth?${new URLSearchParams(createRequest(DESK, more) as Record<string, string>)}`;
const authorize = (address: string, more: Record<string, string> = {}) =>
  createPageBrowser(licet.url, forwardedFor(address)).get(path(more));

/** Few browsers: each replaces its oldest sign-in, so the limit of open sign-ins of the address is not reached first. */
async function authorizeTimes(times: number, address: string): Promise<void> {
  const browsers = Array.from({ length: 10 }, () => createPageBrowser(licet.url, forwardedFor(address)));
  for (let done = 0; done < times; done += browsers.length) {
    const answers = await Promise.all(
      browsers.slice(0, Math.min(browsers.length, times - done)).map((browser) => browser.get(path())),
    );
    for (const { status, headers } of answers) {
      assert.equal(status, 303);
      assert.match(String(headers.location), /^\/login\?/);
    }
  }
}

function pushing(address: string) {
  const spa = {
    ...createRequest({ client_id: "spa" }, { redirect_uri: SPA_CALLBACK }),
    ...createPkce().challenge,
  } as Record<string, string>;
  const push = (form: Record<string, string>) =>
    postForm(`${licet.url}/oidc/par`, form, forwardedFor(address));
  return { spa, push };
}

test("an address may begin six hundred sign-ins in five minutes; then it gets a page, and nothing is stored", async () => {
  const signedIn = createPageBrowser(licet.url, forwardedFor("203.0.113.1"));
  assert.equal((await signedIn.signIn(ALICE.username, ALICE.password)).status, 303);
  await authorizeTimes(599, "203.0.113.1");
  const before = await countRows(licet.database.url);
  for (const answer of [
    await authorize("203.0.113.1"),
    await createPageBrowser(licet.url, forwardedFor("203.0.113.1")).get("/login"),
    await createPageBrowser(licet.url, forwardedFor("203.0.113.1")).get("/account"),
    await createPageBrowser(licet.url, forwardedFor("203.0.113.1")).post("/oidc/logout", {}),
  ]) {
    assert.equal(answer.status, 429, answer.text);
    assert.match(String(answer.headers["content-type"]), /^text\/html/);
    const seconds = Number(answer.headers["retry-after"]);
    assert.ok(seconds > 0 && seconds <= 300);
    assert.equal(answer.headers.location, undefined, "no way back to an application that nobody agreed with");
    assert.match(answer.text, /too many requests/i);
  }
  const after = await countRows(licet.database.url);
  assert.equal(after.interactions, before.interactions);

  assert.equal((await authorize("203.0.113.1", { prompt: "none" })).status, 303, "nothing is stored for it");
  assert.match(
    String((await signedIn.get(path())).headers.location),
    /^https:\/\/app\.example\.com\/cb\?code=/,
    "a signed-in user is not limited",
  );
  assert.equal((await authorize("203.0.113.2")).status, 303, "another address is not limited");
  const events = await listReachedLimits(licet);
  assert.deepEqual(
    events.map(({ actor, data }) => [actor, data?.limit]),
    [["address:203.0.113.1", "anonymous_requests"]],
  );
  assert.equal((await countLimitedRequests(licet)).anonymous_requests, 4);
  licet.clock.advance(300);
  assert.equal((await authorize("203.0.113.1")).status, 303);
});

test("requests that public applications push count with them; those of clients that authenticate do not", async () => {
  const { spa, push } = pushing("203.0.113.7");
  for (let done = 0; done < 100; done += 1) {
    if (done === 50) licet.clock.advance(91);
    assert.equal((await push(spa)).status, 201);
  }
  await authorizeTimes(500, "203.0.113.7");
  assertLimited(await push(spa));
  const desk = { ...(createRequest(DESK) as Record<string, string>), ...DESK };
  for (let done = 0; done < 20; done += 1) assert.equal((await push(desk)).status, 201);
  assert.equal((await authorize("203.0.113.7")).status, 429);
});

test("a request refused because too many are waiting is counted, and the first of a series is recorded", async () => {
  const { spa, push } = pushing("203.0.113.8");
  for (let done = 0; done < 50; done += 1) assert.equal((await push(spa)).status, 201);
  for (let done = 0; done < 3; done += 1) assertLimited(await push(spa));
  for (let done = 0; done < 500; done += 1) assert.equal((await authorize("203.0.113.9")).status, 303);
  for (let done = 0; done < 3; done += 1) assert.equal((await authorize("203.0.113.9")).status, 429);
  const { open_sign_ins, pushed_requests } = await countLimitedRequests(licet);
  assert.deepEqual({ open_sign_ins, pushed_requests }, { open_sign_ins: 3, pushed_requests: 3 });
  const events = (await listReachedLimits(licet)).filter(({ ip }) => /\.[89]$/.test(ip ?? ""));
  assert.deepEqual(
    events.map(({ actor, ip, data }) => [actor, ip, data]),
    [
      ["address:203.0.113.9", "203.0.113.9", { limit: "open_sign_ins", most: 500 }],
      ["client:spa", "203.0.113.8", { limit: "pushed_requests", most: 50 }],
    ],
  );
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countRows } from "../../support/count-rows.ts";
import { postForm } from "../../support/start-licet.ts";
import { ALICE, createPkce, DESK, requestOf, SPA_CALLBACK, STOREFRONT } from "../../support/storefront.ts";
import { createPageBrowser } from "../login/page-browser.ts";
import {
  assertLimited,
  from,
  type LimitedLicet,
  limitedRequests,
  reachedLimits,
  startLimited,
} from "./limited-licet.ts";

let licet: LimitedLicet;
before(async () => {
  licet = await startLimited({ state: STOREFRONT });
});
after(() => licet.stop());

const path = (more: Record<string, string> = {}) =>
  `/oidc/auth?${new URLSearchParams(requestOf(DESK, more) as Record<string, string>)}`;
const authorize = (address: string, more: Record<string, string> = {}) =>
  createPageBrowser(licet.url, from(address)).get(path(more));

async function authorizeTimes(times: number, address: string): Promise<void> {
  for (let done = 0; done < times; done += 50) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(50, times - done) }, () => authorize(address)),
    );
    for (const { status, headers } of answers) {
      assert.equal(status, 303);
      assert.match(String(headers.location), /^\/login\?/);
    }
  }
}

test("an address may begin six hundred sign-ins in five minutes; then it gets a page, and nothing is stored", async () => {
  const signedIn = createPageBrowser(licet.url, from("203.0.113.1"));
  assert.equal((await signedIn.signIn(ALICE.username, ALICE.password)).status, 303);
  await authorizeTimes(599, "203.0.113.1");
  const before = await countRows(licet.database.url);
  for (const answer of [
    await authorize("203.0.113.1"),
    await createPageBrowser(licet.url, from("203.0.113.1")).get("/login"),
    await createPageBrowser(licet.url, from("203.0.113.1")).get("/account"),
    await createPageBrowser(licet.url, from("203.0.113.1")).post("/oidc/logout", {}),
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
    "whoever is signed in goes on",
  );
  assert.equal((await authorize("203.0.113.2")).status, 303, "others do, too");
  const events = await reachedLimits(licet);
  assert.deepEqual(
    events.map(({ actor, data }) => [actor, data?.limit]),
    [["address:203.0.113.1", "anonymous_requests"]],
  );
  assert.equal((await limitedRequests(licet)).anonymous_requests, 4);
  licet.clock.advance(300);
  assert.equal((await authorize("203.0.113.1")).status, 303);
});

test("requests that public applications push count with them; those of clients that authenticate do not", async () => {
  const spa = {
    ...requestOf({ client_id: "spa" }, { redirect_uri: SPA_CALLBACK }),
    ...createPkce().challenge,
  } as Record<string, string>;
  const push = (form: Record<string, string>) => postForm(`${licet.url}/oidc/par`, form, from("203.0.113.7"));
  for (let done = 0; done < 300; done += 1) assert.equal((await push(spa)).status, 201);
  await authorizeTimes(300, "203.0.113.7");
  assertLimited(await push(spa));
  const desk = { ...(requestOf(DESK) as Record<string, string>), ...DESK };
  for (let done = 0; done < 20; done += 1) assert.equal((await push(desk)).status, 201);
  assert.equal((await authorize("203.0.113.7")).status, 429);
});

// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startLicet } from "../../support/start-licet.ts";

const PATH = "/.well-known/security.txt";

test("RFC 9116: a security.txt says whom to tell, from the settings, and is always valid for less than a year", async (t) => {
  const licet = await startLicet({
    state: "",
    settings: {
      security_contact: "mailto:security@example.test, https://example.test/report",
      security_policy: "https://example.test/policy",
    },
  });
  t.after(() => licet.stop());
  const answer = await fetch(licet.url + PATH);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
  const [first, second, expires = "", canonical, policy, end] = (await answer.text()).split("\n");
  assert.deepEqual(
    [first, second, canonical, policy, end],
    [
      "Contact: mailto:security@example.test",
      "Contact: https://example.test/report",
      `Canonical: ${licet.url}${PATH}`,
      "Policy: https://example.test/policy",
      "",
    ],
  );
  // §2.5.5: RFC 3339, in the future, less than a year ahead.
  const [, time = ""] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(expires) ?? [];
  const ahead = Date.parse(time) - Date.now();
  assert.ok(ahead > 88 * 86_400_000 && ahead < 365 * 86_400_000, expires);
  assert.equal((await fetch(licet.url + PATH, { method: "POST" })).status, 405);
});

test("without a contact there is no security.txt", async (t) => {
  const licet = await startLicet({ state: "", settings: { security_policy: "https://example.test/policy" } });
  t.after(() => licet.stop());
  assert.equal((await fetch(licet.url + PATH)).status, 404);
});

// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { readGuide, runExample } from "./run-guide.ts";

const GUIDE = readGuide("checks.md");
const [ASKER_SECRET = ""] = /asker-\S+-for-production/.exec(GUIDE.states.join()) ?? [];

describe("docs/guides/checks.md", () => {
  let licet: RunningLicet;
  let token: string;
  before(async () => {
    licet = await startLicet({ state: GUIDE.states.join("\n") });
    token = await fetchTokenAsShown(licet);
  });
  after(() => licet.stop());

  assert.ok(GUIDE.examples.length > 0);
  for (const [index, example] of GUIDE.examples.entries()) {
    test(`example ${index + 1}, ${example.method} ${example.path}, is answered as printed`, () =>
      runExample(licet, token, example));
  }
});

/** The token of the guide: everything that the application of its state holds of Licet. */
async function fetchTokenAsShown(licet: RunningLicet): Promise<string> {
  const response = await fetch(`${licet.url}/oidc/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "asker",
      client_secret: ASKER_SECRET,
      resource: `${licet.url}/api/v1`,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

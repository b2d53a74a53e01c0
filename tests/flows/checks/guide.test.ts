// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ALL_PERMISSIONS, ASKER } from "./firm.ts";
import { readGuide, runExample } from "./run-guide.ts";

const GUIDE = readGuide("checks.md");
const CALLER = `
applications: [{ client_id: ${ASKER.client_id}, client_secret: ${ASKER.client_secret}, name: Asks, type: service }]
assignments:
${ALL_PERMISSIONS.split(" ")
  .map((permission) => `  - { principal: application:${ASKER.client_id}, permission: "${permission}" }`)
  .join("\n")}
`;

describe("docs/guides/checks.md", () => {
  let licet: RunningLicet;
  let token: string;
  before(async () => {
    licet = await startLicet({ state: CALLER });
    for (const state of GUIDE.states) await licet.apply(state);
    token = await fetchToken(licet, ASKER, ALL_PERMISSIONS);
  });
  after(() => licet.stop());

  assert.ok(GUIDE.examples.length > 0);
  for (const [index, example] of GUIDE.examples.entries()) {
    test(`example ${index + 1}, ${example.method} ${example.path}, is answered as printed`, () =>
      runExample(licet, token, example));
  }
});

// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { readGuide, runExample } from "../checks/run-guide.ts";
import { fetchToken } from "../fetch-token.ts";

const { examples } = readGuide("authzen.md");
const TODO = readFileSync(new URL("../../../examples/authzen-todo.yaml", import.meta.url), "utf8");
const GATEWAY = { client_id: "todo-gateway", client_secret: "todo-gateway-secret-that-everybody-knows" };

describe("docs/guides/authzen.md", () => {
  let licet: RunningLicet;
  let token: string;
  before(async () => {
    licet = await startLicet({ state: TODO });
    token = await fetchToken(licet, GATEWAY, "licet:authzen.evaluate licet:authzen.search");
  });
  after(() => licet.stop());

  assert.ok(examples.length > 0);
  for (const [index, example] of examples.entries()) {
    test(`example ${index + 1}, ${example.method} ${example.path}, is answered as printed`, () =>
      runExample(licet, token, example));
  }
});

// @engine sqlite: the SDK sees the same on both engines

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTokenClient, type TokenClientOptions } from "@licet/sdk/client";
import { createLocalChecker, type LocalChecker } from "@licet/sdk/local";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";

const SECRET = "orders-api-secret-orders-api-secret-0";
const STATE = `
applications:
  - { client_id: without-any, client_secret: ${SECRET}, name: Orders, type: service }
  - { client_id: may-check, client_secret: ${SECRET}, name: Stock, type: service }
assignments: [{ principal: application:may-check, permission: licet:check }]
`;

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: STATE });
});
after(() => licet.stop());

/** As docs/guides/local-checks.md does it, with a token client. */
function create(clientId: string, options: Partial<TokenClientOptions> = {}): LocalChecker {
  const token = createTokenClient({ issuer: licet.url, clientId, clientSecret: SECRET, ...options });
  return createLocalChecker({ issuer: licet.url, token, log: () => undefined });
}

/** A checker that never becomes ready must fail the test, and not keep it waiting. */
const SOON = { timeout: 60_000 };

test("ready() rejects for a wrong secret and a wrong issuer", SOON, async () => {
  await using wrongSecret = create("may-check", { clientSecret: "wrong" });
  await assert.rejects(wrongSecret.ready(), /^TokenRefusedError: invalid_client: .*Check clientId/);
  await using wrongIssuer = create("may-check", { issuer: `${licet.url}/other` });
  await assert.rejects(wrongIssuer.ready(), /^WrongIssuerError: wrong_issuer: .*Check the issuer/);
});

test("ready() names the permission that is missing, whatever else the application holds", SOON, async () => {
  await using checker = create("may-check");
  await assert.rejects(
    checker.ready(),
    /\/snapshot answered 403: the token needs licet:replicate \(licet grant/,
  );
});

test("ready() names it also where the token is refused, and resolves once it was granted", SOON, async () => {
  await using checker = create("without-any");
  await assert.rejects(checker.ready(), {
    name: "MissingPermissionError",
    message: `the application has no permission at ${licet.url}/api/v1: it needs licet:replicate (licet grant application:CLIENT_ID licet:replicate). If it has it, check that issuer is the base URL of Licet`,
  });
  await licet.apply("assignments: [{ principal: application:without-any, permission: licet:replicate }]");
  // The token client remembers a refusal for a second, so the next attempts may be refused, too.
  await untilKnown(async () => {
    await checker.ready().catch(() => undefined);
    return checker.status().isFresh;
  });
});

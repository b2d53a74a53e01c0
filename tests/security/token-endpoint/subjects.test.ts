// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt } from "jose";
import { ConfigurationFileError } from "../../../packages/server/src/files/configuration-file-error.ts";
import { KEY, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

describe("RFC 9700 §4.15: a client can never be taken for a user", () => {
  test("the sub of a client_credentials token is the client_id", async () => {
    for (const credentials of [REPORTS, KEY]) {
      const { body } = await postForm(`${licet.url}/oidc/token`, {
        grant_type: "client_credentials",
        ...credentials,
        scope: "orders:read",
      });
      const { sub, client_id } = decodeJwt(String(body.access_token));
      assert.equal(sub, credentials.client_id);
      assert.equal(client_id, credentials.client_id);
    }
  });

  test("a user with the name of a client gets an identifier that no client can have", async () => {
    await licet.apply(`users: [{ username: reports }, { username: ak_reports }]`);
    for (const username of ["reports", "ak_reports"]) {
      const user = await licet.services.storage.state.findUserByUsername(username);
      assert.match(user?.id ?? "", /^usr_[0-9a-z]{24}$/);
    }
  });

  for (const [what, file] of Object.entries({
    "a client_id with a user's prefix": "applications: [{ client_id: usr_1, type: service }]",
    "a client_id with an access key's prefix": "applications: [{ client_id: ak_1, type: service }]",
    "an access key with a user's prefix":
      "applications: [{ client_id: mine, type: service, access_accounts: [{ access_key: usr_1 }] }]",
    "an access key that looks like an application":
      "applications: [{ client_id: mine, type: service, access_accounts: [{ access_key: reports }] }]",
    "an access key of another application":
      "applications: [{ client_id: mine, type: service, access_accounts: [{ access_key: ak_reports }] }]",
  })) {
    test(`${what} is refused and nothing is written`, async () => {
      const { state } = licet.services.storage;
      const before = await state.revision();
      await assert.rejects(licet.apply(file), ConfigurationFileError);
      assert.equal(await state.revision(), before);
      assert.equal(await state.find("application", "mine"), undefined);
    });
  }

  test("a user cannot be given an identifier at all", async () => {
    await assert.rejects(licet.apply("users: [{ username: eve, id: reports }]"), ConfigurationFileError);
    assert.equal(await licet.services.storage.state.findUserByUsername("eve"), undefined);
  });
});

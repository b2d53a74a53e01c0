// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { sendRequest } from "../send-request.ts";
import { encoded, VALID } from "./valid-request.ts";

let licet: RunningLicet;
let tokenUrl: string;
before(async () => {
  licet = await startLicet({ readsLog: true, state: SHOP });
  tokenUrl = `${licet.url}/oidc/token`;
});
after(() => licet.stop());

describe("RFC 6749 §3.2, RFC 9110 §15.5.6: the endpoints take POST and nothing else", () => {
  for (const { path, form } of CLIENT_ENDPOINTS) {
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
      test(`${method} ${path} with every parameter in the query gets 405 and no token`, async () => {
        const query = encoded({ ...form("a-token"), ...REPORTS });
        const { status, headers, text } = await sendRequest(method, `${licet.url}${path}?${query}`);
        assert.equal(status, 405);
        assert.equal(headers.allow, "POST");
        assert.doesNotMatch(text, /access_token|"active"|request_uri"/);
      });
    }
  }

  test("the content of those queries is in no line of the log", () => {
    assert.match(licet.logged(), /\/oidc\/token/);
    assert.doesNotMatch(licet.logged(), new RegExp(REPORTS.client_secret));
    assert.doesNotMatch(licet.logged(), /grant_type|a-token/);
  });
});

describe("RFC 6749 §3.2, §2.3.1: parameters count in the body only", () => {
  test("everything in the query and an empty form gets invalid_request", async () => {
    assertRefused(await postForm(`${tokenUrl}?${encoded(VALID)}`, ""), 400, "invalid_request");
  });

  test("everything in the query and no body at all gets invalid_request", async () => {
    const { status, text } = await sendRequest("POST", `${tokenUrl}?${encoded(VALID)}`);
    assert.equal(status, 400);
    assert.equal(JSON.parse(text).error, "invalid_request");
  });

  for (const missing of Object.keys(VALID)) {
    test(`${missing} in the query does not stand in for one that the body lacks`, async () => {
      const { [missing]: moved = "", ...rest } = VALID as Record<string, string>;
      const [status, code] = missing.startsWith("client_")
        ? [401, "invalid_client"]
        : [400, "invalid_request"];
      assertRefused(
        await postForm(`${tokenUrl}?${encoded({ [missing]: moved })}`, rest),
        status as number,
        code as string,
      );
    });
  }
});

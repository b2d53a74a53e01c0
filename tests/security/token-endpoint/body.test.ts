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
  licet = await startLicet({ state: SHOP });
  tokenUrl = `${licet.url}/oidc/token`;
});
after(() => licet.stop());

describe("RFC 6749 §3.2: a body that is not a form gets invalid_request", () => {
  const json = JSON.stringify(VALID);
  const boundary = Object.entries(VALID).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const bodies: readonly [string, string, string][] = [
    ["JSON", "application/json", json],
    ["JSON with a parameter", "application/json; charset=utf-8", json],
    ["a form under the name of JSON", "application/json", encoded(VALID)],
    ["multipart", "multipart/form-data; boundary=x", `${boundary.join("")}--x--\r\n`],
    ["plain text", "text/plain", encoded(VALID)],
    ["XML", "application/xml", "<grant_type>client_credentials</grant_type>"],
    ["a type that only begins like a form", "application/x-www-form-urlencoded-not", encoded(VALID)],
    ["a type that is none", "form", encoded(VALID)],
    ["a type with a parameter alone", ";charset=utf-8", encoded(VALID)],
    ["an empty type", "", encoded(VALID)],
  ];
  for (const { path } of CLIENT_ENDPOINTS) {
    for (const [name, type, body] of bodies) {
      test(`${path}: ${name}`, async () => {
        assertRefused(
          await postForm(licet.url + path, body, { "content-type": type }),
          400,
          "invalid_request",
        );
      });
    }
  }

  for (const { path } of CLIENT_ENDPOINTS) {
    test(`${path}: a form that does not say what it is`, async () => {
      const { status, text } = await sendRequest("POST", licet.url + path, { chunks: [encoded(VALID)] });
      assert.equal(status, 400);
      assert.equal(JSON.parse(text).error, "invalid_request");
    });
  }

  test("while a form may say its charset", async () => {
    for (const type of [
      "application/x-www-form-urlencoded; charset=UTF-8",
      "application/x-www-form-urlencoded;charset=utf-8",
      "Application/X-WWW-Form-Urlencoded",
    ]) {
      assert.equal((await postForm(tokenUrl, VALID, { "content-type": type })).status, 200, type);
    }
  });
});

describe("RFC 9110 §15.5.14: bodies end at 64 kB", () => {
  const LIMIT = 65_536;
  const padded = (form: Readonly<Record<string, string>>, length: number) => {
    const start = `${encoded(form)}&padding=`;
    return start + "x".repeat(length - start.length);
  };
  for (const { path, form, accepted } of CLIENT_ENDPOINTS) {
    test(`${path} takes one of exactly 64 kB and answers 413 to one byte more`, async () => {
      const good = { ...form("a-token"), ...REPORTS };
      assert.equal((await postForm(licet.url + path, padded(good, LIMIT))).status, accepted);
      assertRefused(await postForm(licet.url + path, padded(good, LIMIT + 1)), 413, "invalid_request");
    });

    test(`${path} counts the bytes of a body that does not say its length`, async () => {
      const body = padded({ ...form("a-token"), ...REPORTS }, LIMIT + 1);
      const { status, text } = await sendRequest("POST", licet.url + path, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        chunks: [body.slice(0, 16_384), body.slice(16_384)],
      });
      assert.equal(status, 413);
      assert.equal(JSON.parse(text).error, "invalid_request");
    });
  }
});

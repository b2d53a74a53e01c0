import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  CALLBACK,
  createPkce,
  createRequest,
  DESK,
  ORDERS_SERVER,
  SPA_CALLBACK,
} from "../../support/storefront.ts";
import { basic } from "../basic-authorization.ts";
import { assertRefused } from "../oauth-refusal.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

type Form = Readonly<Record<string, string | undefined>>;
const push = (form: Form, headers = {}) => {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return postForm(`${front.url}/oidc/par`, Object.fromEntries(given), headers);
};
const valid = (more: Form = {}) => ({ ...createRequest(DESK), ...DESK, ...more });

test("RFC 9126 §2.2: 201, a reference of 256 bits, and how long it holds", async () => {
  const references = new Set<string>();
  for (let time = 0; time < 5; time += 1) {
    const { status, body, headers } = await push(valid());
    assert.equal(status, 201);
    assert.match(String(body.request_uri), /^urn:ietf:params:oauth:request_uri:lpr_[A-Za-z0-9_-]{43}$/);
    const seconds = Number(body.expires_in);
    assert.ok(Number.isInteger(seconds) && seconds >= 5 && seconds <= 600);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("access-control-allow-origin"), null);
    references.add(String(body.request_uri));
  }
  assert.equal(references.size, 5);
});

test("RFC 9126 §2: every way to authenticate, and a public client by its name", async () => {
  const { client_id, client_secret } = DESK;
  const byHeader = await push(
    { ...createRequest(DESK), client_id: undefined },
    basic(client_id, client_secret),
  );
  assert.equal(byHeader.status, 201);
  const spa = {
    ...createRequest({ client_id: "spa" }, { redirect_uri: SPA_CALLBACK }),
    ...createPkce().challenge,
  };
  assert.equal((await push(spa)).status, 201);
});

describe("RFC 9126 §2.1, §2.3: what is refused, and how", () => {
  const wrong: readonly (readonly [string, Form, number, string])[] = [
    ["a request_uri inside", { request_uri: "urn:ietf:params:oauth:request_uri:x" }, 400, "invalid_request"],
    ["a request_uri elsewhere", { request_uri: "https://evil.test/" }, 400, "invalid_request"],
    ["a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, 400, "invalid_request_object"],
    ["no secret", { client_secret: undefined }, 401, "invalid_client"],
    ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
    ["an unknown client", { client_id: "nobody" }, 401, "invalid_client"],
    ["another client's secret", { client_id: "rival" }, 401, "invalid_client"],
    ["no redirect_uri", { redirect_uri: undefined }, 400, "invalid_request"],
    ["an unregistered redirect_uri", { redirect_uri: "https://evil.test/" }, 400, "invalid_request"],
    ["almost the redirect_uri", { redirect_uri: `${CALLBACK}/` }, 400, "invalid_request"],
    ["no response_type", { response_type: undefined }, 400, "invalid_request"],
    ["another response_type", { response_type: "token" }, 400, "invalid_request"],
    ["a malformed scope", { scope: '"' }, 400, "invalid_scope"],
    ["no scope", { scope: undefined }, 400, "invalid_scope"],
    ["a wrong prompt", { prompt: "none login" }, 400, "invalid_request"],
    ["a wrong max_age", { max_age: "-1" }, 400, "invalid_request"],
    ["broken claims", { claims: "[" }, 400, "invalid_request"],
    ["a wrong response_mode", { response_mode: "fragment" }, 400, "invalid_request"],
  ];
  for (const [name, more, status, error] of wrong) {
    test(`${name}: ${status} ${error}`, async () => assertRefused(await push(valid(more)), status, error));
  }

  test("a client that has no address at all", async () => {
    assertRefused(await push({ ...createRequest(ORDERS_SERVER), ...ORDERS_SERVER }), 400, "invalid_request");
  });

  test("RFC 6749 §3.1: no parameter more than once", async () => {
    const form = valid() as Record<string, string>;
    for (const [name, value] of Object.entries(form)) {
      for (const second of [value, "other", ""]) {
        const body = `${new URLSearchParams(form)}&${name}=${encodeURIComponent(second)}`;
        assertRefused(await postForm(`${front.url}/oidc/par`, body), 400, "invalid_request");
      }
    }
  });

  test("GET: 405; 200 kB: 413; JSON: refused", async () => {
    const query = new URLSearchParams(valid() as Record<string, string>);
    const got = await fetch(`${front.url}/oidc/par?${query}`);
    assert.equal(got.status, 405);
    assert.equal(got.headers.get("allow"), "POST");
    assert.equal((await push(valid({ state: "x".repeat(200_000) }))).status, 413);
    const json = await postForm(`${front.url}/oidc/par`, "{}", { "content-type": "application/json" });
    assertRefused(json, 400, "invalid_request");
  });
});

// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { authorizationPath, type Fields, readAuthorizationResponse } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { CALLBACK, createPkce, createRequest, DESK, ORDERS_SERVER } from "../../support/storefront.ts";
import { assertPageOnly, assertRefusedTo } from "./assert-answers.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const ask = (more: Readonly<Record<string, string | undefined>>) =>
  front.alice.get(authorizationPath(createRequest(DESK, more)));
const refused = async (more: Readonly<Record<string, string | undefined>>, error: string) =>
  assertRefusedTo(await ask(more), error, { issuer: front.url, state: "a state" });

describe("RFC 6749 §4.1.2.1: an unknown client gets no redirect", () => {
  const ids: Record<string, string | undefined> = {
    "none at all": undefined,
    empty: "",
    unknown: "nobody",
    "in another case": "DESK",
    "with a space": "desk ",
    "with a NUL": "desk\0",
    "a user": "alice",
    "a service, which has no address": ORDERS_SERVER.client_id,
    "very long": "x".repeat(5_000),
    "a member of every object": "__proto__",
  };
  for (const [name, client_id] of Object.entries(ids)) {
    test(`client_id: ${name}`, async () => assertPageOnly(await ask({ client_id }), name));
  }

  test("a disabled application, at once", async () => {
    const state = (enabled: boolean) =>
      `applications: [{ client_id: later, client_secret: later-secret-later-secret-later-secret, type: web, first_party: true, enabled: ${enabled}, redirect_uris: [https://app.example.com/cb] }]`;
    await front.apply(state(true));
    assert.ok(readAuthorizationResponse(await ask({ client_id: "later" })).code);
    await front.apply(state(false));
    assertPageOnly(await ask({ client_id: "later" }), "disabled");
  });
});

describe("RFC 6749 §3.1: no parameter more than once", () => {
  const parameters = {
    ...createRequest(DESK),
    response_mode: "query",
    nonce: "n",
    prompt: "none",
    max_age: "100",
    login_hint: "alice",
    ui_locales: "en",
    claims: "{}",
    acr_values: "1",
    display: "page",
    ...createPkce().challenge,
    something_else: "x",
  };
  for (const [name, value] of Object.entries(parameters)) {
    for (const [what, second] of [
      ["equal", String(value)],
      ["different", "other"],
      ["empty", ""],
    ] as const) {
      test(`${name}, ${what}`, async () => {
        const path = `${authorizationPath(parameters)}&${name}=${encodeURIComponent(second)}`;
        const page = await front.alice.get(path);
        if (name === "client_id" || name === "redirect_uri") return assertPageOnly(page, path);
        const state = name === "state" ? {} : { state: "a state" };
        assertRefusedTo(page, "invalid_request", { issuer: front.url, ...state });
      });
    }
  }

  test("the name in another spelling is the same name", async () => {
    const page = await front.alice.get(`${authorizationPath(createRequest(DESK))}&%73tate=evil`);
    assertRefusedTo(page, "invalid_request", { issuer: front.url });
  });

  test("RFC 8707 §2: resource alone may be repeated", async () => {
    const resource = "&resource=https%3A%2F%2Forders.example.test";
    const page = await front.alice.get(authorizationPath(createRequest(DESK)) + resource + resource);
    assert.ok(readAuthorizationResponse(page).code);
  });
});

describe("RFC 6749 §4.1.2.1, RFC 9700 §2.1.2: response_type", () => {
  test("missing or empty", async () => {
    await refused({ response_type: undefined }, "invalid_request");
    await refused({ response_type: "" }, "invalid_request");
  });
  for (const response_type of ["token", "id_token", "id_token token", "code id_token", "code token", "none"])
    test(response_type, () => refused({ response_type }, "unsupported_response_type"));
  for (const response_type of ["code code", "Code", "code ", " code", "code,token", "code\0"])
    test(JSON.stringify(response_type), () => refused({ response_type }, "unsupported_response_type"));
});

describe("other parameters that cannot be obeyed are told to the application", () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string | undefined>>, string])[] = [
    ["RFC 6749 §3.3: no scope", { scope: undefined }, "invalid_scope"],
    ["RFC 6749 §3.3: an empty scope", { scope: "" }, "invalid_scope"],
    ...['"', "\\", "a\tb", "a\nb", "a  b", " a", "a ", "ä", "a\0"].map(
      (scope) => [`RFC 6749 §3.3: scope ${JSON.stringify(scope)}`, { scope }, "invalid_scope"] as const,
    ),
    ...["fragment", "jwt", "query.jwt", "form_post.jwt", "web_message", "junk", "Query"].map(
      (response_mode) =>
        [`OAuth MRT §2.1: response_mode ${response_mode}`, { response_mode }, "invalid_request"] as const,
    ),
    ...["none login", "login none", "none none", "create", "Login", "login,consent"].map(
      (prompt) => [`OpenID Connect Core §3.1.2.1: prompt ${prompt}`, { prompt }, "invalid_request"] as const,
    ),
    ...["-1", "1e9", "1.5", "x", "+1", "0x10", " 1", "99999999999", "١"].map(
      (max_age) =>
        [`OpenID Connect Core §3.1.2.1: max_age ${max_age}`, { max_age }, "invalid_request"] as const,
    ),
    ...[
      "[",
      "[]",
      "null",
      "1",
      '"x"',
      '{"userinfo":1}',
      '{"id_token":[]}',
      '{"id_token":{"sub":{"value":1}}}',
    ].map((claims) => [`OpenID Connect Core §5.5: claims ${claims}`, { claims }, "invalid_request"] as const),
    ["OpenID Connect Core §5.5: too many claims", { claims: manyClaims() }, "invalid_request"],
    ["RFC 8707 §2: an unknown resource", { resource: "https://nowhere.test" }, "invalid_target"],
    [
      "RFC 8707 §2: a resource that is none of its business",
      { resource: "https://payroll.example.test" },
      "invalid_target",
    ],
    [
      "OpenID Connect Core §3.1.2.6: a request object",
      { request: "eyJhbGciOiJub25lIn0.e30." },
      "request_not_supported",
    ],
    ["OpenID Connect Core §3.1.2.6: a registration", { registration: "{}" }, "registration_not_supported"],
    ["a nonce that is too long", { nonce: "n".repeat(1_025) }, "invalid_request"],
    ["a login_hint that is too long", { login_hint: "n".repeat(1_025) }, "invalid_request"],
  ];
  for (const [name, more, error] of cases) test(`${name}: ${error}`, () => refused(more, error));

  test("OpenID Connect Core §5.5.1.1: an essential acr that cannot be provided", async () => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ["urn:high"] } } });
    await refused({ claims }, "unmet_authentication_requirements");
  });
});

function manyClaims(): string {
  const names = Array.from({ length: 101 }, (_, index) => [`claim_${index}`, null]);
  return JSON.stringify({ userinfo: Object.fromEntries(names) });
}

describe("RFC 6749 §3.1: what is not known is ignored", () => {
  for (const [name, value] of [
    ["foo", "bar"],
    ["__proto__", "x"],
    ["constructor", "x"],
    ["acr_values", "urn:high"],
    ["display", "popup"],
    ["ui_locales", "../../etc/passwd <b>"],
    ["claims_locales", "de"],
    ["code", "lac_evil"],
    ["access_token", "evil"],
  ] as const)
    test(name, async () => assert.ok(readAuthorizationResponse(await ask({ [name]: value })).code));
});

describe("RFC 9101 §10.4: nothing that a request names is fetched", () => {
  test("request_uri, wherever it points", async (t) => {
    const heard: string[] = [];
    const listener = createServer((request, response) => {
      heard.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    t.after(() => listener.close());
    const { port } = listener.address() as AddressInfo;
    for (const request_uri of [
      `http://127.0.0.1:${port}/request`,
      `http://[::ffff:127.0.0.1]:${port}/request`,
      "https://evil.test/request",
      "file:///etc/passwd",
      "urn:ietf:params:oauth:request-uri:x",
      "urn:example:request",
    ])
      await refused({ request_uri }, "request_uri_not_supported");
    const claims = JSON.stringify({ _claim_sources: { x: { endpoint: `http://127.0.0.1:${port}/c` } } });
    assert.ok(readAuthorizationResponse(await ask({ claims })).code);
    assert.deepEqual(heard, []);
  });
});

describe("RFC 9110 §9: methods and bodies", () => {
  test("a query that cannot be parsed gets a page", async () => {
    assertPageOnly(await front.alice.get("/oidc/auth?client_id=%zz"), "broken escapes");
    assertPageOnly(await front.alice.get("/oidc/auth?client_id=desk&state=%ff"), "not UTF-8");
    assertPageOnly(await front.alice.get("/oidc/auth"), "nothing");
  });
  test("parameters of a POST are in its body: those in the address do not count", async () => {
    const inQuery = authorizationPath(createRequest(DESK));
    assertPageOnly(await front.alice.post(inQuery, []), "POST with a query");
    const fields = Object.entries(createRequest(DESK)) as unknown as Fields;
    const mixed = await front.alice.post(`/oidc/auth?redirect_uri=https://evil.test/&state=evil`, fields);
    assert.equal(readAuthorizationResponse(mixed).state, "a state");
  });
  test("JSON and text are no forms", async () => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"])
      assertPageOnly(await front.alice.post("/oidc/auth", [], { "content-type": type }), type);
  });
  test("a body that is too large", async () => {
    const fields = Object.entries(createRequest(DESK, { state: "x".repeat(70_000) })) as unknown as Fields;
    assertPageOnly(await front.alice.post("/oidc/auth", fields), "too large", 413);
  });
  test("other methods are told what is allowed", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const response = await fetch(front.url + authorizationPath(createRequest(DESK)), {
        method,
        redirect: "manual",
      });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), "GET, POST");
    }
  });
});

test("conditions that take more work than one request may cost are a refusal, not a failure of ours", async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  const parts = `'${"x,".repeat(200)}'.split(',')`;
  const dear = (n: number) => `${parts}.exists(x, ${parts}.exists(y, x + y == 'z${n}'))`;
  await front.apply(`resources:
  - { name: many, identifier: "https://many.example.test", actions: { ${numbers.map((n) => `a${n}: { description: x }`).join(", ")} } }
roles:
  - { name: dear, grants: [${numbers.map((n) => `{ permission: "many:*", when: "${dear(n)}" }`).join(", ")}] }
applications:
  - { client_id: greedy, client_secret: greedy-secret-greedy-secret-greedy-secret, type: web, first_party: true, redirect_uris: [${CALLBACK}], delegated: ["many:*"] }
assignments: [{ principal: user:alice, role: dear }]`);
  const request = createRequest({ client_id: "greedy" }, { scope: "many:*" });
  const page = await front.alice.get(authorizationPath(request));
  assertRefusedTo(page, "invalid_scope", { issuer: front.url, state: "a state" });
});

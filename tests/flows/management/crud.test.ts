import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, pointersOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

const ENTITIES = [
  {
    path: "/resources",
    key: "name",
    body: { name: "stock", identifier: "https://stock.test", actions: { count: { description: "Count" } } },
    change: {
      signing_alg: "RS256",
      access_token_type: "JWT",
      display_name: { en: "Stock", zh: "库存" },
    },
    shown: {
      signing_alg: "ES256",
      access_token_type: "at+jwt",
      actions: { count: { description: { en: "Count" } } },
    },
  },
  {
    path: "/permissions",
    key: "name",
    body: { name: "open_door", description: { en: "Open the door", zh: "开门" } },
    change: { description: { en: "Open any door" } },
    shown: { description: { en: "Open the door", zh: "开门" } },
  },
  {
    path: "/roles",
    key: "name",
    body: { name: "packer", inherits: ["viewer"], grants: ["orders:write"] },
    change: { grants: [] },
    shown: { inherits: ["viewer"], grants: [{ permission: "orders:write" }] },
  },
  {
    path: "/groups",
    key: "name",
    body: { name: "night-shift", description: "Works at night" },
    change: { description: "Sleeps by day" },
    shown: { description: "Works at night" },
  },
  {
    path: "/users",
    key: "username",
    body: { username: "carol", password: "correct horse battery", attributes: { floor: 2 } },
    change: { attributes: { floor: 3 } },
    shown: { username: "carol", attributes: { floor: 2 }, enabled: true },
  },
  {
    path: "/applications",
    key: "client_id",
    body: { client_id: "mailer", name: "Mailer", type: "service" },
    change: {
      name: "The mailer",
      id_token_claims: "minimal",
      require_pushed_authorization_requests: true,
      client_assertion_max_lifetime: 3600,
    },
    shown: {
      client_id: "mailer",
      type: "service",
      enabled: true,
      delegated: [],
      id_token_claims: "profile",
      require_pushed_authorization_requests: false,
      require_signed_request_object: false,
      client_assertion_max_lifetime: 300,
    },
  },
] as const;

for (const { path, key, body, change, shown } of ENTITIES) {
  const name = (body as Record<string, unknown>)[key] as string;
  const single = `${path}/${name}`;

  test(`${path}: made, read, replaced and deleted`, async () => {
    const created = await api("POST", path, body);
    assert.equal(created.status, 201);
    const location = created.headers.get("location") ?? "";
    assert.equal(location, `/api/v1${path}/${created.body.id}`);
    for (const [member, value] of Object.entries(shown)) assert.deepEqual(created.body[member], value);
    assert.match(created.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const tag = created.headers.get("etag");
    assert.equal(tag, `"${created.body.version}"`);
    assert.equal(created.headers.get("licet-revision"), String(created.body.version));

    const again = await api("POST", path, body);
    assert.equal(again.status, 409);
    assert.equal(again.body.type, "urn:licet:problem:conflict");

    const read = await api("GET", single);
    assert.equal(read.status, 200);
    assert.equal(read.headers.get("etag"), tag);
    const byId = await api("GET", location.replace("/api/v1", ""));
    assert.deepEqual(byId.body, read.body);

    // The read body, changed and sent back: its version and times are ignored.
    const replaced = await api("PUT", single, { ...read.body, ...change }, { "if-match": tag ?? "" });
    assert.equal(replaced.status, 200, replaced.text);
    for (const [member, value] of Object.entries(change)) assert.deepEqual(replaced.body[member], value);
    assert.ok(replaced.body.version > read.body.version);
    assert.equal(replaced.body.created_at, read.body.created_at);

    const stale = await api("PUT", single, { ...read.body, ...change }, { "if-match": tag ?? "" });
    assert.equal(stale.status, 412);
    assert.equal(stale.body.type, "urn:licet:problem:version_mismatch");
    assert.equal((await api("DELETE", single, undefined, { "if-match": tag ?? "" })).status, 412);

    const gone = await api("DELETE", `${single}?cascade=true`);
    assert.equal(gone.status, 204);
    assert.equal(gone.text, "");
    assert.equal((await api("GET", single)).status, 404);
    assert.equal((await api("DELETE", single)).status, 404);
  });

  test(`${path}: PUT creates what is not there, and only that with If-None-Match`, async () => {
    const { [key]: _, ...rest } = body as Record<string, unknown>;
    const absent = await api("PUT", single, rest, { "if-match": "*" });
    assert.equal(absent.status, 412);
    const created = await api("PUT", single, rest, { "if-none-match": "*" });
    assert.equal(created.status, 201, created.text);
    const again = await api("PUT", single, rest, { "if-none-match": "*" });
    assert.equal(again.status, 412);
    // A password is always set anew; everything else that is the same is no change.
    const { password: _password, ...unchanged } = rest;
    const same = await api("PUT", single, unchanged);
    assert.equal(same.status, 200);
    assert.equal(same.body.version, created.body.version, "the same again is no change");
    assert.equal((await api("DELETE", `${single}?cascade=true`)).status, 204);
  });

  test(`${path}: an unknown member is refused where it stands`, async () => {
    const refused = await api("POST", path, { ...body, surprise: 1 });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.type, "urn:licet:problem:invalid_input");
    assert.deepEqual(pointersOf(refused), ["/surprise"]);
    for (const nonsense of [null, [], "text", 7]) {
      assert.equal((await api("PUT", single, JSON.stringify(nonsense))).status, 400);
    }
    assert.equal((await api("POST", path)).status, 400);
  });
}

test("a body cannot contradict its path", async () => {
  const refused = await api("PUT", "/roles/viewer", { name: "other", grants: [] });
  assert.equal(refused.status, 400);
  assert.deepEqual(pointersOf(refused), ["/name"]);
});

test("a role that would inherit from itself is a conflict; unknown names are reported one by one", async () => {
  const cycle = await api("PUT", "/roles/viewer", { inherits: ["clerk"] });
  assert.equal(cycle.status, 409);
  assert.equal(cycle.body.type, "urn:licet:problem:conflict");
  assert.match(cycle.body.detail, /viewer → clerk → viewer|clerk → viewer → clerk/);
  const unknown = await api("POST", "/roles", {
    name: "broken",
    inherits: ["nobody"],
    grants: ["orders:read", "orders:fly", { permission: "orders:write", when: "no such thing" }],
  });
  assert.equal(unknown.status, 400);
  assert.deepEqual(pointersOf(unknown).toSorted(), ["/grants/1", "/grants/2/when", "/inherits/0"]);
});

test("a user keeps its id when its name changes, and cannot take the name of another user", async () => {
  const alice = (await api("GET", "/users/alice")).body;
  const renamed = await api("PUT", "/users/alice", { ...alice, username: "alicia" });
  assert.equal(renamed.status, 200);
  assert.equal(renamed.body.id, alice.id);
  assert.equal((await api("GET", "/users/alice")).status, 404);
  assert.equal((await api("GET", `/users/${alice.id}`)).body.username, "alicia");
  const taken = await api("PUT", "/users/alicia", { username: "bob" });
  assert.equal(taken.status, 409);
  assert.deepEqual(pointersOf(taken), ["/username"]);
  assert.equal((await api("PUT", `/users/${alice.id}`, { username: "alice" })).status, 200);
  assert.equal((await api("PUT", "/users/usr_000000000000000000000000", { username: "x" })).status, 404);
});

test("an id and a secret are made when left out, and the secret is shown this once", async () => {
  const created = await api("POST", "/applications", { name: "Nightly", type: "service" });
  assert.equal(created.status, 201);
  assert.match(created.body.client_id, /^app_/);
  assert.match(created.body.client_secret, /^lsk_/);
  const read = await api("GET", `/applications/${created.body.client_id}`);
  assert.ok(!read.text.includes(created.body.client_secret));
  assert.ok(!Object.hasOwn(read.body, "client_secret"));
});

test("an issue of an application or resource is reported with its place", async () => {
  const service = { name: "Odd", type: "service" };
  const cases: readonly (readonly [path: string, body: object, pointer: string, code: string])[] = [
    ["/applications", { ...service, id_token_claims: "all" }, "/id_token_claims", "not_one_of"],
    [
      "/applications",
      { ...service, client_assertion_max_lifetime: 3601 },
      "/client_assertion_max_lifetime",
      "out_of_range",
    ],
    [
      "/applications",
      { ...service, client_assertion_max_lifetime: 59 },
      "/client_assertion_max_lifetime",
      "out_of_range",
    ],
    [
      "/applications",
      { ...service, client_assertion_max_lifetime: 300.5 },
      "/client_assertion_max_lifetime",
      "wrong_type",
    ],
    ["/applications", { ...service, require_signed_request_object: true }, "/jwks", "missing"],
    [
      "/applications",
      { name: "Odd", type: "spa", require_signed_request_object: true },
      "/require_signed_request_object",
      "not_for_type",
    ],
    [
      "/resources",
      { name: "odd", identifier: "https://odd.test", actions: {}, access_token_type: "jwt" },
      "/access_token_type",
      "not_one_of",
    ],
    [
      "/resources",
      { name: "odd", identifier: "https://odd.test", actions: {}, display_name: { zh: "订单" } },
      "/display_name",
      "at_least_one_of",
    ],
    [
      "/resources",
      { name: "odd", identifier: "https://odd.test", actions: {}, display_name: { en: "Bank\u202eknaB" } },
      "/display_name/en",
      "unusable_characters",
    ],
  ];
  for (const [path, body, pointer, code] of cases) {
    const refused = await api("POST", path, body);
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(
      refused.body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]),
      [[pointer, code]],
    );
  }
});

test("members come and go, by name or by id; a group that would contain itself is a conflict", async () => {
  const added = await api("PUT", "/groups/staff/members/user:bob");
  assert.equal(added.status, 201);
  assert.equal((await api("PUT", "/groups/staff/members/user:bob")).status, 200);
  const list = await api("GET", "/groups/staff/members");
  const bob = (await api("GET", "/users/bob")).body.id;
  assert.deepEqual(
    list.body.items.map(({ member }: { member: string }) => member),
    [`user:${bob}`],
  );
  const cycle = await api("PUT", "/groups/staff/members/group:back-office");
  assert.equal(cycle.status, 409);
  assert.match(cycle.body.detail, /contains itself/);
  const unknown = await api("PUT", "/groups/staff/members/user:nobody");
  assert.equal(unknown.status, 400);
  assert.deepEqual(pointersOf(unknown), ["/member"]);
  assert.equal((await api("PUT", "/groups/nowhere/members/user:bob")).status, 404);
  assert.equal((await api("DELETE", `/groups/staff/members/user:${bob}`)).status, 204);
  assert.equal((await api("DELETE", "/groups/staff/members/user:bob")).status, 404);
});

test("an instance may have any printable id, a parent and attributes", async () => {
  const id = "a/b:c%41+~!'()*;,#?[]{}|^`<>@&=$..";
  const path = `/resources/orders/instances/${encodeURIComponent(id)}`;
  const parent = await api("PUT", "/resources/orders/instances/eu", { attributes: { tier: 1 } });
  assert.equal(parent.status, 201);
  const put = await api("PUT", path, { parent: "eu", attributes: { owner: "alice" } });
  assert.equal(put.status, 201, put.text);
  assert.deepEqual(
    [put.body.id, put.body.resource, put.body.parent, put.body.attributes],
    [id, "orders", "orders/eu", { owner: "alice" }],
  );
  assert.equal((await api("GET", path)).body.id, id);
  const listed = await api("GET", "/resources/orders/instances?parent=orders%2Feu");
  assert.deepEqual(
    listed.body.items.map((instance: { id: string }) => instance.id),
    [id],
  );
  const below = await api("PUT", "/resources/orders/instances/eu", { parent: id });
  assert.equal(below.status, 409);
  assert.deepEqual(pointersOf(below), ["/parent"]);
  assert.equal((await api("PUT", "/resources/nothing/instances/1", {})).status, 404);
  assert.equal((await api("PUT", `/resources/orders/instances/${"%25".repeat(192)}`, {})).status, 201);
  assert.equal((await api("PUT", `/resources/orders/instances/${"x".repeat(193)}`, {})).status, 400);
  assert.equal((await api("PUT", "/resources/orders/instances/with%20space", {})).status, 400);
  assert.equal((await api("DELETE", "/resources/orders/instances/eu")).status, 409);
  assert.equal((await api("DELETE", "/resources/orders/instances/eu?cascade=true")).status, 204);
  assert.equal((await api("GET", path)).status, 404, "what was below went with it");
});

test("Licet's own resource and role can be assigned, not changed", async () => {
  for (const [method, path, body] of [
    ["PUT", "/roles/licet-administrator", { grants: [] }],
    ["DELETE", "/roles/licet-administrator?cascade=true", undefined],
    ["PUT", "/resources/licet", { identifier: "https://x.test", actions: {} }],
    ["DELETE", "/resources/licet?cascade=true", undefined],
    ["PUT", "/resources/licet/instances/1", {}],
  ] as const) {
    const refused = await api(method, path, body);
    assert.equal(refused.status, 409, `${method} ${path}: ${refused.text}`);
  }
  const assigned = await api("POST", "/assignments", {
    principal: "application:target",
    role: "licet-administrator",
  });
  assert.equal(assigned.status, 201);
  assert.equal((await api("DELETE", `/assignments/${assigned.body.id}`)).status, 204);
});

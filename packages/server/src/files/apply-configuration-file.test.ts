import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { verifyPassword } from "../accounts/passwords/password.ts";
import { hasSecretChecksum } from "../accounts/secret.ts";
import { ConflictError } from "../core/errors/errors.ts";
import { actor, apply, dependencies, NOW } from "../directory/testing/apply.ts";
import { createMemoryStateStore } from "../directory/testing/memory-state-store.ts";
import { applyConfigurationFile } from "./apply-configuration-file.ts";
import { formatSummary } from "./format-summary.ts";

const DEMO = readFileSync(new URL("../../../../examples/demo.yaml", import.meta.url), "utf8");
const ORDERS =
  "resources: [{ name: orders, identifier: 'https://o.test', actions: { read: { description: r }, write: { description: w } } }]\n";

test("the demo file applies to an empty state, and a second time changes nothing", async () => {
  const store = createMemoryStateStore();
  const first = await apply(store, DEMO);
  assert.deepEqual(first.secrets, []);
  assert.deepEqual(first.warnings, []);
  const lines = formatSummary(first.summary);
  for (const line of [
    "+ resource orders",
    "+ role clerk",
    "+ application reports",
    "+ access account ak_demo",
    "+ assignment user:bob clerk at orders/eu",
  ]) {
    assert.ok(lines.includes(line), lines.join("\n"));
  }

  const second = await apply(store, DEMO);
  assert.equal(store.commits.length, 1);
  assert.equal(second.revision, first.revision);
  assert.deepEqual(formatSummary(second.summary), [`= ${first.summary.length} unchanged`]);
});

test("names become ids, and everything is stored as the file says", async () => {
  const store = createMemoryStateStore();
  await apply(store, DEMO);
  const alice = await store.findUserByUsername("alice");
  assert.ok(alice);
  assert.match(alice.id, /^usr_/);
  assert.ok(await verifyPassword("alice-demo-password", alice.passwordHash));
  assert.ok(await store.find("membership", `staff/user:${alice.id}`));
  const bob = await store.findUserByUsername("bob");
  const assignments = await store.list("assignment");
  const { id: _, ...bobs } = assignments.find(({ principal }) => principal === `user:${bob?.id}`) ?? {};
  assert.deepEqual(bobs, {
    principal: `user:${bob?.id}`,
    role: "clerk",
    at: "orders/eu",
    expiresAt: Date.UTC(2030, 0, 1) / 1000,
  });
  assert.deepEqual(await store.find("application", "shop"), {
    id: "shop",
    name: "The shop",
    type: "web",
    enabled: true,
    homePage: "http://127.0.0.1:4455/demo",
    redirectUris: ["http://127.0.0.1:4455/demo/callback", "http://127.0.0.1:4000/callback"],
    postLogoutRedirectUris: ["http://127.0.0.1:4455/demo", "http://127.0.0.1:4000/"],
    requirePkce: false,
    firstParty: false,
    delegated: [
      { scope: "openid", consent: "implicit" },
      { scope: "profile", consent: "implicit" },
      { scope: "email", consent: "optional" },
      { scope: "offline_access", consent: "optional" },
      { scope: "orders:read", consent: "required" },
      { scope: "orders:write", consent: "optional" },
      { scope: "orders:refund", consent: "optional" },
    ],
    idTokenAlgorithm: "RS256",
    idTokenClaims: "profile",
    requirePushedRequests: false,
    requireSignedRequestObject: false,
    clientAssertionMaxLifetimeSeconds: 300,
    serves: [],
  });
  assert.deepEqual(await store.find("instance", "orders/42"), {
    resource: "orders",
    id: "42",
    parent: "orders/eu",
    attributes: { customer: "Carol" },
  });
});

test("a changed entity is updated and its keys are listed; an entity that the file does not name stays", async () => {
  const store = createMemoryStateStore();
  await apply(
    store,
    `${ORDERS}roles: [{ name: viewer, grants: [orders:read] }, { name: clerk, inherits: [viewer] }]`,
  );
  const { summary } = await apply(
    store,
    `${ORDERS}roles: [{ name: clerk, description: Serves, grants: [orders:write] }]`,
  );
  assert.deepEqual(formatSummary(summary), ["~ role clerk (description, inherits, grants)", "= 1 unchanged"]);
  assert.ok(await store.find("role", "viewer"));
  assert.deepEqual(await store.find("role", "clerk"), {
    name: "clerk",
    description: "Serves",
    inherits: [],
    grants: [{ permission: "orders:write" }],
  });
});

test("the list of a group keeps the members that the file gives one by one, however often it is applied", async () => {
  const store = createMemoryStateStore();
  const file =
    "users: [{ username: a }, { username: b }]\ngroups: [{ name: g, members: [user:a] }]\nmemberships: [{ group: g, member: user:b }]";
  for (const effect of ["created", "unchanged"]) {
    const { summary } = await apply(store, file);
    assert.deepEqual([...new Set(summary.map((line) => line.effect))], [effect]);
    assert.equal((await store.list("membership")).length, 2);
  }
});

test("a group's members become those of the file, or stay when the file omits them", async () => {
  const store = createMemoryStateStore();
  const members = async () => (await store.list("membership")).length;
  await apply(
    store,
    "users: [{ username: a }, { username: b }]\ngroups: [{ name: g, members: [user:a, user:b] }]",
  );
  assert.equal(await members(), 2);
  await apply(store, "groups: [{ name: g }]");
  assert.equal(await members(), 2);
  const { summary } = await apply(store, "groups: [{ name: g, members: [user:b] }]");
  assert.deepEqual(formatSummary(summary), ["~ group g (members)"]);
  assert.equal(await members(), 1);
});

test("secrets left out are generated once and shown once", async () => {
  const store = createMemoryStateStore();
  const text =
    "applications: [{ name: Reports, type: service, access_accounts: [{ name: laptop }] }, { client_id: app, type: spa }]";
  const first = await apply(store, text);
  assert.deepEqual(
    first.secrets.map(({ owner, key }) => [owner.replace(/_.*/, "_"), key]),
    [
      ["app_", "client_secret"],
      ["ak_", "secret_key"],
    ],
  );
  for (const { owner, secret } of first.secrets) {
    assert.ok(hasSecretChecksum(secret));
    const [stored] = (await store.list("secret")).filter((candidate) => candidate.owner === owner);
    assert.equal(stored?.hash, dependencies.hashSecret(secret));
    assert.equal(stored?.createdAt, NOW);
  }
  const second = await apply(store, text);
  assert.deepEqual(second.secrets, []);
  assert.equal(store.commits.length, 1);
  assert.ok(!JSON.stringify(store.commits).includes(first.secrets[0]?.secret ?? "nothing"));
});

test("a client whose secrets were all deleted gets no other from a file", async () => {
  const store = createMemoryStateStore();
  const text = "applications: [{ client_id: a, type: service, access_accounts: [{ access_key: ak_a }] }]";
  assert.equal((await apply(store, text)).secrets.length, 2);
  const secrets = await store.list("secret");
  await store.commit(
    secrets.map((value) => ({ op: "delete", kind: "secret", value })),
    actor,
  );
  const again = await apply(store, text);
  assert.deepEqual([again.secrets, formatSummary(again.summary)], [[], ["= 2 unchanged"]]);
});

test("a client that signed with its own key until now gets its first secret", async () => {
  const store = createMemoryStateStore();
  const entry = "client_id: a, type: service, jwks: { keys: [{ kty: EC }] }";
  await apply(store, `applications: [{ ${entry}, token_endpoint_auth_method: private_key_jwt }]`);
  assert.equal((await apply(store, `applications: [{ ${entry} }]`)).secrets.length, 1);
});

test("an application with keys of its own gets no secret", async () => {
  const store = createMemoryStateStore();
  const { secrets } = await apply(
    store,
    "applications: [{ client_id: a, type: web, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [{ kty: EC }] } }]",
  );
  assert.deepEqual(secrets, []);
  assert.deepEqual(await store.list("secret"), []);
});

test("another secret in the file is added beside the old one", async () => {
  const store = createMemoryStateStore();
  const text = (secret: string) =>
    `applications: [{ client_id: a, type: web, client_secret: ${secret.repeat(40)} }]`;
  await apply(store, text("a"));
  const { summary } = await apply(store, text("b"));
  assert.deepEqual(formatSummary(summary), ["~ application a (client_secret)"]);
  assert.equal((await store.list("secret")).length, 2);
  await apply(store, text("a"));
  assert.equal(store.commits.length, 2);
});

test("an old file does not restore a secret that was ended", async () => {
  const store = createMemoryStateStore();
  const text = `applications: [{ client_id: a, type: web, client_secret: ${"a".repeat(40)} }]`;
  await apply(store, text);
  const [secret] = await store.list("secret");
  assert.ok(secret);
  await store.commit([{ op: "put", kind: "secret", value: { ...secret, expiresAt: NOW } }], actor);
  const { warnings } = await apply(store, text);
  assert.deepEqual(warnings, [
    "state.yaml:1:58 applications[0].client_secret: has expired and stays so; give a new one",
  ]);
  assert.equal(store.commits.length, 2);
});

test("a disabled entity stays disabled unless the file enables it", async () => {
  const store = createMemoryStateStore();
  const text =
    "users: [{ username: a }]\napplications: [{ client_id: a, type: web, access_accounts: [{ access_key: ak_a }] }]";
  await apply(store, text);
  const disabled = text.replaceAll(/username: a|type: web|access_key: ak_a/g, "$&, enabled: false");
  const { summary } = await apply(store, disabled);
  assert.deepEqual(formatSummary(summary), [
    "~ user a (enabled)",
    "~ application a (enabled)",
    "~ access account ak_a (enabled)",
  ]);
  await apply(store, text);
  assert.equal(store.commits.length, 2);
});

test("a password is hashed again only when it changed, and kept when the file omits it", async () => {
  const store = createMemoryStateStore();
  const hash = async () => (await store.findUserByUsername("a"))?.passwordHash;
  await apply(store, "users: [{ username: a, password: first }]");
  const first = await hash();
  await apply(store, "users: [{ username: a, password: first }]");
  await apply(store, "users: [{ username: a }]");
  assert.equal(await hash(), first);
  const { summary } = await apply(store, "users: [{ username: a, password: second }]");
  assert.deepEqual(formatSummary(summary), ["~ user a (password)"]);
  assert.ok(await verifyPassword("second", await hash()));
});

test("an assignment's expiry can change; another condition makes a new assignment, and a warning", async () => {
  const store = createMemoryStateStore();
  const text = (rest: string) =>
    `${ORDERS}assignments: [{ principal: "user:*", permission: orders:read${rest} }]`;
  await apply(store, text(""));
  const moved = await apply(store, text(", expires_at: 2030-01-01T00:00:00Z"));
  assert.deepEqual(formatSummary(moved.summary), [
    "~ assignment user:* orders:read (expires_at)",
    "= 1 unchanged",
  ]);
  const tightened = await apply(store, text(", when: 1 == 2"));
  assert.match(
    tightened.warnings.join(),
    /^state\.yaml:2:15 assignments\[0\]: the same is still assigned without condition by asg_/,
  );
  assert.equal((await store.list("assignment")).length, 2);
});

test("principals are named by id or by unique name", async () => {
  const store = createMemoryStateStore();
  await apply(
    store,
    "users: [{ username: alice }]\napplications: [{ client_id: a, name: Same, type: web }, { client_id: b, name: Same, type: web }, { client_id: c, name: Nightly reports, type: web, access_accounts: [{ access_key: ak_c, name: laptop }] }]",
  );
  const alice = await store.findUserByUsername("alice");
  await apply(
    store,
    `${ORDERS}assignments:
  - { principal: "user:${alice?.id}", permission: orders:read }
  - { principal: "application:Nightly reports", permission: orders:read }
  - { principal: "access_account:laptop", permission: orders:read }
  - { principal: "application:b", permission: orders:read }`,
  );
  const principals = (await store.list("assignment")).map(({ principal }) => principal);
  assert.deepEqual(principals.toSorted(), [
    "access_account:ak_c",
    "application:b",
    "application:c",
    `user:${alice?.id}`,
  ]);
  await assert.rejects(
    apply(store, `${ORDERS}assignments: [{ principal: "application:Same", permission: orders:read }]`),
    /2:28 assignments\[0\]\.principal: several applications are named "Same"/,
  );
});

test("an expired assignment, or one that can never have an effect, gets a warning", async () => {
  const { warnings } = await apply(
    createMemoryStateStore(),
    `${ORDERS}permissions: [{ name: p, description: x }]
assignments:
  - { principal: "user:*", permission: orders:read, expires_at: 2020-01-01T00:00:00Z }
  - { principal: "user:*", permission: p, at: orders/42 }`,
  );
  assert.deepEqual(warnings, [
    "state.yaml:4:65 assignments[0].expires_at: is in the past",
    "state.yaml:5:47 assignments[1].at: has no effect: p belongs to no resource",
  ]);
});

const clockAt = (seconds: number) => ({ seconds: () => seconds, milliseconds: () => seconds * 1000 });
const ACCOUNT = `${ORDERS}applications:
  - client_id: reports
    type: service
    access_accounts: [{ access_key: ak_old, expires_at: 2026-01-01T00:00:10Z, ceiling: [orders:read] }]
assignments:
  - { principal: "access_account:ak_old", permission: orders:read }`;

test("a file does not create an expired access account or its assignments, and warns", async () => {
  const store = createMemoryStateStore();
  const late = { ...dependencies, clock: clockAt(NOW + 10) };
  const applyLate = () =>
    applyConfigurationFile({ text: ACCOUNT, fileName: "state.yaml", store, actor, dependencies: late });
  const first = await applyLate();
  const warnings = [
    "state.yaml:5:57 applications[0].access_accounts[0].expires_at: is in the past; the access account is not created",
    "state.yaml:7:18 assignments[0].principal: has expired and was not created; nothing is assigned to it",
  ];
  assert.deepEqual(first.warnings, warnings);
  assert.deepEqual(
    first.secrets.map(({ owner }) => owner),
    ["reports"],
  );
  assert.equal(await store.find("access_account", "ak_old"), undefined);
  assert.deepEqual(await store.list("assignment"), []);
  const second = await applyLate();
  assert.deepEqual(second.warnings, warnings, "the same is said the second time");
  assert.equal(second.revision, first.revision);
});

test("an access account that expired since it was stored is unchanged", async () => {
  const store = createMemoryStateStore();
  const { revision } = await apply(store, ACCOUNT);
  const late = { ...dependencies, clock: clockAt(NOW + 10) };
  const again = await applyConfigurationFile({
    text: ACCOUNT,
    fileName: "state.yaml",
    store,
    actor,
    dependencies: late,
  });
  assert.deepEqual([again.revision, again.warnings], [revision, []]);
  assert.ok(again.summary.every(({ effect }) => effect === "unchanged"));
});

test("a file may end an access account that is stored", async () => {
  const store = createMemoryStateStore();
  await apply(store, ACCOUNT);
  const { warnings } = await apply(store, ACCOUNT.replace("2026-01-01T00:00:10Z", "2020-01-01T00:00:00Z"));
  assert.deepEqual(warnings, []);
  assert.equal((await store.find("access_account", "ak_old"))?.expiresAt, Date.UTC(2020, 0, 1) / 1000);
});

test("a file with a diagnostic writes nothing at all", async () => {
  const store = createMemoryStateStore();
  await assert.rejects(apply(store, `${ORDERS}roles: [{ name: r, grants: [nothing] }]`));
  assert.equal(store.commits.length, 0);
});

test("when another writer commits in between, the file is planned again on the new state", async () => {
  const store = createMemoryStateStore();
  let interruptions = 2;
  const busy = {
    ...store,
    commit: async (...[changes, by, expected]: Parameters<typeof store.commit>) => {
      if (interruptions > 0) {
        interruptions -= 1;
        const value = { name: `other${interruptions}`, inherits: [], grants: [] };
        await store.commit([{ op: "put", kind: "role", value }], by);
      }
      return store.commit(changes, by, expected);
    },
  };
  await apply(busy, "users: [{ username: a, password: slow }]\nroles: [{ name: mine }]");
  assert.deepEqual((await store.list("role")).map(({ name }) => name).toSorted(), [
    "mine",
    "other0",
    "other1",
  ]);
});

test("after three interruptions the file takes its turn, and a conflict of another kind is the answer", async () => {
  const store = createMemoryStateStore();
  let attempts = 0;
  const taken = {
    ...store,
    commit: async () => {
      attempts += 1;
      throw new ConflictError("the email is taken");
    },
  };
  await assert.rejects(apply(taken, "roles: [{ name: mine }]"), ConflictError);
  assert.equal(attempts, 1);
  const racing = { ...taken, revision: async () => attempts * 2 + Math.random() };
  await apply(racing, "roles: [{ name: mine }]");
  assert.equal(attempts, 1 + 3);
  assert.deepEqual(
    (await store.list("role")).map(({ name }) => name),
    ["mine"],
  );
});

test("any valid file, applied twice, changes nothing the second time", async () => {
  const name = fc.constantFrom("a", "b", "c", "constructor", "toString", "x-y_z.1");
  const unique = <T>(item: fc.Arbitrary<T>, keyOf: (value: T) => string) =>
    fc.uniqueArray(item, { selector: keyOf, maxLength: 3 });
  const jsonValue = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"__proto__":'));
  const optional = { requiredKeys: [] as [] };
  const actions = fc.dictionary(name, fc.constant({ description: "text" }), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const resourceName = fc.constantFrom("orders", "stock", "constructor");
  const file = unique(
    fc.record({ name: resourceName, actions, signing_alg: fc.constantFrom("ES256", "RS256", "EdDSA") }),
    (resource) => resource.name,
  ).chain((resources) => {
    const permissions = [
      "custom",
      ...resources.flatMap((resource) =>
        ["*", ...Object.keys(resource.actions)].map((a) => `${resource.name}:${a}`),
      ),
    ];
    const permission = fc.constantFrom(...permissions);
    const when = fc.constantFrom("true", "a < 1");
    const grant = fc.record({ permission, when }, { requiredKeys: ["permission"] });
    return fc.record({
      resources: fc.constant(
        resources.map((resource) => ({ ...resource, identifier: `urn:x:${resource.name}` })),
      ),
      permissions: fc.constant([{ name: "custom", description: { en: "x", de: "y" } }]),
      roles: unique(
        fc.record({ name, grants: unique(grant, (g) => JSON.stringify(g)) }),
        (role) => role.name,
      ),
      users: unique(
        fc
          .record(
            { attributes: fc.dictionary(name, jsonValue, { maxKeys: 3 }), enabled: fc.boolean() },
            optional,
          )
          .chain((user) => name.map((username) => ({ ...user, username }))),
        (user) => user.username,
      ),
      applications: unique(
        fc.record({
          name,
          type: fc.constantFrom("web", "service"),
          first_party: fc.boolean(),
          delegated: unique(permission, (scope) => scope),
          access_accounts: unique(fc.record({ name, ceiling: unique(permission, (p) => p) }), (a) => a.name),
        }),
        (application) => application.name,
      ),
      assignments: unique(
        fc.record(
          { principal: fc.constant("user:*"), permission, when, at: fc.constant("orders/1") },
          { requiredKeys: ["principal", "permission", "when"] },
        ),
        (assignment) => JSON.stringify(assignment),
      ).map((assignments) => (resources.some((resource) => resource.name === "orders") ? assignments : [])),
    });
  });
  await fc.assert(
    fc.asyncProperty(file, async (content) => {
      const store = createMemoryStateStore();
      const text = JSON.stringify(content); // JSON is YAML
      const request = { text, fileName: "state.yaml", store, actor, dependencies };
      const first = await applyConfigurationFile(request);
      const second = await applyConfigurationFile(request);
      assert.equal(store.commits.length, 1);
      assert.deepEqual(
        second.summary.map(({ effect }) => effect),
        first.summary.map(() => "unchanged"),
      );
    }),
    { numRuns: 200 },
  );
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import { withoutIds } from "../../support/without-ids.ts";
import { type Answer, assertProblem, type Caller, createCaller, startGuarded } from "./guarded-api.ts";
import { secretOf, service } from "./world.ts";

const PASSWORD = "correct horse battery staple";
const SUBJECT = ["licet:applications.read", "licet:users.read"];

const WORLD = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders } }
    instances: [{ id: eu }, { id: "42", parent: eu, attributes: { limit: 4711 } }]
roles:
  - { name: plain, grants: [orders:read] }
  - { name: local, grants: [{ permission: orders:read, when: 'request.ip == "10.0.0.1"' }] }
  - { name: rich, grants: [{ permission: orders:read, when: 'subject.attributes.salary > 4000' }] }
  - { name: heir, inherits: [rich] }
  - { name: follower, inherits: [plain], grants: [{ permission: orders:read, when: 'subject.id == "x"' }] }
  - { name: within-limit, grants: [{ permission: orders:write, when: 'subject.attributes.limit > resource.attributes.limit' }] }
groups:
  - { name: rich-ones }
  - { name: outer }
  - { name: inner }
  - { name: plain-ones }
users:
  - { username: alice, email: alice@example.test, password: "${PASSWORD}", attributes: { salary: 4711 } }
  - { username: bob, attributes: { limit: 1 } }
applications:
${["admin", "curious", "compared"].map((id) => service(id)).join("\n")}
  - client_id: target
    name: target
    type: service
    client_secret: "${secretOf("target")}"
    access_accounts: [{ access_key: ak_target, secret_key: "${secretOf("ak_target")}" }]
assignments:
  - { principal: application:admin, role: licet-administrator }
${["simulate", "check", "explain", "list", "users.read", "applications.read", "resources.read"].map((action) => `  - { principal: application:curious, permission: "licet:${action}" }`).join("\n")}
  - { principal: group:rich-ones, role: heir }
  - { principal: group:outer, permission: orders:read, when: 'has(client.name)' }
  - { principal: group:plain-ones, role: plain }
  - { principal: user:bob, role: within-limit }
  - { principal: application:compared, permission: orders:read, when: 'client.name == "x" || subject.name == "compared"' }
`;

let licet: RunningLicet;
let curious: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  curious = await createCaller(licet, "curious", "licet:simulate licet:check");
});
after(() => licet.stop());

const simulate = (state: object, more: object = {}): Promise<Answer> =>
  curious("POST", "/simulate", { state, ...more });

/** An answer without the ids that are generated anew each time. */
function telling({ status, body }: Answer): object {
  const text = JSON.stringify(body).replaceAll(/sec_\w+/g, "sec");
  return { status, ...JSON.parse(text) };
}

describe("ASVS 8.2.2: a draft never compares passwords and secrets with what is stored", () => {
  const user = (password: string) => ({
    users: [{ username: "alice", email: "alice@example.test", attributes: { salary: 4711 }, password }],
  });
  const application = (client_secret: string, secret_key: string) => ({
    applications: [
      {
        client_id: "target",
        name: "target",
        type: "service",
        client_secret,
        access_accounts: [{ access_key: "ak_target", secret_key }],
      },
    ],
  });
  const wrong = "a-guess-that-is-wrong-and-long-enough-for-a-secret";
  const kinds = ({ body }: Answer) => body.changes.map(({ kind }: { kind: string }) => kind).toSorted();

  for (const scope of [
    "licet:simulate licet:check",
    ["licet:simulate", "licet:check", ...SUBJECT].join(" "),
  ]) {
    test(`with ${scope}, a right guess is answered as a wrong one`, async () => {
      const caller = await createCaller(licet, "curious", scope);
      const simulateAs = (state: object) => caller("POST", "/simulate", { state });
      const [right, guessed] = [await simulateAs(user(PASSWORD)), await simulateAs(user(wrong))];
      assert.deepEqual(telling(right), telling(guessed));
      assert.deepEqual(kinds(right), ["user"], "it would change");
      const target = secretOf("target");
      const account = secretOf("ak_target");
      const all = await Promise.all([
        simulateAs(application(target, account)),
        simulateAs(application(target, wrong)),
        simulateAs(application(wrong, account)),
        simulateAs(application(wrong, wrong)),
      ]);
      for (const answer of all) {
        assert.deepEqual(telling(answer), telling(all[0]));
        assert.equal(
          kinds(answer).filter((kind: string) => kind === "secret").length,
          2,
          "both would change",
        );
      }
    });
  }

  test("a password is not even hashed, so the time tells nothing, and a hundred cost nothing", async () => {
    const measure = async (password: object) => {
      const users = Array.from({ length: 100 }, (_, index) => ({ username: `u${index}`, ...password }));
      const start = process.cpuUsage();
      assert.equal((await simulate({ users })).status, 200);
      return process.cpuUsage(start).user;
    };
    // Hashing would always cost; collecting garbage does not, and takes as long as a few dozen hashes.
    const measureLeast = async (password: object) =>
      Math.min(await measure(password), await measure(password), await measure(password));
    const without = await measureLeast({});
    const more = (await measureLeast({ password: PASSWORD })) - without;
    // One hash takes 20 ms and more of a core.
    assert.ok(more < 100 * 10_000, `${more} µs more than without passwords`);
  });

  test("a value that cannot be a password is refused as such", async () => {
    assertProblem(await simulate({ users: [{ username: "alice", password: "\0" }] }), 400, "invalid_input");
  });

  test("ASVS 8.2.2: without the permission to read it, data is not compared either", async () => {
    const guess = (salary: number) => ({
      users: [{ username: "alice", email: "alice@example.test", attributes: { salary } }],
    });
    assert.deepEqual(telling(await simulate(guess(4711))), telling(await simulate(guess(1))));
    const instance = (limit: number) => ({
      resources: [
        {
          name: "orders",
          identifier: "https://orders.example.test",
          actions: { read: { description: "See orders" }, write: { description: "Change orders" } },
          instances: [{ id: "42", parent: "eu", attributes: { limit } }],
        },
      ],
    });
    const reader = await createCaller(
      licet,
      "curious",
      ["licet:simulate", "licet:check", ...SUBJECT].join(" "),
    );
    const tried = async (limit: number) =>
      telling(await reader("POST", "/simulate", { state: instance(limit) }));
    assert.deepEqual(await tried(4711), await tried(1));
    assert.deepEqual((await reader("POST", "/simulate", { state: guess(4711) })).body.changes, []);
  });
});

const assign = (assignment: object, principal = "user:alice") => ({
  assignments: [{ principal, ...assignment }],
});
const grant = (when: string) => ({ permission: "orders:write", when });

describe("ASVS 8.2.2: a draft whose conditions read data needs the permission to read it", () => {
  const CLIENT = ["licet:applications.read"];
  const RESOURCE = ["licet:resources.read"];
  const DRAFTS: readonly (readonly [string, object, readonly string[]])[] = [
    ["an assignment", assign(grant("subject.attributes.salary > 4000")), SUBJECT],
    ["a literal key", assign(grant("subject.attributes['salary'] > 4000")), SUBJECT],
    ["has()", assign(grant("has(subject.attributes.salary)")), SUBJECT],
    ["within a loop", assign(grant("[4000].exists(x, subject.attributes.salary > x)")), SUBJECT],
    ["within a choice", assign(grant("true ? true : subject.id == 'x'")), SUBJECT],
    ["a client", assign(grant("client.name == 'x'")), CLIENT],
    ["a resource", assign(grant("resource.attributes.limit > 4000")), RESOURCE],
    [
      "all of them",
      assign(grant("subject.id == 'x' || client.id == 'x' || resource.id == 'x'")),
      [...CLIENT, ...RESOURCE, "licet:users.read"],
    ],
    ["a role", { roles: [{ name: "fresh", grants: [grant("subject.id == 'x'")] }] }, SUBJECT],
    ["a role that is edited", { roles: [{ name: "plain", grants: [grant("subject.id == 'x'")] }] }, SUBJECT],
    ["a role that inherits a stored one", { roles: [{ name: "fresh", inherits: ["heir"] }] }, SUBJECT],
    [
      "a stored condition for another permission",
      {
        roles: [
          {
            name: "rich",
            grants: [
              { permission: "orders:read", when: "subject.attributes.salary > 4000" },
              { permission: "orders:write", when: "subject.attributes.salary > 4000" },
            ],
          },
        ],
      },
      SUBJECT,
    ],
    ["a stored role that is assigned", assign({ role: "rich" }), SUBJECT],
    ["a stored role that inherits another", assign({ role: "heir" }), SUBJECT],
    [
      "a fresh role that is assigned with it",
      { roles: [{ name: "fresh", grants: [grant("client.id == 'x'")] }], ...assign({ role: "fresh" }) },
      CLIENT,
    ],
    ["a member of a group", { groups: [{ name: "rich-ones", members: ["user:alice"] }] }, SUBJECT],
    [
      "a member of a group within a group",
      {
        groups: [
          { name: "outer", members: ["group:inner"] },
          { name: "inner", members: ["user:alice"] },
        ],
      },
      CLIENT,
    ],
    [
      "a user whom stored conditions compare",
      { users: [{ username: "bob", attributes: { limit: 4000 } }] },
      RESOURCE,
    ],
    [
      "an application that stored conditions compare",
      { applications: [{ client_id: "compared", name: "x", type: "service" }] },
      CLIENT,
    ],
  ];
  for (const [name, state, lacking] of DRAFTS) {
    test(name, async () => {
      const refused = await simulate(state, {
        checks: [{ subject: "user:alice", permission: "orders:write" }],
      });
      assertProblem(refused, 403, "forbidden");
      assert.deepEqual(refused.body.lacking.toSorted(), lacking.toSorted());
      for (const left of lacking) {
        const others = lacking.filter((permission) => permission !== left);
        const almost = await createCaller(
          licet,
          "curious",
          ["licet:simulate", "licet:check", ...others].join(" "),
        );
        assertProblem(await almost("POST", "/simulate", { state }), 403, "forbidden");
      }
      const allowed = await createCaller(
        licet,
        "curious",
        ["licet:simulate", "licet:check", ...lacking].join(" "),
      );
      const answer = await allowed("POST", "/simulate", { state });
      assert.equal(answer.status, 200, answer.text);
    });
  }

  test("attributes of an instance, which any condition may compare with a subject", async () => {
    const orders = {
      name: "orders",
      identifier: "https://orders.example.test",
      actions: { read: { description: "See orders" }, write: { description: "Change orders" } },
    };
    const draft = (instance: object) => ({ resources: [{ ...orders, instances: [instance] }] });
    const refused = await simulate(draft({ id: "43", parent: "eu", attributes: { limit: 1 } }));
    assert.deepEqual(refused.body.lacking.toSorted(), SUBJECT);
    assert.equal((await simulate(draft({ id: "43", parent: "eu" }))).status, 200);
  });

  test("the refusal comes before anything is evaluated, and is in the audit log", async () => {
    // It would be too much work to evaluate.
    const dear = `[${Array.from({ length: 100 }, (_, index) => index).join(",")}]`;
    const checks = Array.from({ length: 100 }, () => ({ subject: "user:alice", permission: "orders:write" }));
    const refused = await simulate(
      assign(grant(`${dear}.all(x, ${dear}.all(y, subject.id != string(x * y)))`)),
      {
        checks,
      },
    );
    assertProblem(refused, 403, "forbidden");
    const admin = await createCaller(licet, "admin");
    const requestId = refused.headers.get("x-request-id") ?? "";
    await licet.runJob("audit");
    const { body } = await admin("GET", `/audit?type=api.denied&request_id=${requestId}`);
    assert.deepEqual(body.items[0].data.lacking, SUBJECT);
    assert.match(body.items[0].data.tried[0], /^simulate put assignment of permission orders:write to user:/);
  });

  const FREE: readonly (readonly [string, object])[] = [
    ["no condition", assign({ role: "plain" })],
    ["a condition on the request", assign(grant('request.ip == "10.0.0.1" && action.name == "write"'))],
    ["a stored one on the request", assign({ role: "local" })],
    ["names in texts and comments", assign(grant("request.context.subject == 'client' // resource.id"))],
    ["a member of a group without conditions", { groups: [{ name: "plain-ones", members: ["user:alice"] }] }],
    ["a user whose conditions read only the draft's own", { users: [{ username: "alice" }] }],
  ];
  test("not needed: roles that only lose what they inherit, as when another is deleted", async () => {
    const answer = await simulate({}, { delete: [{ kind: "role", id: "plain", cascade: true }] });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.body.changes.some(({ id }: { id: string }) => id === "follower"));
  });

  for (const [name, state] of FREE) {
    test(`not needed: ${name}`, async () => {
      const answer = await simulate(state);
      assert.equal(answer.status, 200, answer.text);
    });
  }
});

describe("ASVS 8.2.2: an explanation leaves out the values that the token may not read, and says so", () => {
  const when =
    'subject.attributes.salary > 9000 && client.name == "curious" && resource.attributes.limit == 1 && request.ip == "x" && subject.attributes.absent == 1';
  const lackingOf = (needed: readonly string[], held: readonly string[]) =>
    needed.filter((permission) => !held.includes(permission)).toSorted();
  const INPUTS = [
    ["subject", SUBJECT, { "subject.attributes.salary": 4711 }],
    ["client", ["licet:applications.read"], { "client.name": "curious" }],
    ["resource", ["licet:resources.read"], { "resource.attributes.limit": 4711 }],
  ] as const;
  const question = {
    subject: "user:alice",
    permission: "orders:write",
    resource: "orders/42",
    context: { ip: "203.0.113.7", client: { id: "curious" } },
  };

  before(() =>
    licet.apply(`assignments: [{ principal: user:alice, permission: orders:write, when: '${when}' }]`),
  );

  for (const held of [
    [],
    ["licet:users.read"],
    SUBJECT,
    ["licet:resources.read"],
    [...SUBJECT, "licet:resources.read"],
  ]) {
    test(`with ${held.join(", ") || "none"}`, async () => {
      const caller = await createCaller(licet, "curious", ["licet:explain", ...held].join(" "));
      const { body, text } = await caller("POST", "/check:explain", question);
      assert.equal(body.allowed, false);
      const withheld = INPUTS.filter(([, needed]) => lackingOf(needed, held).length > 0);
      const shown = INPUTS.filter(([, needed]) => lackingOf(needed, held).length === 0);
      const [miss] = body.near_misses;
      for (const condition of [miss.conditions[0], miss.blocked_by[0].condition]) {
        assert.deepEqual(condition.values, {
          "request.ip": "203.0.113.7",
          ...Object.assign({}, ...shown.map(([, , values]) => values)),
        });
        assert.deepEqual(
          (condition.values_withheld ?? []).map(
            ({ input, lacking }: { input: string; lacking: string[] }) => [input, lacking.toSorted()],
          ),
          withheld.map(([input, needed]) => [input, lackingOf(needed, held)]),
        );
        const maySeeSubject = shown.some(([input]) => input === "subject");
        assert.deepEqual(condition.missing, maySeeSubject ? ["subject.attributes.absent"] : []);
      }
      if (shown.length === 0) assert.doesNotMatch(withoutIds(text), /4711/);
      assert.equal(
        body.suggestions.some(({ kind }: { kind: string }) => kind === "provide_context"),
        SUBJECT.every((permission) => (held as readonly string[]).includes(permission)),
        "a suggestion tells what is missing, too",
      );
    });
  }

  test("so do allowed checks, lists of permissions and resolved scopes", async () => {
    await licet.apply(`assignments: [{ principal: user:alice, role: rich }]`);
    const caller = await createCaller(licet, "curious", "licet:explain licet:list");
    const subject = "user:alice";
    const allowed = await caller("POST", "/check:explain", { subject, permission: "orders:read" });
    const listed = await caller("POST", "/list/permissions", { subject, explain: true });
    const resolved = await caller("POST", "/scopes:resolve", { client_id: "compared", scope: "orders:read" });
    assert.equal(resolved.body.scope, "orders:read", resolved.text);
    const conditions = [
      allowed.body.via.conditions[0],
      listed.body.items.find(({ permission }: { permission: string }) => permission === "orders:read").via
        .conditions[0],
      resolved.body.granted[0].via.conditions[0],
    ];
    for (const { values, values_withheld: withheld } of conditions) {
      assert.deepEqual(values, {});
      assert.ok(withheld.some(({ input }: { input: string }) => input === "subject"));
    }
  });

  test("roles are suggested only as far as the token may read what their conditions do", async () => {
    const asked = { subject: "user:bob", permission: "orders:read" };
    const suggested = async (scope: string, question: object = asked): Promise<readonly string[]> => {
      const { body } = await (await createCaller(licet, "curious", scope))(
        "POST",
        "/check:explain",
        question,
      );
      return body.suggestions.flatMap(({ roles = [] }: { roles?: string[] }) => roles);
    };
    await licet.apply(`
roles:
  - { name: poor, grants: [{ permission: orders:read, when: 'subject.attributes.limit < 2' }] }
  - { name: poor-heir, inherits: [poor] }`);
    assert.deepEqual(await suggested("licet:explain"), ["follower", "plain"]);
    const reader = ["licet:explain", ...SUBJECT].join(" ");
    assert.deepEqual(await suggested(reader), ["follower", "plain", "poor", "poor-heir"]);
    const inOffice = { ...asked, context: { ip: "10.0.0.1" } };
    assert.deepEqual(await suggested("licet:explain", inOffice), ["follower", "local", "plain"]);
  });
});

test("checks of a draft need the permission to check: the answer before the changes is a check", async () => {
  const checks = [{ subject: "user:alice", permission: "orders:read" }];
  const drafting = await createCaller(licet, "curious", "licet:simulate");
  const refused = await drafting("POST", "/simulate", { checks });
  assertProblem(refused, 403, "forbidden");
  assert.deepEqual(refused.body.lacking, ["licet:check"]);
  assert.equal((await drafting("POST", "/simulate", { checks: [] })).status, 200);
  assert.equal((await curious("POST", "/simulate", { checks })).status, 200);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidInputError } from "../core/errors/errors.ts";
import { ConfigurationFileError } from "./configuration-file-error.ts";
import { parseConfigurationFile } from "./parse-configuration-file.ts";

function diagnosticsIn(text: string): readonly string[] {
  try {
    parseConfigurationFile(text, "state.yaml");
  } catch (error) {
    assert.ok(error instanceof ConfigurationFileError && error instanceof InvalidInputError);
    return error.lines;
  }
  return [];
}

/** `*` in an expected line matches any text. */
function assertDiagnostic(text: string, expected: string): void {
  const pattern = expected.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const diagnostics = diagnosticsIn(text);
  assert.match(diagnostics.join("\n"), new RegExp(`^${pattern.join(".*")}$`, "m"));
}

const application = (lines: string) => `applications:\n  - client_id: shop\n    type: web\n${lines}`;

const wrong: [name: string, text: string, expected: string][] = [
  ["an unknown key at the top", "rolls: []", 'state.yaml:1:1 rolls: unknown key; did you mean "roles"?'],
  [
    "an unknown key in an entry",
    "roles:\n  - name: clerk\n    inherit: []",
    'state.yaml:3:5 roles[0].inherit: unknown key; did you mean "inherits"?',
  ],
  [
    "an unknown key without resemblance",
    "roles:\n  - { name: a, zzzzzz: 1 }",
    "state.yaml:2:16 roles[0].zzzzzz: unknown key",
  ],
  ["a key given twice", "roles: []\nroles: []", "state.yaml:2:1 not valid YAML: Map keys must be unique"],
  ["broken YAML", "roles: [", "state.yaml:1:*not valid YAML: *"],
  ["several documents", "roles: []\n---\nroles: []", "state.yaml:2:1 not valid YAML: *"],
  ["a list where a map belongs", "- roles", "state.yaml:1:1 expected a map, not a list"],
  [
    "a map where a list belongs",
    "roles: { name: clerk }",
    "state.yaml:1:8 roles: expected a list, not a map",
  ],
  ["a key without value", "roles:", "state.yaml:1:*roles: expected a list, not nothing"],
  ["a missing key", "roles:\n  - grants: []", "state.yaml:2:5 roles[0].name: is missing"],
  [
    "a number for a text",
    "users:\n  - username: a\n    password: 123456",
    "state.yaml:3:15 users[0].password: expected a text, not a number; put it in quotes",
  ],
  [
    "a bad resource name",
    "resources:\n  - { name: 'a:b', identifier: 'https://a.test', actions: {} }",
    'state.yaml:2:13 resources[0].name: "a:b" is not a resource name: *',
  ],
  [
    "a bad action name",
    "resources:\n  - { name: a, identifier: 'https://a.test', actions: { '*': { description: x } } }",
    'state.yaml:2:*resources[0].actions.*: "*" is not an action name: *',
  ],
  [
    "an identifier with a fragment",
    "resources:\n  - { name: a, identifier: 'https://a.test/#x', actions: {} }",
    "state.yaml:2:28 resources[0].identifier: *absolute URI without fragment",
  ],
  [
    "a relative identifier",
    "resources:\n  - { name: a, identifier: a.test, actions: {} }",
    "state.yaml:2:28 resources[0].identifier: *absolute URI*",
  ],
  [
    "an unknown signing algorithm",
    "resources:\n  - { name: a, identifier: 'https://a.test', signing_alg: HS256, actions: {} }",
    "state.yaml:2:59 resources[0].signing_alg: expected one of ES256, RS256, EdDSA*",
  ],
  [
    "a description without English",
    "permissions:\n  - { name: a, description: { de: Hallo } }",
    "state.yaml:2:29 permissions[0].description: needs the language en*",
  ],
  [
    "a custom permission named like a scope of OpenID Connect",
    "permissions: [{ name: openid, description: x }]",
    'state.yaml:1:23 permissions[0].name: "openid" is not a permission name*',
  ],
  [
    "two roles of one name",
    "roles:\n  - name: a\n  - name: a",
    'state.yaml:3:5 roles[1]: repeats entry [0], "a"',
  ],
  [
    "two users with one email",
    "users:\n  - { username: a, email: x@y.test }\n  - { username: b, email: x@y.test }",
    "state.yaml:3:5 users[1]: repeats entry [0]*",
  ],
  [
    "a username that looks like an id",
    "users: [{ username: usr_1 }]",
    'state.yaml:1:21 users[0].username: "usr_1" is not a username*',
  ],
  ["a bad email", "users: [{ username: a, email: nobody }]", "state.yaml:1:31 users[0].email: *"],
  [
    "an unknown type",
    application("").replace("web", "wep"),
    'state.yaml:3:11 applications[0].type: expected one of service, web, spa, native; did you mean "web"?',
  ],
  [
    "a bad redirect URI",
    application("    redirect_uris: [https://a.test, 'https://*.test']"),
    'state.yaml:4:37 applications[0].redirect_uris[1]: "https://*.test" must not contain a wildcard',
  ],
  [
    "too many redirect URIs",
    application(`    redirect_uris: [${Array.from({ length: 101 }, (_, i) => `https://a.test/${i}`)}]`),
    "state.yaml:4:20 applications[0].redirect_uris: may have at most 100 entries",
  ],
  [
    "a home page that is not on the web",
    application("    home_page: javascript:alert(1)"),
    'state.yaml:4:16 applications[0].home_page: "javascript:alert(1)" must begin with https:// *',
  ],
  [
    "a logout address without TLS",
    application("    backchannel_logout_uri: http://a.test/out"),
    'state.yaml:4:29 applications[0].backchannel_logout_uri: "http://a.test/out" must use https; *',
  ],
  [
    "a public application with a secret",
    "applications:\n  - { client_id: a, type: spa, client_secret: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa }",
    "state.yaml:2:47 applications[0].client_secret: a spa application cannot keep a secret*",
  ],
  [
    "a public application with access accounts",
    "applications:\n  - { client_id: a, type: native, access_accounts: [{ name: x }] }",
    "state.yaml:2:52 applications[0].access_accounts: a native application cannot keep a secret*",
  ],
  [
    "a public application without PKCE",
    "applications:\n  - { client_id: a, type: spa, require_pkce: false }",
    "state.yaml:2:46 applications[0].require_pkce: a spa application always uses PKCE",
  ],
  [
    "a confidential application without authentication",
    application("    token_endpoint_auth_method: none"),
    "state.yaml:4:33 applications[0].token_endpoint_auth_method: a web application must authenticate*",
  ],
  [
    "private_key_jwt without keys",
    application("    token_endpoint_auth_method: private_key_jwt"),
    "state.yaml:2:5 applications[0].jwks: is needed for private_key_jwt",
  ],
  [
    "a private key",
    application("    jwks: { keys: [{ kty: EC, crv: P-256, d: abc }] }"),
    "state.yaml:4:20 applications[0].jwks.keys[0]: holds a private key; give the public one",
  ],
  [
    "an application without id and name",
    "applications: [{ type: web }]",
    "state.yaml:1:16 applications[0]: needs a client_id, or a name*",
  ],
  [
    "an access account without key and name",
    application("    access_accounts: [{ enabled: true }]"),
    "state.yaml:4:23 applications[0].access_accounts[0]: needs an access_key, or a name*",
  ],
  [
    "an access key without its prefix",
    application("    access_accounts: [{ access_key: demo }]"),
    'state.yaml:4:37 applications[0].access_accounts[0].access_key: "demo" is not an access key*',
  ],
  [
    "a client_id that looks like a user",
    "applications: [{ client_id: usr_1, type: web }]",
    'state.yaml:1:29 applications[0].client_id: "usr_1" is not a client_id*',
  ],
  [
    "an assignment of nothing",
    "assignments:\n  - principal: user:a",
    "state.yaml:2:5 assignments[0]: needs exactly one of role and permission",
  ],
  [
    "an assignment of both",
    "assignments:\n  - { principal: user:a, role: r, permission: p }",
    "state.yaml:2:5 assignments[0]: needs exactly one of role and permission",
  ],
  [
    "a principal without type",
    "assignments:\n  - { principal: alice, role: r }",
    'state.yaml:2:18 assignments[0].principal: "alice" is not a principal*',
  ],
  [
    "a time without zone",
    "assignments:\n  - { principal: user:a, role: r, expires_at: 2027-01-01T00:00:00 }",
    "state.yaml:2:47 assignments[0].expires_at: expected a date and time with its zone*",
  ],
  [
    "a day that does not exist",
    "assignments:\n  - { principal: user:a, role: r, expires_at: 2027-02-30T00:00:00Z }",
    "state.yaml:2:47 assignments[0].expires_at: expected a date and time*",
  ],
  [
    "an instance that is none",
    "assignments:\n  - { principal: user:a, role: r, at: orders }",
    'state.yaml:2:39 assignments[0].at: "orders" is not an instance: write <resource>/<id>',
  ],
  [
    "every user as a group's member",
    "groups: [{ name: g, members: ['user:*'] }]",
    "state.yaml:1:31 groups[0].members[0]: *is not a group member*",
  ],
  ["an alias without anchor", "roles: *nothing", "state.yaml:1:8 there is no anchor of this name*"],
  [
    "an alias of a value that contains it",
    "users: [{ username: a, attributes: &a { b: *a } }]",
    "state.yaml:1:44 this alias contains itself",
  ],
  [
    "a bomb of aliases",
    `users: [{ username: a, attributes: { a: &a [1], b: [${"*a, ".repeat(60)}] } }]`,
    "state.yaml has too many aliases",
  ],
  ["a tag", "users: !!set {}", "state.yaml:1:8 not valid YAML: Unresolved tag"],
  [
    "a key that would reach a prototype",
    "users: [{ username: a, attributes: { __proto__: 1 } }]",
    "state.yaml:1:38 __proto__ is not allowed",
  ],
  [
    "a number that JSON does not have",
    "users: [{ username: a, attributes: { b: .inf } }]",
    "state.yaml:1:41 is not a finite number",
  ],
  ["a NUL", 'users: [{ username: a, name: "a\\0b" }]', "state.yaml:1:30 contains a NUL or half a character"],
  ["nesting without end", `users: ${"[".repeat(90)}${"]".repeat(90)}`, "state.yaml:1:*nested too deeply"],
];
for (const [name, text, expected] of wrong) {
  test(`${name} is a diagnostic with its position`, () => assertDiagnostic(text, expected));
}

test("nesting that would exhaust the parser is refused before parsing", () => {
  const nested = [
    "[".repeat(5_000_000),
    "{a: ".repeat(1_000_000),
    "- ".repeat(1_000_000),
    "? ".repeat(1_000_000),
    "- ? ".repeat(100_000),
  ];
  for (const text of nested) assertDiagnostic(text, "state.yaml is nested too deeply");
});

test("a file of more entries than memory can hold is refused before parsing", () => {
  assertDiagnostic(
    `[${"a,".repeat(1_500_000)}]`,
    "state.yaml has more than 2000000 YAML tokens outside of long lists; split it into several files, or give its entries as lines to licet import",
  );
});

test("nesting by indentation alone ends in a diagnostic as well", () => {
  const text = Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n");
  assert.notEqual(diagnosticsIn(text).length, 0);
});

test("a file of more than 128 MB is refused unread, with its size and what to do", () => {
  assertDiagnostic(
    `# ${"x".repeat(128 * 1024 * 1024)}`,
    "state.yaml is larger than 128 MB: it has 129 MB; split it into several files, or give its entries as lines to licet import",
  );
});

test("a short secret is named by its key and never repeated", () => {
  const text = application(
    "    client_secret: hunter2\n    access_accounts: [{ access_key: ak_a, secret_key: hunter2 }]",
  );
  assert.deepEqual(diagnosticsIn(text), [
    "state.yaml:4:20 applications[0].client_secret: needs at least 32 characters",
    "state.yaml:5:55 applications[0].access_accounts[0].secret_key: needs at least 32 characters",
  ]);
});

test("broken YAML never puts the text around it into the message", () => {
  const broken = [
    "client_secret: |9z hunter2\n b",
    "client_secret: 'a' hunter2",
    "client_secret: [hunter2\nb: 1",
    "client_secret: !hunter2 x",
    'client_secret: "hunter2',
    "client_secret: x: hunter2",
    "client_secret: *hunter2",
    "%hunter2\n---\n",
  ];
  for (const text of broken) {
    const diagnostics = diagnosticsIn(text);
    assert.notEqual(diagnostics.length, 0);
    assert.doesNotMatch(diagnostics.join("\n"), /hunter2/);
  }
});

test("all diagnostics of a file are reported at once, in its order, and the message shows twenty", () => {
  const text = `roles:\n${Array.from({ length: 25 }, (_, i) => `  - name: "${i}"`).join("\n")}`;
  const diagnostics = diagnosticsIn(text);
  assert.equal(diagnostics.length, 25);
  assert.match(diagnostics[24] ?? "", /^state\.yaml:26:11 roles\[24\]/);
  const lines = new ConfigurationFileError(
    diagnostics.map((message) => ({ path: [], message })),
  ).message.split("\n");
  assert.equal(lines.length, 21);
  assert.equal(lines[20], "… and 5 more");
});

test("several unknown keys of one map are several diagnostics", () => {
  assert.deepEqual(diagnosticsIn("roles:\n  - { name: a, grant: [], inherit: [] }"), [
    'state.yaml:2:16 roles[0].grant: unknown key; did you mean "grants"?',
    'state.yaml:2:27 roles[0].inherit: unknown key; did you mean "inherits"?',
  ]);
});

test("an empty file has no entries", () => {
  const { content } = parseConfigurationFile("", "state.yaml");
  assert.deepEqual(Object.values(content).flat(), []);
});

test("short forms and defaults are filled in, and times may be quoted or not", () => {
  const { content } = parseConfigurationFile(
    `
resources: [{ name: constructor, identifier: urn:example:a, actions: { constructor: { description: Hello } } }]
roles: [{ name: r, grants: [constructor:constructor] }]
applications: [{ client_id: a, type: web, delegated: [openid] }]
assignments:
  - { principal: user:a, role: r, expires_at: 2027-01-01T00:00:00Z }
  - { principal: user:a, role: r, expires_at: "2027-01-01T01:00:00.5+01:00" }
`,
    "state.yaml",
  );
  assert.deepEqual(content.resources[0]?.actions, { constructor: { description: { en: "Hello" } } });
  assert.deepEqual(content.roles[0]?.grants, [{ permission: "constructor:constructor" }]);
  assert.deepEqual(content.applications[0]?.delegated, [{ scope: "openid", consent: "required" }]);
  assert.deepEqual(
    content.assignments.map((assignment) => assignment.expires_at),
    [1798761600, 1798761600],
  );
});

test("an alias may repeat a list", () => {
  const { content } = parseConfigurationFile(
    "roles:\n  - { name: a, grants: &g [x, y] }\n  - { name: b, grants: *g }",
    "state.yaml",
  );
  assert.deepEqual(content.roles[1]?.grants, content.roles[0]?.grants);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyExample, asFile, converterOf, notesOf, readExample } from "../testing/convert-example.ts";

const convertHydra = converterOf("hydra");

test("clients are converted and applied, and scopes are granted as Hydra would", async (t) => {
  const { check, applied, licet } = await applyExample(t, "hydra", ["hydra/clients.json"]);
  assert.ok(await check("application:reports", "orders:write"));
  assert.ok(await check("application:scanner", "stock.count"));
  assert.ok(!(await check("application:scanner", "orders:read")), "a scope that the client has not");
  assert.ok(
    !(await check("application:5f1c7f0e-6d2a-4b7e-9d0a-0c5d2f6a7b11", "orders:read")),
    "a client without client_credentials gets no token of its own",
  );
  assert.match(applied.stdout, /^reports +client_secret +lsk_/m);
  assert.doesNotMatch(applied.stdout, /^scanner +client_secret/m, "it signs with its key");
  const explained = await licet.run(["explain", "reports", "--scope", "orders:read stock.count"]);
  assert.match(explained.stdout, /^orders:read: granted$/m);
  assert.match(explained.stdout, /^stock\.count: refused, not_granted$/m);
});

describe("what a client has and Licet does not is named", () => {
  const report = notesOf(convertHydra([asFile(readExample("hydra/clients.json"))]));
  for (const [kind, pattern] of [
    ["a hashed secret", /^application reports: Hydra stores secrets hashed.*licet apply generates/m],
    ["an implicit flow", /^grant type implicit of client 5f1c/m],
    [
      "an address without https",
      /^redirect URI http:\/\/shop\.internal\/callback of application 5f1c.*https/m,
    ],
    ["pairwise subjects", /^pairwise sub of client 5f1c/m],
    ["opaque tokens", /^opaque access tokens of client scanner: /m],
    ["lifespans", /^lifespans of client 5f1c/m],
    ["metadata", /^metadata of client scanner: /m],
    ["users", /^users: Hydra has no users/m],
  ] as const)
    test(kind, () => assert.match(report, pattern));
});

const convertClient = (client: object) => convertHydra([asFile([{ client_id: "a", ...client }])]);

test("a key that Licet cannot use is named, and the client gets a secret; a password in an address is not printed", () => {
  const conversion = convertClient({
    token_endpoint_auth_method: "private_key_jwt",
    jwks_uri: "https://a.example.test/jwks",
    jwks: { keys: [{ kty: "OKP", crv: "Ed25519", x: "AAAA", d: "private-part" }] },
    redirect_uris: ["https://user:in-the-address@a.example.test/"],
  });
  const notes = notesOf(conversion);
  assert.match(notes, /^jwks of application a: jwks\.keys\[0\]: has the private member "d"/m);
  assert.match(notes, /^jwks_uri of client a: Licet fetches no keys/m);
  assert.match(notes, /^application a: it signs with a key that is not in the export/m);
  assert.doesNotMatch(notes, /private-part|in-the-address/);
});

test("scopes keep their names where Licet accepts them", () => {
  const { content, report } = convertClient({
    grant_types: ["client_credentials"],
    scope: "offline photos urn:acme:orders:read https://acme.example.test/auth/files orders.* openid",
  });
  assert.deepEqual(
    (content.assignments as { permission: string }[]).map(({ permission }) => permission),
    ["photos", "urn_acme_orders:read", "https.acme.example.test.auth.files"],
  );
  assert.deepEqual(
    report.renamed.map(({ from, to }) => [from, to]),
    [
      ["urn:acme:orders", "urn_acme_orders"],
      ["https://acme.example.test/auth/files", "https.acme.example.test.auth.files"],
    ],
  );
  assert.match(notesOf({ content, report }), /^scope orders\.\*: only RESOURCE:\* is a wildcard/m);
});

test("an audience of two resources is the identifier of none, and a page that is not the last is named", () => {
  const { content, report } = convertHydra([
    asFile({
      items: [{ client_id: "a", scope: "orders:read stock:read", audience: ["https://api.example.test"] }],
      next_page_token: "abc",
    }),
  ]);
  assert.deepEqual(
    (content.resources as { identifier: string }[]).map(({ identifier }) => identifier),
    ["urn:hydra:orders", "urn:hydra:stock"],
  );
  assert.match(notesOf({ content, report }), /^export\.json: it is not the last page/m);
});

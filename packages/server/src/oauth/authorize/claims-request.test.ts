import assert from "node:assert/strict";
import { test } from "node:test";
import { parseClaimsRequest } from "./claims-request.ts";

test("OpenID Connect Core §5.5: what is asked for, and where", () => {
  const claims = {
    userinfo: { email: null, name: { essential: true } },
    id_token: { auth_time: { essential: true } },
  };
  assert.deepEqual(parseClaimsRequest(JSON.stringify(claims)), {
    userinfo: ["email", "name"],
    idToken: ["auth_time"],
  });
  assert.deepEqual(parseClaimsRequest("{}"), { userinfo: [], idToken: [] });
});

test("OpenID Connect Core §5.5.1.1: an essential acr names those that will do; a voluntary one asks for nothing", () => {
  const acr = (how: object) => parseClaimsRequest(JSON.stringify({ id_token: { acr: how } }))?.essentialAcr;
  assert.deepEqual(acr({ essential: true, values: ["2", "1"] }), ["2", "1"]);
  assert.deepEqual(acr({ essential: true, value: "2" }), ["2"]);
  assert.equal(acr({ values: ["2"] }), undefined);
  assert.equal(acr({ essential: true }), undefined);
});

test("OpenID Connect Core §5.5.1: one certain user", () => {
  const claims = { id_token: { sub: { value: "usr_1" } } };
  assert.equal(parseClaimsRequest(JSON.stringify(claims))?.subject, "usr_1");
});

test("any other value is refused and never an error", () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`c${n}`, null]));
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    "1",
    '"x"',
    '{"userinfo":[]}',
    '{"id_token":1}',
    '{"userinfo":{"email":true}}',
    '{"id_token":{"sub":{"value":7}}}',
    JSON.stringify({ userinfo: many }),
  ])
    assert.equal(parseClaimsRequest(text), undefined, text);
});

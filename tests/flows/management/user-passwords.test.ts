import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

test("the API holds passwords to the rules of the pages, for new users and for others", async () => {
  assert.equal((await api("POST", "/users", { username: "dora", password: "long enough" })).status, 201);
  for (const [password, code, minimum] of [
    ["1234567", "too_short", 8],
    ["", "too_short", 8],
    // Characters, not the units of an encoding: these are seven.
    ["😀😀😀😀😀😀😀", "too_short", 8],
    ["long enough\0", "unusable_characters", undefined],
  ] as const)
    for (const [method, path, body] of [
      ["POST", "/users", { username: "erik", password }],
      ["PUT", "/users/dora", { username: "dora", password }],
    ] as const) {
      const answer = await api(method, path, body);
      assert.equal(answer.status, 400, answer.text);
      const [error] = answer.body.errors as { pointer: string; code: string; minimum?: number }[];
      assert.equal(error?.pointer, "/password");
      assert.equal(error?.code, code);
      assert.equal(error?.minimum, minimum);
    }
  assert.equal((await api("GET", "/users/erik")).status, 404);
  assert.equal((await api("PUT", "/users/dora", { username: "dora", password: "😀".repeat(8) })).status, 200);
});

test("a configuration file may set a short password", async () => {
  await licet.apply("users: [ { username: frida, password: short } ]");
  assert.equal((await api("GET", "/users/frida")).status, 200);
});

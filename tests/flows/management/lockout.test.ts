/** A user whom wrong passwords keep out, and the administrators who let the user in again. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLicetFolder } from "../../../packages/server/src/cli/testing/run-licet.ts";
import { createPageBrowser } from "../../security/login/page-browser.ts";
import { type RunningPages, startPages } from "../../security/login/start-pages.ts";
import { PASSWORD, PEOPLE } from "../../security/login/world.ts";
import { TEST_SECRET } from "../../support/start-licet.ts";
import { type Caller, createCaller, secretOf } from "./api-client.ts";

const STATE = `${PEOPLE}
  - { client_id: admin, client_secret: "${secretOf("admin")}", name: admin, type: service }
  - { client_id: reader, client_secret: "${secretOf("reader")}", name: reader, type: service }
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:reader, permission: licet:users.read }
`;

let pages: RunningPages;
let api: Caller;
before(async () => {
  pages = await startPages({ state: STATE });
  api = await createCaller(pages, "admin");
});
after(() => pages.stop());

const signIn = async (username: string, password = PASSWORD): Promise<number> =>
  (await createPageBrowser(pages.url).signIn(username, password)).status;
async function lockOut(...names: readonly string[]): Promise<void> {
  for (const name of names) for (let count = 0; count < 10; count += 1) await signIn(name, "wrong");
  for (const name of names) assert.equal(await signIn(name), 429);
}

describe("the lockout of a user in the API", () => {
  test("it says who is locked out and until when; unlocking lets the user in under every name", async () => {
    assert.deepEqual((await api("GET", "/users/ada/lockout")).body, { locked: false, failures: 0 });
    await lockOut("ada", "ada@example.test");
    const { body } = await api("GET", "/users/ada/lockout");
    assert.equal(body.locked, true);
    assert.equal(body.failures, 10, "both names count together");
    assert.ok(Date.parse(body.locked_until) > pages.clock.milliseconds());
    const { status, text } = await api("DELETE", "/users/ada/lockout");
    assert.deepEqual([status, text], [204, ""]);
    assert.deepEqual((await api("GET", "/users/ada/lockout")).body, { locked: false, failures: 0 });
    for (const name of ["ada", "ada@example.test"]) assert.equal(await signIn(name), 303);
    const [event] = (await api("GET", "/audit?type=user.unlocked&limit=1")).body.items;
    const { id } = await pages.getUser("ada");
    assert.deepEqual([event.actor, event.target], ["application:admin", `user:${id}`]);
  });

  test("reading is licet:users.read, unlocking licet:users.write; a user who is not there is 404", async () => {
    const reader = await createCaller(pages, "reader");
    assert.equal((await reader("GET", "/users/ada/lockout")).status, 200);
    assert.equal((await reader("DELETE", "/users/ada/lockout")).status, 403);
    for (const method of ["GET", "DELETE"])
      assert.equal((await api(method, "/users/nobody/lockout")).status, 404);
  });
});

test("an administrator unlocks a user with the command line while the server runs", async (t) => {
  await lockOut("ben");
  const licet = createLicetFolder({ LICET_DATABASE_URL: pages.database.url, LICET_SECRET: TEST_SECRET });
  t.after(() => licet.remove());
  assert.equal((await licet.run(["user", "unlock", "ben"])).stdout, "ben is unlocked\n");
  assert.equal(await signIn("ben"), 303);
  const again = await licet.run(["user", "unlock", "ben"]);
  assert.deepEqual([again.code, again.stdout], [0, "ben was not locked out\n"]);
  const { id } = await pages.getUser("ben");
  const [event] = await pages.auditLog("user.unlocked");
  assert.deepEqual([event?.actor, event?.target], ["cli", `user:${id}`]);
  assert.equal((await licet.run(["user", "unlock", "nobody"])).code, 1);
});

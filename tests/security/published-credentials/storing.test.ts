import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ConfigurationFileError } from "../../../packages/server/src/files/configuration-file-error.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { send } from "../api/guarded-api.ts";
import type { Credentials } from "../issue-token.ts";
import { createPageBrowser } from "../login/page-browser.ts";
import { DEMO, OWN, OWN_PASSWORD, PASSWORD, SECRET, STATE } from "./world.ts";

/** A token for everything of Licet's own API. */
async function authorize({ url }: RunningLicet, credentials: Credentials): Promise<string> {
  const form = { grant_type: "client_credentials", scope: "licet:*", ...credentials };
  const { body, text } = await postForm(`${url}/oidc/token`, form);
  assert.equal(typeof body.access_token, "string", text);
  return `Bearer ${body.access_token}`;
}

describe("a server that others can reach stores no published credential", () => {
  let licet: RunningLicet;
  let authorization: string;
  before(async () => {
    licet = await startLicet({ state: STATE, settings: { allowed_hosts: "id.example.test" } });
    authorization = await authorize(licet, { client_id: "worker", client_secret: OWN });
  });
  after(() => licet.stop());

  const call = (method: string, path: string, body: unknown) =>
    send(licet, { method, path: `/api/v1${path}`, body, headers: { authorization } });

  const calls: readonly (readonly [method: string, path: string, body: object, pointer: string])[] = [
    ["POST", "/users", { username: "new", password: PASSWORD }, "/password"],
    ["PUT", "/users/carol", { username: "carol", password: PASSWORD }, "/password"],
    ["POST", "/users", { username: "new", password: SECRET }, "/password"],
    ["POST", "/applications", { client_id: "new", type: "service", client_secret: SECRET }, "/client_secret"],
    ["PUT", "/applications/new", { type: "service", client_secret: SECRET }, "/client_secret"],
    ["POST", "/applications/worker/secrets", { client_secret: SECRET }, "/client_secret"],
    ["POST", "/applications/worker/access-accounts", { name: "x", secret_key: SECRET }, "/secret_key"],
    ["POST", "/applications/worker/access-accounts/ak_own/secrets", { secret_key: SECRET }, "/secret_key"],
  ];
  for (const [method, path, body, pointer] of calls)
    test(`${method} ${path} with ${JSON.stringify(body)} is 400 at ${pointer}`, async () => {
      const { state } = licet.services.storage;
      const before = await state.revision();
      const answer = await call(method, path, body);
      assert.equal(answer.status, 400, answer.text);
      const [error] = answer.body.errors;
      assert.deepEqual([error.pointer, error.code], [pointer, "published"], answer.text);
      assert.ok(!answer.text.includes(SECRET) && !answer.text.includes(PASSWORD), "it is not repeated");
      assert.equal(await state.revision(), before);
    });

  test("a file is told the place of each", async () => {
    await assert.rejects(licet.apply(DEMO), (error: Error) => {
      assert.ok(error instanceof ConfigurationFileError);
      assert.equal(error.issues.filter(({ issue }) => issue?.code === "published").length, 8);
      assert.match(
        error.lines[0] ?? "",
        /^test\.yaml:\d+:\d+ users\[0\]\.password: this password is published/,
      );
      return true;
    });
  });

  test("the account page refuses it as a new password", async () => {
    const browser = createPageBrowser(licet.url);
    await browser.signIn("carol", OWN_PASSWORD);
    const { fields } = await browser.get("/account");
    const wanted = { csrf: fields.csrf, current_password: OWN_PASSWORD, new_password: PASSWORD };
    const answer = await browser.post("/account/password", wanted);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /printed in public examples/);
    assert.equal((await createPageBrowser(licet.url).signIn("carol", OWN_PASSWORD)).status, 303);
  });

  test("the page of a reset link refuses it and leaves the link as it was", async () => {
    const issued = await call("POST", "/users/carol/password-resets", {});
    const link = new URL(issued.body.url);
    const browser = createPageBrowser(licet.url);
    const page = await browser.get(link.pathname + link.search);
    const refused = await browser.post(link.pathname, { ...page.fields, new_password: PASSWORD });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /printed in public examples/);
    const chosen = await browser.post(link.pathname, { ...refused.fields, new_password: "my own choice" });
    assert.equal(chosen.status, 200, chosen.text);
  });
});

test("a private server stores them, over the API as well", async (t) => {
  const licet = await startLicet({ state: DEMO });
  t.after(() => licet.stop());
  const answer = await send(licet, {
    method: "POST",
    path: "/api/v1/users",
    body: { username: "new", password: PASSWORD },
    headers: { authorization: await authorize(licet, { client_id: "admin", client_secret: SECRET }) },
  });
  assert.equal(answer.status, 201, answer.text);
});

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import type { Change } from "../../directory/change.ts";
import { createLog } from "../../observability/log.ts";
import { openServices, type Services } from "../../services.ts";
import { readSettings } from "../../settings/settings.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const env = { LICET_SECRET: "only an example of a secret of a server" };
const licet = createLicetFolder(env);
after(() => licet.remove());

/** Opens the database beside the commands, because no command deletes a principal. */
async function beside(work: (storage: Services["storage"]) => Promise<void>): Promise<void> {
  const settings = readSettings({ flags: {}, env, cwd: licet.path });
  const log = createLog("silent", process.stderr);
  const { storage } = await openServices({ settings, log, clock: systemClock });
  await work(storage).finally(() => storage.close());
}

const deletePrincipals = (kinds: readonly ("application" | "user" | "group")[]) =>
  beside(async ({ state }) => {
    const changes = await Promise.all(
      kinds.map(async (kind) => {
        const [value] = (await state.list(kind)).filter(
          (each) => !("id" in each) || each.id !== "licet-console",
        );
        return { op: "delete", kind, value } as Change;
      }),
    );
    await state.commit(changes, { name: "test", at: systemClock.milliseconds() });
  });

const STATE = `
applications: [{ client_id: twice, client_secret: only-an-example-of-a-client-secret, name: Twice, type: service }]
users: [{ username: alice }]
groups: [{ name: twice }]
`;

test("a plan marks principals that are created again, and a released name counts as new", async () => {
  await licet.run(["apply", "-"], STATE);
  await deletePrincipals(["application", "user", "group"]);
  const planned = await licet.run(["apply", "-", "--dry-run"], STATE);
  assert.match(planned.stdout, /^\+ user alice \(created again\)$/m);
  assert.match(planned.stdout, /^\+ application twice \(created again\)$/m);
  const { changes } = JSON.parse(
    (await licet.run(["apply", "-", "--dry-run", "--output", "json"], STATE)).stdout,
  );
  assert.deepEqual(changes[0], { effect: "created", kind: "user", name: "alice", fields: [], again: true });

  const several = await licet.run(["names", "release", "twice"]);
  assert.equal(several.code, 1);
  assert.match(several.stderr, /reserved as application, group; choose one with --kind/);
  assert.deepEqual(await licet.run(["names", "release", "twice", "--kind", "group"]), {
    code: 0,
    stdout: 'The group name "twice" is free again.\n',
    stderr: "",
  });
  const { stdout } = await licet.run(["names", "release", "alice", "--output", "json"]);
  assert.deepEqual(JSON.parse(stdout), { name: "alice", kind: "user" });
  const nothing = await licet.run(["names", "release", "alice"]);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /"alice" is not reserved/);
  const applied = await licet.run(["apply", "-"], STATE);
  assert.deepEqual(applied.stdout.match(/^\+.*$/gm), [
    "+ user alice",
    "+ group twice",
    "+ application twice (created again)",
  ]);
  await beside(async ({ audit }) => {
    const released = await audit.list({ type: "name.released" }, 10);
    assert.deepEqual(
      released.map(({ actor, data }) => [actor, data]),
      [
        ["cli", { kind: "user" }],
        ["cli", { kind: "group" }],
      ],
    );
  });
});

test("commands that create say when a name was in use before", async () => {
  await deletePrincipals(["user"]);
  const again = await licet.run(["user", "create", "alice"]);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /^Created again: this name was in use before/m);
  const fresh = await licet.run([
    "app",
    "create",
    "--name",
    "New",
    "--type",
    "service",
    "--client-id",
    "new",
  ]);
  assert.doesNotMatch(fresh.stderr, /Created again/);
});

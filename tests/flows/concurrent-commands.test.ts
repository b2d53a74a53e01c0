// @engine both: commands commit beside a server, and each engine orders commits by its own locks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAdministrator } from "../../packages/server/src/cli/administrator/create-administrator.ts";
import { createApplication } from "../../packages/server/src/cli/entities/app-command.ts";
import { changeEntity } from "../../packages/server/src/cli/entities/entity-commands.ts";
import { rotateSecret } from "../../packages/server/src/cli/entities/secret-command.ts";
import { createUser } from "../../packages/server/src/cli/entities/user-command.ts";
import { createLicetFolder, type LicetFolder } from "../../packages/server/src/cli/testing/run-licet.ts";
import { ConflictError } from "../../packages/server/src/core/errors/errors.ts";
import type { Change } from "../../packages/server/src/directory/change.ts";
import type { Services } from "../../packages/server/src/services.ts";
import { type RunningLicet, startLicet, TEST_SECRET } from "../support/start-licet.ts";

const WRITERS = 6;

let node: RunningLicet;
let licet: LicetFolder;
before(async () => {
  node = await startLicet({
    state: "applications: [{ client_id: reports, type: service }, { client_id: nightly, type: service }]",
  });
  licet = createLicetFolder({ LICET_DATABASE_URL: node.database.url, LICET_SECRET: TEST_SECRET });
});
after(async () => {
  licet.remove();
  await node.stop();
});

async function run(command: string, stdin = ""): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await licet.run([...command.split(" "), "--output", "json"], stdin);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Runs the commands in parallel. Each opens the database itself, as commands in several terminals do. */
const runTogether = (command: (writer: number) => string) =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => run(command(writer))));

test("applications that are created at the same moment are all there", async () => {
  await runTogether((writer) => `app create --name app-${writer} --client-id app-${writer} --type service`);
  const { applications } = await run("app list");
  const ids = (applications as { client_id: string }[]).map(({ client_id }) => client_id);
  for (let writer = 0; writer < WRITERS; writer += 1) assert.ok(ids.includes(`app-${writer}`));
});

test("secrets that are rotated at the same moment are all made, and each rotation ends those before it", async () => {
  const rotated = await runTogether(() => "secret rotate reports --keep-old 0");
  assert.equal(new Set(rotated.map(({ client_secret }) => client_secret)).size, WRITERS);
  const { secrets } = (await run("secret list reports")) as { secrets: { hint: string; live: boolean }[] };
  assert.equal(secrets.length, WRITERS + 1);
  const [live, ...others] = secrets.filter((secret) => secret.live);
  assert.deepEqual(others, [], "only the last one works");
  assert.ok(rotated.some(({ client_secret }) => String(client_secret).endsWith(live?.hint ?? "nothing")));
});

test("of applications with one name that are created at the same moment, one is made and the others are refused", async () => {
  const results = await Promise.all(
    Array.from({ length: WRITERS }, () =>
      licet.run(["app", "create", "--name", "same", "--client-id", "same", "--type", "service"]),
    ),
  );
  assert.equal(results.filter(({ code }) => code === 0).length, 1);
  for (const { code, stderr } of results) if (code !== 0) assert.match(stderr, /same\) exists already/);
});

/** The same services, where another writer commits between the plan of a command and its commit, this many times. */
function withConcurrentWriter(
  write: (changes: readonly Change[]) => Promise<unknown>,
  times: number,
): Services {
  const { services } = node;
  const { state } = services.storage;
  let left = times;
  const commit: typeof state.commit = async (...given) => {
    if (left > 0) {
      left -= 1;
      await write(given[0]);
    }
    return state.commit(...given);
  };
  return { ...services, storage: { ...services.storage, state: { ...state, commit } } };
}

const writeSomething = () => {
  const group = { op: "put", kind: "group", value: { name: `group-${Math.random()}` } } as const;
  return node.services.storage.state.commit([group], { name: "other", at: Date.now() });
};

const listLiveSecrets = async (owner: string) =>
  (await node.services.storage.state.list("secret"))
    .filter((secret) => secret.owner === owner)
    .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > Date.now() / 1_000)
    .map(({ hash }) => hash);

test("a rotation that was overtaken by another ends the secret which the other one made", async () => {
  const { services } = node;
  const slow = withConcurrentWriter(() => rotateSecret(services, "nightly", 0), 1);
  const { secret } = await rotateSecret(slow, "nightly", 0);
  assert.deepEqual(await listLiveSecrets("nightly"), [services.secrets.hash(secret)]);
});

test("an application is created although others write three times before it", async () => {
  const slow = withConcurrentWriter(writeSomething, 3);
  const wanted = { client_id: "patient", name: "Patient", type: "service" };
  const { secret = "" } = await createApplication(slow, wanted);
  assert.deepEqual(await listLiveSecrets("patient"), [node.services.secrets.hash(secret)]);
});

test("a password is hashed once, however often others write before its command: hashing is slow", async () => {
  const username = "patient-user";
  const user = { username: "patient-administrator", password: "a password of an administrator" };
  for (const [name, command] of [
    [username, (slow) => createUser(slow, { username, password: "a password of a user" })],
    [
      username,
      (slow) => changeEntity(slow, "user", username, () => ({ password: "another password of a user" })),
    ],
    [user.username, (slow) => createAdministrator(slow, { user, force: true })],
  ] satisfies [string, (slow: Services) => Promise<unknown>][]) {
    const planned: unknown[] = [];
    await command(
      withConcurrentWriter((changes) => {
        for (const { kind, value } of changes) if (kind === "user") planned.push(value.passwordHash);
        return writeSomething();
      }, 2),
    );
    const stored = await node.services.storage.state.findUserByUsername(name);
    assert.deepEqual(planned, [stored?.passwordHash, stored?.passwordHash]);
  }
});

test("when others write without end, a command gives up, says so and has written nothing", {
  timeout: 60_000,
}, async () => {
  const before = await listLiveSecrets("nightly");
  await assert.rejects(
    rotateSecret(withConcurrentWriter(writeSomething, Number.POSITIVE_INFINITY), "nightly", 0),
    (error) => error instanceof ConflictError && /nothing was written.*try again/.test(error.message),
  );
  assert.deepEqual(await listLiveSecrets("nightly"), before);
});

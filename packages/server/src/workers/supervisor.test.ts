import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { shareSocket } from "../cli/serve/share-socket.ts";
import { bindSocket } from "../http/connection/bind-socket.ts";
import { createListener } from "../http/connection/listener.ts";
import { createSupervisor } from "./supervisor.ts";

const SMALL_WORKER = fileURLToPath(new URL("./testing/small-worker.ts", import.meta.url));
/** A busy machine starts a process slowly; nothing is measured by this bound. */
const SLOW = { timeout: 120_000 };

interface Supervised {
  readonly count?: number;
  readonly fails?: boolean;
  readonly hangsAfterSeconds?: number;
  readonly hangsInStartAfterSeconds?: number;
}

async function supervise(t: TestContext, { count = 2, fails = false, ...limits }: Supervised = {}) {
  const place = { host: "127.0.0.1", port: 0 };
  const { socket: bound, address } = await bindSocket(place);
  const socket = shareSocket(bound, () => createListener({ ...place, keepsEarly: false }));
  const { port } = address;
  const children: ChildProcess[] = [];
  const errors: string[] = [];
  let suspendsNext = false;
  const supervisor = createSupervisor({
    count,
    socket,
    fork(descriptor) {
      const child = fork(SMALL_WORKER, fails ? ["fails"] : [], {
        stdio: ["inherit", "inherit", "inherit", "ipc", descriptor, descriptor],
      });
      children.push(child);
      if (suspendsNext) child.kill("SIGSTOP");
      suspendsNext = false;
      return child;
    },
    start: {
      serverId: "server",
      address: { address: "127.0.0.1", port },
      secretOrigin: "given",
      databaseConnections: 5,
    },
    log: { info() {}, error: (_details: object, message?: string) => void errors.push(message ?? "") },
    ...limits,
  });
  const connections: Socket[] = [];
  t.after(async () => {
    for (const connection of connections) connection.destroy();
    // One that was suspended could not stop.
    for (const child of children) child.kill("SIGCONT");
    await supervisor.stop();
  });
  /** Opens a connection. */
  const open = async () => {
    const connection = connect(port, "127.0.0.1").setEncoding("utf8");
    connections.push(connection);
    await once(connection, "connect");
    return connection;
  };
  const alive = () => children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  /** The next worker stands still before it says anything. */
  const suspendNext = () => {
    suspendsNext = true;
  };
  return { supervisor, open, alive, errors, suspendNext };
}

/** The process id of the worker that answers; undefined when the connection ends without an answer. */
async function ask(connection: Socket, line = "who"): Promise<number | undefined> {
  connection.write(`${line}\n`);
  const gone = once(connection, "close").catch(() => []);
  const [answer] = await Promise.race([once(connection, "data").catch(() => []), gone]);
  return typeof answer === "string" ? Number(answer) : undefined;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  // Sleeps: asks again after a moment, for as long as the test may take.
  while (!(await condition())) await sleep(50);
}

test("the banner comes from the one worker that prepares, when all are ready", SLOW, async (t) => {
  const { supervisor, alive } = await supervise(t, { count: 3 });
  assert.deepEqual(await supervisor.start(), { banner: "the banner" });
  assert.equal(alive().length, 3);
});

test("a start in which a worker fails ends with its exit code, and leaves no process", SLOW, async (t) => {
  const { supervisor, alive } = await supervise(t, { fails: true });
  assert.deepEqual(await supervisor.start(), { exitCode: 3 });
  assert.equal(alive().length, 0);
});

test("while there is no worker, the parent answers that the server is not ready", SLOW, async (t) => {
  const { supervisor, open, alive, errors } = await supervise(t);
  const askParent = async () => {
    const connection = await open();
    connection.write("GET /readyz HTTP/1.1\r\nHost: licet.example\r\n\r\n");
    const chunks: string[] = await connection.toArray();
    return chunks.join("");
  };
  const isRefused = (answer: string) => /^HTTP\/1\.1 503 .*connection: close/is.test(answer);
  await assert.rejects(open(), { code: "ECONNREFUSED" });
  await supervisor.start();
  for (let round = 0; round < 3; round += 1) {
    assert.notEqual(await ask(await open()), undefined, "by a worker");
    const both = alive();
    for (const child of both) child.kill("SIGKILL");
    // Also those that were accepted by nobody when the last worker ended.
    assert.ok(isRefused(await askParent()));
    await until(async () => Number.isInteger(await ask(await open())));
  }
  assert.ok(errors.every((message) => /takes its place/.test(message)));
});

test(
  "a worker that crashes is replaced, and connections that come meanwhile are answered",
  SLOW,
  async (t) => {
    const { supervisor, open, alive, errors } = await supervise(t);
    await supervisor.start();
    const before = alive().map(({ pid }) => pid);
    const crashed = await ask(await open());
    assert.equal(await ask(await open(), "crash"), undefined);
    const meanwhile = await Promise.all(Array.from({ length: 10 }, async () => ask(await open())));
    assert.ok(meanwhile.every((pid) => pid !== undefined));
    await until(() => alive().length === 2 && alive().some(({ pid }) => !before.includes(pid)));
    assert.ok(crashed !== undefined);
    assert.deepEqual(errors, ["a worker ended unexpectedly; another one takes its place now"]);
  },
);

test(
  "a worker that hangs is replaced, and a connection that it did not take is answered by another",
  SLOW,
  async (t) => {
    const { supervisor, open, alive, errors } = await supervise(t, { hangsAfterSeconds: 8 });
    await supervisor.start();
    const [hanging] = alive();
    hanging?.kill("SIGSTOP");
    // At least one of them is sent to the worker that stands still.
    const answers = await Promise.all(Array.from({ length: 4 }, async () => ask(await open())));
    assert.equal(answers.filter((pid) => pid === hanging?.pid || pid === undefined).length, 0);
    assert.equal(hanging?.signalCode, null, "it was answered while the worker still stood");
    await until(() => hanging?.signalCode === "SIGKILL");
    await until(() => alive().length === 2);
    assert.match(errors[0] ?? "", /has not answered for 8 s; it is ended/);
  },
);

test("a worker that hangs while it starts is replaced as well", SLOW, async (t) => {
  const { supervisor, alive, errors, suspendNext } = await supervise(t, { hangsInStartAfterSeconds: 3 });
  await supervisor.start();
  const old = alive();
  const findNew = () => alive().find((child) => !old.includes(child));
  suspendNext();
  old[0]?.kill("SIGKILL");
  await until(() => findNew() !== undefined);
  const hanging = findNew();
  await until(() => hanging?.signalCode === "SIGKILL");
  await until(() => alive().length === 2);
  assert.ok(
    errors.some((message) => /has not answered for 3 s; it is ended/.test(message)),
    errors.join("\n"),
  );
});

test("a reload does not wait for a worker that hangs while it stops", SLOW, async (t) => {
  const { supervisor, alive } = await supervise(t, { count: 1, hangsAfterSeconds: 8 });
  await supervisor.start();
  const [old] = alive();
  const reloading = supervisor.reload();
  old?.kill("SIGSTOP");
  await reloading;
  assert.equal(old?.signalCode, "SIGKILL");
  assert.equal(alive().length, 1);
});

test("a worker that stood still for a moment takes no connection that another one has", SLOW, async (t) => {
  const { supervisor, open, alive } = await supervise(t);
  await supervisor.start();
  const [still] = alive();
  still?.kill("SIGSTOP");
  const connections = await Promise.all(Array.from({ length: 4 }, open));
  const answers = await Promise.all(connections.map((connection) => ask(connection)));
  still?.kill("SIGCONT");
  // It takes new ones again, and so it has seen all that were sent to it before.
  await until(async () => (await ask(await open())) === still?.pid);
  assert.deepEqual(await Promise.all(connections.map((connection) => ask(connection))), answers);
});

test(
  "a reload replaces every worker, and each new one is ready before the old one stops",
  SLOW,
  async (t) => {
    const { supervisor, open, alive } = await supervise(t);
    await supervisor.start();
    const before = alive().map(({ pid }) => pid);
    let isOver = false;
    let answered = 0;
    const client = (async () => {
      while (!isOver) {
        const connection = await open();
        assert.notEqual(await ask(connection), undefined);
        connection.destroy();
        answered += 1;
      }
    })();
    await supervisor.reload();
    isOver = true;
    await client;
    assert.ok(answered > 0);
    assert.equal(alive().length, 2);
    assert.equal(alive().filter(({ pid }) => before.includes(pid)).length, 0);
  },
);

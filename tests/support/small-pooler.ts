import { randomInt } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";

/** A pooler in front of a test's PostgreSQL. */
export interface Pooler {
  /** The address of the database through the pooler. */
  readonly url: string;
  /** Its connections break, new ones are refused for a moment, and then it works again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export type PoolMode = "session" | "transaction";
export type StartPooler = (databaseUrl: string, mode: PoolMode) => Promise<Pooler>;

export interface SmallPooler extends Pooler {
  /** Connections stay, as when PgBouncer reads a changed file. */
  changeMode(mode: PoolMode): void;
}

/**
 * A pooler of the project's own, for `npm test`, where PgBouncer may be missing. It does what PgBouncer's default file
 * does: it refuses startup parameters that it does not know, introduces itself with its own process number, and in
 * transaction mode gives a client a server connection until the server says that no transaction is open. It takes turns
 * with the server connections, so that a client that relies on a session fails at once.
 */
export async function startSmallPooler(databaseUrl: string, first: PoolMode, size = 5): Promise<SmallPooler> {
  let mode = first;
  const servers = createServerConnections(databaseUrl, size);
  const clients = new Set<Socket>();
  const listener = createServer((socket) => {
    clients.add(socket);
    socket.on("close", () => clients.delete(socket)).on("error", () => socket.destroy());
    serveClient(socket.setNoDelay(), servers, () => mode);
  });
  // Its own for as long as it lives, restarts included.
  const port = await freePort();
  const listen = () => new Promise<void>((resolve) => listener.listen(port, "127.0.0.1", () => resolve()));
  await listen();
  const stop = async () => {
    const closed = new Promise((resolve) => listener.close(resolve));
    for (const client of clients) client.destroy();
    servers.destroyAll();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    stop,
    changeMode(changed) {
      mode = changed;
    },
    async restart() {
      await stop();
      // Sleeps: clients have to find it away for a moment, as during a real restart.
      await delay(300);
      await listen();
    },
  };
}

interface ServerConnections {
  acquire(): Promise<Socket>;
  /** To the end of the row, so that the next client gets another one. */
  release(server: Socket): void;
  destroyAll(): void;
}

function createServerConnections(databaseUrl: string, size: number): ServerConnections {
  const open = new Set<Socket>();
  const idle: Socket[] = [];
  const waiting: ((server: Socket) => void)[] = [];
  let connecting = 0;

  /** `pg` signs in; afterwards the pooler alone reads and writes. */
  async function connectServer(): Promise<Socket> {
    const client = new pg.Client(databaseUrl);
    client.on("error", () => {});
    await client.connect();
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
    for (const event of ["data", "error", "close", "end"]) stream.removeAllListeners(event);
    open.add(stream);
    stream.on("error", () => stream.destroy()).on("end", () => stream.destroy());
    stream.on("close", () => {
      open.delete(stream);
      if (idle.includes(stream)) idle.splice(idle.indexOf(stream), 1);
    });
    return stream;
  }

  return {
    async acquire() {
      if (open.size + connecting < size) {
        connecting += 1;
        return connectServer().finally(() => {
          connecting -= 1;
        });
      }
      return idle.shift() ?? new Promise((resolve) => waiting.push(resolve));
    },
    release(server) {
      if (server.destroyed) return;
      const next = waiting.shift();
      if (next === undefined) idle.push(server);
      else next(server);
    },
    destroyAll() {
      for (const server of open) server.destroy();
    },
  };
}

function serveClient(client: Socket, servers: ServerConnections, mode: () => PoolMode): void {
  let server: Socket | undefined;
  let stopReading: () => void = () => {};
  /** Messages whose answer ends with ReadyForQuery. */
  let unanswered = 0;

  const link = async () => {
    const acquired = await servers.acquire();
    if (client.destroyed) return servers.release(acquired);
    server = acquired;
    const read = readMessages((message) => {
      client.write(message);
      if (message[0] !== READY_FOR_QUERY) return;
      unanswered -= 1;
      const isIdle = message[5] === IDLE;
      if (mode() === "transaction" && isIdle && unanswered === 0) unlink();
    });
    const lose = () => client.destroy();
    acquired.on("data", read).on("close", lose);
    stopReading = () => acquired.off("data", read).off("close", lose);
  };
  const unlink = () => {
    const released = server;
    server = undefined;
    stopReading();
    if (released) servers.release(released);
  };

  // A session, or a transaction, that its client left is not given to another one.
  client.on("close", () => {
    stopReading();
    server?.destroy();
  });

  /** One after the other: a message waits while the client gets its server connection. */
  let last: Promise<unknown> = Promise.resolve();
  const forward = readMessages((message) => {
    last = last.then(async () => {
      if (message[0] === TERMINATE) return client.destroy();
      if (server === undefined) await link();
      if (message[0] === QUERY || message[0] === SYNC) unanswered += 1;
      server?.write(message);
    });
    last.catch(() => client.destroy());
  });
  client.once("data", (startup: Buffer) => {
    const refusal = findRefusal(startup);
    if (refusal !== undefined) return client.end(errorMessage(refusal));
    client.on("data", forward).write(welcome());
  });
}

const [QUERY, SYNC, TERMINATE, READY_FOR_QUERY, IDLE] = [..."QSXZI"].map((letter) => letter.charCodeAt(0));

/** Calls back with each whole message: a type, the length of the rest, the rest. */
function readMessages(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 5 && pending.length > pending.readUInt32BE(1)) {
      const end = pending.readUInt32BE(1) + 1;
      const message = pending.subarray(0, end);
      pending = pending.subarray(end);
      onMessage(message);
    }
  };
}

/** Those that PgBouncer keeps for each client. */
const KNOWN_PARAMETERS = ["user", "database", "application_name", "client_encoding"];

function findRefusal(startup: Buffer): string | undefined {
  const words = startup.subarray(8).toString().split("\0");
  const names = words.filter((word, index) => index % 2 === 0 && word !== "");
  const unknown = names.find((name) => !KNOWN_PARAMETERS.includes(name));
  return unknown === undefined ? undefined : `unsupported startup parameter: ${unknown}`;
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const errorMessage = (text: string): Buffer =>
  message("E", Buffer.from(["SFATAL", "VFATAL", "C08P01", `M${text}`, "", ""].join("\0")));

function welcome(): Buffer {
  const process = Buffer.alloc(8);
  process.writeUInt32BE(randomInt(2 ** 31), 0);
  return Buffer.concat([
    message("R", Buffer.alloc(4)),
    message("K", process),
    message("Z", Buffer.from("I")),
  ]);
}

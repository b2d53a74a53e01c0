import { connect, createServer, type Socket } from "node:net";
import type { TestDatabase } from "./databases.ts";

/** A proxy between Licet and its PostgreSQL that a test can interrupt. */
export interface DatabaseGate extends TestDatabase {
  /** As if the server were gone: connections break, new ones are refused. */
  shut(): Promise<void>;
  /** As if the network dropped every packet: connections stay open, and nothing passes. */
  freeze(): void;
  /** As it was before. */
  open(): Promise<void>;
}

export async function createDatabaseGate(database: TestDatabase): Promise<DatabaseGate> {
  const behind = new URL(database.url);
  const pairs = new Map<Socket, Socket>();
  let frozen = false;

  const server = createServer((near) => {
    const far = connect(Number(behind.port), behind.hostname);
    pairs.set(near, far);
    const drop = () => {
      pairs.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on("error", drop).on("close", drop);
    near.pipe(far);
    far.pipe(near);
    if (frozen) hold(near, far);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the gate has no port");

  const dropAll = () => {
    for (const near of pairs.keys()) near.destroy();
  };
  const shut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    dropAll();
    await closed;
  };
  const url = new URL(behind);
  url.port = String(address.port);
  return {
    url: url.href,
    shut,
    freeze() {
      frozen = true;
      for (const [near, far] of pairs) hold(near, far);
    },
    async open() {
      frozen = false;
      // Data held back is lost with its connections, as in a real outage.
      dropAll();
      if (!server.listening) await listen(address.port);
    },
    async drop() {
      await shut();
      await database.drop();
    },
  };
}

function hold(near: Socket, far: Socket): void {
  near.unpipe(far);
  far.unpipe(near);
  near.pause();
  far.pause();
}

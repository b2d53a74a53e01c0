/** A worker that answers each line of a connection with its process id, and can be told to crash or to hang. */

import type { Socket } from "node:net";
import type { ToWorker } from "../messages.ts";
import { createParentLink } from "../parent-link.ts";

const parent = createParentLink({
  send: (message) => void (process.connected && process.send?.(message)),
  onMessage: (listener) =>
    void process.on("message", (message, connection) => listener(message as ToWorker, connection as Socket)),
  onDisconnect: (listener) => void process.once("disconnect", listener),
  now: () => Number(process.hrtime.bigint()) / 1e6,
  disconnect: () => process.disconnect?.(),
});

const open = new Set<Socket>();
const answered = new WeakSet<Socket>();
let isStopping = false;
const closedListeners: (() => void)[] = [];

function answer(connection: Socket, line: string): void {
  if (line === "crash") process.kill(process.pid, "SIGKILL");
  while (line === "hang");
  connection.write(`${process.pid}\n`);
  answered.add(connection);
  if (isStopping) connection.end();
}

if (process.argv[2] === "fails") process.exit(3);
const { database } = await parent.start;
parent.takeConnections({
  receive(connection) {
    open.add(connection);
    connection.once("close", () => {
      open.delete(connection);
      for (const listener of closedListeners) listener();
    });
    connection.setEncoding("utf8").on("data", (line: string) => answer(connection, line.trim()));
    connection.on("error", () => {});
  },
  get openConnections() {
    return open.size;
  },
  onClosed: (listener) => void closedListeners.push(listener),
});
parent.onStop(() => {
  isStopping = true;
  // The first line of the others may be on its way.
  for (const connection of open) if (answered.has(connection)) connection.end();
  void parent.leave();
});
if (database === "waits") await parent.prepared;
if (database === "prepares") parent.tell({ type: "prepared", banner: "the banner" });
parent.tell({ type: "ready" });

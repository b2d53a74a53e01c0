/** A worker that answers each line of a connection with its process id, and can be told to crash or to hang. */

import type { SendHandle } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { socketOf, startListening } from "../../http/connection/accept-connections.ts";
import type { ToWorker } from "../messages.ts";
import { createParentLink } from "../parent-link.ts";

const parent = createParentLink({
  send: (message, socket) => void (process.connected && process.send?.(message, socket as SendHandle)),
  onMessage: (listener) => void process.on("message", (message) => listener(message as ToWorker)),
  onDisconnect: (listener) => void process.once("disconnect", listener),
  listening: [4, 5],
  disconnect: () => process.disconnect?.(),
});

const open = new Set<Socket>();
const answered = new WeakSet<Socket>();
let isStopping = false;

function answer(connection: Socket, line: string): void {
  if (line === "crash") process.kill(process.pid, "SIGKILL");
  while (line === "hang");
  connection.write(`${process.pid}\n`);
  answered.add(connection);
  if (isStopping) connection.end();
}

if (process.argv[2] === "fails") process.exit(3);
const { database, accepts } = await parent.start;
parent.begin();

const acceptors = [0, 1].map(() =>
  createServer((connection) => {
    open.add(connection);
    connection.once("close", () => open.delete(connection));
    connection.setEncoding("utf8").on("data", (line: string) => answer(connection, line.trim()));
    connection.on("error", () => {});
  }),
);
const accept = () =>
  parent.accept({
    async accept(descriptors) {
      await Promise.all(
        acceptors.map((acceptor, index) => startListening(acceptor, { fd: descriptors[index] ?? 0 })),
      );
      return acceptors[0] && socketOf(acceptors[0]);
    },
  });
parent.onShed(() => {
  for (const connection of open) connection.end("shed\n");
});
if (accepts === "at_once") await accept();
parent.onStop(() => {
  isStopping = true;
  for (const acceptor of acceptors) acceptor.close();
  // The first line of the others may be on its way.
  for (const connection of open) if (answered.has(connection)) connection.end();
  void parent.leave();
});
if (database === "waits") await parent.prepared;
if (database === "prepares") parent.tell({ type: "prepared", banner: "the banner" });
// It may be told to stop before it listens.
void (accepts === "when_ready" ? accept() : Promise.resolve()).then(() => parent.tell({ type: "ready" }));

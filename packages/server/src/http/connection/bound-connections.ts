import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Logger } from "../../observability/log.ts";
import { currentAnswer } from "./answers-under-way.ts";

/** Connections above the bound while all others are busy; they get their answer, and most likely a 503. */
const ABOVE_BOUND = 16;
/** How many connections are looked at to find an idle one. The next search goes on after them. */
const LOOKED_AT = 64;

/**
 * Closes idle connections when there are too many. Without descriptors, Node would close the new ones instead, and with
 * them the probe of whoever looks after this node. A request that is being answered is never interrupted. Requests cost
 * nothing here: an idle connection is one that has received nothing between two looks at it.
 */
export function boundConnections(server: Server, most: number, log: Pick<Logger, "warn">): void {
  /** Each with the bytes that it had received at the last look. */
  const connections = new Map<Socket, number>();
  /** What the answers of a TLS connection are written to. Node does not say which connection is below it. */
  const secured = new Map<string, TLSSocket>();
  let isFull = false;

  // Never emitted without TLS.
  server.on("secureConnection", (socket: TLSSocket) => {
    const addresses = addressesOf(socket);
    secured.set(addresses, socket);
    socket.once("close", () => secured.delete(addresses));
  });

  server.on("connection", (socket) => {
    if (connections.size >= most) makeRoom();
    if (connections.size >= most + ABOVE_BOUND) return void socket.destroy();
    connections.set(socket, 0);
    socket.once("close", () => {
      connections.delete(socket);
      if (connections.size < most * 0.9) isFull = false;
    });
  });

  function makeRoom(): void {
    reportOnce();
    const idle = findIdle();
    if (idle === undefined) return;
    connections.delete(idle);
    idle.destroy();
  }

  function findIdle(): Socket | undefined {
    let left = LOOKED_AT;
    for (const [socket, received] of connections) {
      if (left === 0) return undefined;
      left -= 1;
      const answering = currentAnswer(secured.get(addressesOf(socket)) ?? socket);
      if (socket.bytesRead === received && answering === undefined) return socket;
      // To the end, so that connections in use are looked at last.
      connections.delete(socket);
      connections.set(socket, socket.bytesRead);
    }
    return undefined;
  }

  function reportOnce(): void {
    if (isFull) return;
    isFull = true;
    log.warn(
      { connections: connections.size },
      "there are as many connections as the limit of file descriptors allows, so idle ones are closed for new ones; raise the limit (ulimit -n, or LimitNOFILE of systemd), or find out who holds them",
    );
  }
}

/** Of both ends: there is one connection between them at a time. */
const addressesOf = ({ localAddress, localPort, remoteAddress, remotePort }: Socket): string =>
  [localAddress, localPort, remoteAddress, remotePort].join(" ");

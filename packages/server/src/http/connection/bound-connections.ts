import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Logger } from "../../observability/log.ts";
import { currentAnswer, type HttpSocket } from "./http-socket.ts";

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
  /** By its connection, what the answers of a TLS connection are written to. */
  const secured = new WeakMap<Socket, HttpSocket>();
  let isFull = false;

  // Never emitted without TLS.
  server.on("secureConnection", (socket: TLSSocket) => {
    const { _parent: connection } = socket as unknown as { readonly _parent?: Socket | null };
    if (connection) secured.set(connection, socket as HttpSocket);
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
      const answering = currentAnswer(secured.get(socket) ?? (socket as HttpSocket));
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

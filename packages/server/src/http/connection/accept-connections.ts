import type { Server } from "node:http";
import { createServer, type ListenOptions, type Server as NetServer, type Socket } from "node:net";

/**
 * A turn of the event loop accepts one connection for each descriptor of a listening socket. With one, a process whose
 * turns are long accepts fewer connections than come.
 */
export const ACCEPTED_EACH_TURN = 4;

/** A listening socket, as Node has it below a server. It has no public name. */
export interface ListeningSocket {
  readonly fd: number;
  close(): void;
}

export const socketOf = (server: NetServer): ListeningSocket =>
  (server as unknown as { readonly _handle: ListeningSocket })._handle;

/** Connections that wait to be accepted. */
const BACKLOG = 1_024;

/** What a server can listen on: an address, a descriptor of a listening socket, or a listening socket. */
export type Place = (ListenOptions & { readonly fd?: number }) | ListeningSocket;

export const startListening = (server: NetServer, place: Place): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...(isSocket(place) ? { _handle: place } : place), backlog: BACKLOG }, () => {
      server.off("error", reject);
      resolve();
    });
  });

const isSocket = (place: Place): place is ListeningSocket => "close" in place;

/** Accepts connections for a server that does not listen at these places itself. */
export interface Acceptors {
  /** Resolves with the socket of the first one. */
  open(places: readonly Place[]): Promise<ListeningSocket | undefined>;
  readonly openConnections: number;
  /** Accepts no further connection. Resolves when none is open. */
  close(): Promise<void>;
}

export function createAcceptors(server: Server): Acceptors {
  const acceptors: NetServer[] = [];
  const connections = new Set<Socket>();
  let onNone: (() => void) | undefined;

  const accept = (connection: Socket): void => {
    connections.add(connection);
    connection.once("close", () => {
      connections.delete(connection);
      if (connections.size === 0) onNone?.();
    });
    server.emit("connection", connection);
  };

  const listen = async (place: Place): Promise<NetServer> => {
    // As an HTTP server of Node sets up the connections that it accepts itself.
    const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    acceptors.push(acceptor);
    await startListening(acceptor, place);
    acceptor.on("error", (error) => server.emit("error", error));
    return acceptor;
  };

  return {
    async open(places) {
      const [first] = await Promise.all(places.map(listen));
      return first && socketOf(first);
    },
    get openConnections() {
      return connections.size;
    },
    async close() {
      for (const acceptor of acceptors.splice(0)) acceptor.close();
      if (connections.size > 0)
        await new Promise<void>((resolve) => {
          onNone = resolve;
        });
    },
  };
}

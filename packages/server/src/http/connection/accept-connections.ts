import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Connections that another process has accepted for this server. */
export interface ReceivedConnections {
  receive(connection: Socket): void;
  readonly openConnections: number;
  /** Calls the listener when a connection was closed. */
  onClosed(listener: () => void): void;
  /** Resolves when none is open. */
  closed(): Promise<void>;
}

export function createReceivedConnections(server: Server): ReceivedConnections {
  let open = 0;
  const listeners: (() => void)[] = [];
  const release = () => {
    open -= 1;
    for (const listener of listeners) listener();
  };
  return {
    receive(connection) {
      open += 1;
      connection.once("close", release);
      // As a server of Node sets up the connections that it accepts itself.
      connection.allowHalfOpen = true;
      connection.setNoDelay(true);
      server.emit("connection", connection);
    },
    get openConnections() {
      return open;
    },
    onClosed: (listener) => void listeners.push(listener),
    closed: () =>
      new Promise((resolve) => {
        const look = () => {
          if (open === 0) resolve();
        };
        listeners.push(look);
        look();
      }),
  };
}

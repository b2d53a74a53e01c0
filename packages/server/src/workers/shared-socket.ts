import type { AddressInfo } from "node:net";
import { type ListeningSocket, socketOf } from "../http/connection/accept-connections.ts";
import { askToClose } from "../http/connection/close-after-answer.ts";
import type { Listener } from "../http/connection/listener.ts";

/**
 * The listening socket, from which all workers accept. The parent keeps a copy, so that no connection is lost when a
 * worker ends. While no worker accepts, the parent does, and answers that the server is not ready.
 */
export interface SharedSocket {
  readonly address: AddressInfo;
  /** The descriptor that a new worker inherits. */
  readonly descriptor: number;
  /** A worker accepts now. Comes with a copy of the socket: closing that of a server is the only way to stop it. */
  leave(copy: ListeningSocket): void;
  /** No worker accepts any more. */
  takeOver(): Promise<void>;
  close(): void;
}

/** `create` makes a server that answers that it is not ready. */
export function shareSocket(first: Listener, create: () => Listener): SharedSocket {
  const address = first.server.address() as AddressInfo;
  let listener: Listener | undefined = first;
  let kept: ListeningSocket | undefined;
  first.server.prependListener("request", askToClose);

  const endListener = () => {
    listener?.server.close();
    listener = undefined;
  };

  return {
    address,
    get descriptor() {
      const socket = kept ?? (listener && socketOf(listener.server));
      if (socket === undefined) throw new Error("the socket is closed");
      return socket.fd;
    },
    leave(copy) {
      kept?.close();
      kept = copy;
      endListener();
    },
    async takeOver() {
      if (kept === undefined) return;
      const socket = kept;
      kept = undefined;
      listener = create();
      listener.server.prependListener("request", askToClose);
      await listener.listenOn(socket);
    },
    close() {
      kept?.close();
      kept = undefined;
      endListener();
    },
  };
}

import type { ListeningSocket } from "../../http/connection/accept-connections.ts";
import type { Listener } from "../../http/connection/listener.ts";
import type { SharedSocket } from "../../workers/shared-socket.ts";

/**
 * `create` makes a server that can take the socket. It answers that it is not ready, and keeps no connection, so that
 * clients reach a worker with the next one.
 */
export function shareSocket(bound: ListeningSocket, create: () => Listener): SharedSocket {
  let kept: ListeningSocket | undefined = bound;
  let listener: Listener | undefined;
  let isClosed = false;

  const endListener = () => {
    listener?.server.close();
    listener = undefined;
  };

  return {
    get descriptor() {
      const socket = kept ?? listener?.socket;
      if (socket === undefined) throw new Error("the socket is closed");
      return socket.fd;
    },
    leave(copy) {
      // A worker that was told to stop while it started.
      if (isClosed) return copy.close();
      kept?.close();
      kept = copy;
      endListener();
    },
    async takeOver() {
      if (kept === undefined) return;
      const socket = kept;
      kept = undefined;
      listener = create();
      listener.shed(Number.POSITIVE_INFINITY);
      await listener.listenOn(socket);
    },
    close() {
      isClosed = true;
      kept?.close();
      kept = undefined;
      endListener();
    },
  };
}

import type { ListeningSocket } from "../../http/connection/accept-connections.ts";
import type { Listener } from "../../http/connection/listener.ts";
import type { SharedSocket } from "../../workers/shared-socket.ts";

/**
 * `first` listens, and `create` makes servers that can take its socket: both answer that they are not ready, and keep no
 * connection, so that clients reach a worker with the next one.
 */
export function shareSocket(first: Listener, create: () => Listener): SharedSocket {
  let listener: Listener | undefined = first;
  let kept: ListeningSocket | undefined;
  let isClosed = false;
  first.shed(Number.POSITIVE_INFINITY);

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

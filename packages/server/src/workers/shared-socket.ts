import type { ListeningSocket } from "../http/connection/accept-connections.ts";

/**
 * The listening socket, from which all workers accept. The parent keeps a copy, so that no connection is lost when a
 * worker ends. While no worker accepts, the parent does, and answers that the server is not ready.
 */
export interface SharedSocket {
  /** The descriptor that a new worker inherits. */
  readonly descriptor: number;
  /** A worker accepts now. Comes with a copy of the socket: closing that of a server is the only way to stop it. */
  leave(copy: ListeningSocket): void;
  /** No worker accepts any more. */
  takeOver(): Promise<void>;
  close(): void;
}

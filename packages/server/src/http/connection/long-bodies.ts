import type { Socket } from "node:net";

/**
 * Connections with a request whose body may arrive for longer than Node allows for all requests. Node has one limit for
 * all; the route of such a request has its own, and cuts off a client that sends too slowly.
 */
const longBodies = new WeakSet<Socket>();

export const allowLongBody = (socket: Socket): unknown => longBodies.add(socket);
export const endLongBody = (socket: Socket): unknown => longBodies.delete(socket);

/** Node reports the end of its limit once for each request, and leaves the connection to the handler of the error. */
export const isLongBody = (error: { readonly code: string }, socket: Socket): boolean =>
  error.code === "ERR_HTTP_REQUEST_TIMEOUT" && longBodies.has(socket);

import { lookup } from "node:dns/promises";
import * as net from "node:net";
import { getSystemErrorName } from "node:util";
import type { ListeningSocket } from "./accept-connections.ts";

/**
 * Node's own way to a socket for several processes. It has no public name before `net.BoundSocket` of Node 26, and
 * returns the number of an error.
 */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(address: string, port: number, family: number): Bound | number;
};
interface Bound extends ListeningSocket {
  /** Fills the address in. Also returns the number of an error that binding had, which libuv keeps until then. */
  getsockname(address: object): number;
}

export interface BoundSocket {
  readonly socket: ListeningSocket;
  readonly address: net.AddressInfo;
}

/** Takes an address, from which nobody accepts connections yet. Rejects with the errors of a server that listens. */
export async function bindSocket({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<BoundSocket> {
  const { address, family } = await lookup(host);
  const socket = createHandle(address, port, family);
  if (typeof socket === "number") throw createError(socket);
  const bound = {};
  const problem = socket.getsockname(bound);
  if (problem === 0) return { socket, address: bound as net.AddressInfo };
  socket.close();
  throw createError(problem);
}

function createError(number: number): Error {
  const code = getSystemErrorName(number);
  return Object.assign(new Error(`cannot bind: ${code}`), { code });
}

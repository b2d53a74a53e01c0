import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createResponseReader } from "../bench/loads/response-reader.ts";

/** A request, as it goes over the wire. */
export interface FloodRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** A form. */
  readonly body?: string;
}

const CONNECTIONS = 25;

/** Sends many requests over a few open connections, and counts the answers by status. */
export async function flood(
  url: string,
  times: number,
  requestAt: (index: number) => FloodRequest,
): Promise<ReadonlyMap<number, number>> {
  const { hostname, port, host } = new URL(url);
  const statuses = new Map<number, number>();
  let sent = 0;

  const sendAll = async (socket: Socket): Promise<void> => {
    await once(socket, "connect");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const next = () => {
      if (sent >= times) return resolve();
      socket.write(write(requestAt(sent), host));
      sent += 1;
    };
    const read = createResponseReader((status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      next();
    });
    socket.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        reject(error);
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the connection was closed")));
    next();
    await promise;
    socket.removeAllListeners("close");
    socket.destroy();
  };

  const sockets = Array.from({ length: CONNECTIONS }, () => connect({ host: hostname, port: Number(port) }));
  await Promise.all(sockets.map(sendAll)).finally(() => {
    for (const socket of sockets) socket.destroy();
  });
  return statuses;
}

function write({ method, path, body }: FloodRequest, host: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const type = "application/x-www-form-urlencoded";
  return `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

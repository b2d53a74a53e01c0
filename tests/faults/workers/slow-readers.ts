import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** So many that the answers fill the buffers of both ends. */
const REQUESTS_AT_ONCE = 200;

/** Clients that ask for much, and read nothing of it. */
export async function holdSlowReaders(url: string, count: number): Promise<Disposable> {
  const { port, hostname, host } = new URL(url);
  const request = `GET /api/v1/openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.pause();
    await once(socket, "connect");
    socket.write(request.repeat(REQUESTS_AT_ONCE));
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  return {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

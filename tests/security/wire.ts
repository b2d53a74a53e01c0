import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A connection that says exactly what it is told to, well-formed or not. */
export interface Wire {
  send(bytes: string | Uint8Array): void;
  /** Says that nothing more will come, and goes on listening. */
  end(): void;
  /** All received bytes so far. */
  received(): string;
  readonly isClosed: boolean;
  /** The other side takes nothing any more. */
  readonly isBroken: boolean;
  /** Resolves with true when the other side closes in time. */
  closedWithin(milliseconds: number): Promise<boolean>;
  /** Stops reading, as a client would that wants to fill up our buffers. */
  pause(): void;
  resume(): void;
  drop(): void;
}

export function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = "";
  let closed = false;
  let broken = false;
  const closing = new Promise<true>((resolve) => {
    const close = () => {
      closed = true;
      resolve(true);
    };
    socket.on("end", close);
    socket.on("close", close);
  });
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  // The server may close while we still speak; that is what is being tested.
  socket.on("error", () => {
    broken = true;
  });
  const wire: Wire = {
    send: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    received: () => text,
    get isClosed() {
      return closed;
    },
    get isBroken() {
      return broken;
    },
    closedWithin: (milliseconds) =>
      Promise.race([closing, sleep(milliseconds, undefined, { ref: false }).then(() => closed)]),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    drop: () => void socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(wire));
    socket.once("error", reject);
  });
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly text: string;
  /** The server closed the connection afterwards. */
  readonly closed: boolean;
}

/** Sends the bytes and waits for one whole answer, or for the end of the connection. */
export async function speak(
  url: string,
  bytes: string | Uint8Array,
  options: { readonly end?: boolean; readonly closeWithin?: number } = {},
): Promise<WireAnswer> {
  const wire = await openWire(url);
  try {
    wire.send(bytes);
    if (options.end) wire.end();
    const deadline = performance.now() + 5_000;
    while (!isWhole(wire.received()) && !wire.isClosed && performance.now() < deadline) await sleep(5);
    const closed = await wire.closedWithin(options.closeWithin ?? 0);
    return { ...readAnswer(wire.received()), closed };
  } finally {
    wire.drop();
  }
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, headEnd))?.[1];
  return length !== undefined && text.length >= headEnd + 4 + Number(length);
}

/** The first answer of what came back. */
export function readAnswer(text: string): Omit<WireAnswer, "closed"> {
  const headEnd = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, Math.max(headEnd, 0)).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers["content-length"] ?? text.length);
  const body = headEnd === -1 ? "" : text.slice(headEnd + 4, headEnd + 4 + length);
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, body, text };
}

/** The head of a request as text; give `undefined` for a header to leave it out. */
export function requestHead(
  url: string,
  line: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): string {
  const all = { Host: new URL(url).host, ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

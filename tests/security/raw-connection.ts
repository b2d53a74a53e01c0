import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A busy machine may be late. Less than the 25 s after which the server closes every idle connection: a connection that
 * has to be closed for another reason must not be taken for one of these.
 */
const GIVE_UP_MILLISECONDS = 15_000;

/** A TCP connection that sends the given bytes as they are, valid HTTP or not. */
export interface RawConnection {
  /** Resolves when the bytes are on their way, or cannot be sent any more. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** Ends the sending direction; answers are still read. */
  end(): void;
  /** All received bytes so far. */
  received(): string;
  readonly isClosed: boolean;
  /** True if sending has failed: the server has reset the connection. */
  readonly isBroken: boolean;
  /** Resolves when a whole answer has come, or the server has closed, or neither happens however long it is given. */
  answered(): Promise<void>;
  /** Resolves with true when the server closes; with false when it does not, however long it is given. */
  waitForClose(giveUpMilliseconds?: number): Promise<boolean>;
  /** Stops reading, as an attacker does to fill the buffers of the server. */
  pause(): void;
  resume(): void;
  drop(): void;
}

export function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = "";
  let closed = false;
  let broken = false;
  let change = Promise.withResolvers<void>();
  const announceChange = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const closing = new Promise<true>((resolve) => {
    const close = () => {
      closed = true;
      resolve(true);
      announceChange();
    };
    socket.on("end", close);
    socket.on("close", close);
  });
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    announceChange();
  });
  // The server may close while bytes are still sent; the tests are about that.
  socket.on("error", () => {
    broken = true;
  });
  const connection: RawConnection = {
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    end: () => void socket.end(),
    received: () => text,
    get isClosed() {
      return closed;
    },
    get isBroken() {
      return broken;
    },
    async answered() {
      let isLate = false;
      // Sleeps: it is the patience of a test whose server does not answer; otherwise the race is over before.
      const late = sleep(GIVE_UP_MILLISECONDS, undefined, { ref: false }).then(() => {
        isLate = true;
      });
      while (!isWhole(text) && !closed && !isLate) await Promise.race([change.promise, late]);
    },
    waitForClose: (giveUpMilliseconds = GIVE_UP_MILLISECONDS) =>
      // Sleeps: it is the patience of a test whose server does not close; otherwise the race is over before.
      Promise.race([closing, sleep(giveUpMilliseconds, undefined, { ref: false }).then(() => closed)]),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    drop: () => void socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(connection));
    socket.once("error", reject);
  });
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly text: string;
  /** The server closed the connection afterwards. */
  readonly closed: boolean;
}

/** Sends the bytes and waits for one whole answer, or for the end of the connection; `untilClosed`, for both. */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  options: { readonly end?: boolean; readonly untilClosed?: boolean } = {},
): Promise<RawAnswer> {
  const connection = await openConnection(url);
  try {
    void connection.send(bytes);
    if (options.end) connection.end();
    await connection.answered();
    const closed = options.untilClosed ? await connection.waitForClose() : connection.isClosed;
    return { ...readAnswer(connection.received()), closed };
  } finally {
    connection.drop();
  }
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, headEnd))?.[1];
  return length !== undefined && text.length >= headEnd + 4 + Number(length);
}

/** Parses the first answer in the received bytes. */
export function readAnswer(text: string): Omit<RawAnswer, "closed"> {
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

/** The head of a request as text. A header with the value `undefined` is left out. */
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

import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import type { TestDatabase } from "./databases.ts";

/** A TCP proxy between Licet and its PostgreSQL, with the faults of a network. */
export interface DatabaseProxy extends TestDatabase {
  /** As if the server were gone: connections break, new ones are refused. */
  shut(): Promise<void>;
  /** A black hole: connections stay, and new ones are accepted, but nothing passes. */
  freeze(): void;
  /** Every round trip takes this much longer. */
  delay(roundTripMilliseconds: number): void;
  /** This share of all chunks arrives so much later, and whatever follows on its connection waits behind it. */
  stall(share: number, milliseconds: number): void;
  /** Breaks every open connection with this probability. New ones work. */
  cut(probability?: number): void;
  /**
   * The round trips that the work waited for, one after the other, as the network sees them: messages that are sent
   * together count once, and connections that are used side by side count once. Exact only with a delay, which keeps
   * answers apart from the next requests.
   */
  countRoundTrips(work: () => Promise<unknown>): Promise<number>;
  /** The texts of the statements that were sent meanwhile, by whatever part of the nodes. */
  listStatements(work: () => Promise<unknown>): Promise<readonly string[]>;
  /** New connections go to this server, as after a failover; open ones are broken. */
  redirect(url: string): void;
  /** As it was before. Connections that lost data in a freeze are broken. */
  open(): Promise<void>;
}

interface Link {
  frozen: boolean;
  delayMilliseconds: number;
  stalled: { readonly share: number; readonly milliseconds: number };
}

const UNHARMED: Link = { frozen: false, delayMilliseconds: 0, stalled: { share: 0, milliseconds: 0 } };

export async function createDatabaseProxy(database: TestDatabase): Promise<DatabaseProxy> {
  let behind = new URL(database.url);
  const connections = new Set<Socket>();
  const link: Link = { ...UNHARMED };
  const trips = createTripCounter();
  const statements = createStatementList();

  const server = createServer((near) => {
    const far = connect(Number(behind.port), behind.hostname);
    connections.add(near);
    const drop = () => {
      connections.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.setNoDelay().on("error", drop).on("close", drop).on("end", drop);
    const connection = trips.connection();
    near.on("data", connection.asked);
    near.on("data", statements.connection());
    pass(near, far, link);
    pass(far, near, link, connection.answered);
  });
  // Its own for as long as it lives: it is shut and opened again.
  const port = await freePort();
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen();

  const cut = (probability = 1) => {
    for (const near of connections) if (Math.random() < probability) near.destroy();
  };
  const shut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  const url = new URL(behind);
  url.port = String(port);
  return {
    url: url.href,
    shut,
    cut,
    freeze() {
      link.frozen = true;
    },
    delay(roundTripMilliseconds) {
      link.delayMilliseconds = roundTripMilliseconds / 2;
    },
    stall(share, milliseconds) {
      link.stalled = { share, milliseconds };
    },
    async countRoundTrips(work) {
      const before = trips.longest();
      await work();
      return trips.longest() - before;
    },
    async listStatements(work) {
      const before = statements.texts.length;
      await work();
      return statements.texts.slice(before);
    },
    redirect(url) {
      behind = new URL(url);
      cut();
    },
    async open() {
      if (link.frozen) cut();
      Object.assign(link, UNHARMED);
      if (!server.listening) await listen();
    },
    async drop() {
      await shut();
      await database.drop();
    },
  };
}

/**
 * Follows the longest chain of round trips over all connections. A request continues the chain of every answer that
 * arrived before it.
 */
function createTripCounter() {
  let longest = 0;
  return {
    longest: () => longest,
    connection() {
      let position = 0;
      let isWaiting = false;
      return {
        asked() {
          // More of the same request, or a second one without waiting for the first.
          if (isWaiting) return;
          isWaiting = true;
          position = longest + 1;
        },
        answered() {
          isWaiting = false;
          longest = Math.max(longest, position);
        },
      };
    },
  };
}

/**
 * Reads what clients send (PostgreSQL documentation, "Message Formats"): a letter, a length and the content, except for
 * the first message, which has no letter. A statement is prepared by its name, bound to values, and executed.
 */
function createStatementList() {
  const texts: string[] = [];
  return {
    texts,
    connection() {
      const prepared = new Map<string, string>();
      let bound = "";
      let unread = Buffer.alloc(0);
      let letters = 0;

      const read = (letter: string, content: string) => {
        const [first = "", second = ""] = content.split("\0", 2);
        if (letter === "P") prepared.set(first, second);
        else if (letter === "B") bound = prepared.get(second) ?? "";
        else if (letter === "E") texts.push(bound);
        else if (letter === "Q") texts.push(first);
      };

      return (chunk: Buffer) => {
        unread = Buffer.concat([unread, chunk]);
        while (unread.length >= letters + 4) {
          const end = letters + unread.readUInt32BE(letters);
          if (unread.length < end) return;
          if (letters === 1) read(unread.toString("latin1", 0, 1), unread.toString("utf8", 5, end));
          unread = unread.subarray(end);
          letters = 1;
        }
      };
    },
  };
}

/** Hands over what one side sends, in its order, each chunk when it is due. */
function pass(from: Socket, to: Socket, link: Link, onDelivery: () => void = () => {}): void {
  const queue: { readonly chunk: Buffer; readonly due: number }[] = [];
  let newestDue = 0;

  const deliver = () => {
    while (queue[0] !== undefined && queue[0].due <= performance.now()) {
      const { chunk } = queue.shift() as (typeof queue)[number];
      if (!link.frozen && to.writable) {
        onDelivery();
        to.write(chunk);
      }
    }
    // Also after a timer that fired a little before its time: otherwise its chunk would wait for the next one for ever.
    // Sleeps: it is the delay of the network that a test has asked for.
    if (queue[0] !== undefined) setTimeout(deliver, Math.max(1, queue[0].due - performance.now()));
  };

  from.on("data", (chunk: Buffer) => {
    const { share, milliseconds } = link.stalled;
    const stall = share > 0 && Math.random() < share ? milliseconds : 0;
    newestDue = Math.max(newestDue, performance.now() + link.delayMilliseconds + stall);
    queue.push({ chunk, due: newestDue });
    // Behind others, it waits for the timer of the first.
    if (queue.length === 1) deliver();
  });
}

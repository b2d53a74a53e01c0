import pg from "pg";

export const CHANNEL = "licet_changes";

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const CLOSE_TIMEOUT_MILLISECONDS = 1_000;

/**
 * Keeps one connection that waits for notifications, and reconnects without end when it is lost. `onWake` is also
 * called after each connect, because notifications may have been missed meanwhile.
 */
export function createListener(
  settings: pg.ClientConfig,
  onWake: () => void,
  log?: { warn(details: object, message: string): void },
): { close(): Promise<void> } {
  let closed = false;
  let pause = FIRST_PAUSE_MILLISECONDS;
  let present: pg.Client | undefined;

  async function listenUntilLost(): Promise<Error | undefined> {
    const client = new pg.Client({ ...settings, query_timeout: 5_000 });
    present = client;
    const lost = new Promise<Error | undefined>((resolve) => {
      client.on("error", resolve);
      client.on("end", () => resolve(undefined));
    });
    try {
      await client.connect();
      client.on("notification", onWake);
      await client.query(`listen ${CHANNEL}`);
      pause = FIRST_PAUSE_MILLISECONDS;
      onWake();
      return await lost;
    } finally {
      // Not awaited: a broken connection may never confirm its end, and the next one is needed now.
      client.end().catch(() => {});
    }
  }

  async function listenForEver(): Promise<void> {
    while (!closed) {
      const reason: unknown = await listenUntilLost().catch((error) => error);
      if (closed) return;
      log?.warn({ err: reason }, "the connection that listens for changes is lost; polling until it is back");
      // A random pause prevents that all nodes of a cluster reconnect at once.
      await sleep(pause * (0.5 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
    }
  }

  void listenForEver();
  return {
    async close() {
      closed = true;
      await Promise.race([present?.end().catch(() => {}), sleep(CLOSE_TIMEOUT_MILLISECONDS)]);
    },
  };
}

/** The timer does not keep the process alive. */
const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());

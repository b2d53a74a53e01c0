/** What the test files of a process share, such as a browser: created at its first use, closed when the process ends. */

import { Server } from "node:net";

interface Kept {
  readonly name: string;
  close(): Promise<void>;
}

const kept: Kept[] = [];
let created = 0;

/** How many things this process has kept so far. A file after which the number is higher has left some on purpose. */
export const keptCount = (): number => created;

/**
 * Returns a function that gives the one `name` of this process. `isUsable` says false after it broke: then there is
 * another one. It does not keep the process alive: a file that waits for it does so within `holdProcess`.
 */
export function keepForProcess<Value>(
  name: string,
  create: () => Promise<Value>,
  close: (value: Value) => Promise<unknown>,
  isUsable: (value: Value) => boolean = () => true,
): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  const start = async (): Promise<Value> => {
    const value = await createWithoutHold(create);
    created += 1;
    if (created === 1) process.on("beforeExit", () => void closeKept());
    kept.push({
      name,
      async close() {
        current = undefined;
        await close(value);
      },
    });
    return value;
  };
  return async () => {
    if (current && !isUsable(await current)) current = undefined;
    current ??= start().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return await current;
  };
}

/** Closes everything, the newest first. The process does so when it has nothing else to do. */
export async function closeKept(): Promise<void> {
  if (kept.length === 0) return;
  const release = holdProcess();
  for (const { name, close } of kept.splice(0).reverse())
    await close().catch((error: unknown) => {
      process.exitCode = 1;
      console.error(`${name} could not be closed:`, error);
    });
  release();
}

/** Keeps the process alive until the returned function is called. */
export function holdProcess(): () => void {
  const timer = setInterval(() => {}, LONGEST_TIMER_MILLISECONDS);
  return () => clearInterval(timer);
}

const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

interface Handle {
  unref?(): void;
}
/** Node has no documented list of the handles themselves. */
const listHandles = (): readonly Handle[] =>
  (process as unknown as { _getActiveHandles(): Handle[] })._getActiveHandles();

/** The pipes to a browser would keep the process alive, and so would a server with its connections. */
async function createWithoutHold<Value>(create: () => Promise<Value>): Promise<Value> {
  const before = new Set(listHandles());
  const value = await create();
  for (const handle of listHandles()) {
    if (before.has(handle)) continue;
    handle.unref?.();
    if (handle instanceof Server) handle.on("connection", (socket) => socket.unref());
  }
  return value;
}

import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { TEST_SECRET } from "../../support/start-licet.ts";
import type { CheckResult, Failed, WriteResult } from "./history.ts";
import type { NodeOptions, NodeRequest, Reply } from "./node-protocol.ts";

/** A node that can be stopped in the middle of anything. */
export interface FaultNode {
  readonly name: string;
  commit(changes: readonly Change[], actor: string): Promise<WriteResult>;
  check(question: CheckQuestion, atLeast?: number): Promise<CheckResult>;
  /** Suspends the process, as on an overloaded or migrated machine; pending work continues afterwards. */
  pause(milliseconds: number): Promise<void>;
  /** kill -9, and a new process in its place. Pending work is lost. */
  crash(): Promise<void>;
  kill(): Promise<void>;
}

const MAIN = fileURLToPath(new URL("./node-main.ts", import.meta.url));
const LOST: Failed = { failure: "lost", message: "the node was killed" };

/** The compile cache of the server: a node starts in a third of the time. */
const COMPILE_CACHE = fileURLToPath(new URL("../../../packages/server/.cache/", import.meta.url));

export async function startFaultNode(
  name: string,
  settings: Omit<NodeOptions, "secret">,
): Promise<FaultNode> {
  const options = { ...settings, secret: TEST_SECRET };
  let node = await startProcess(options);

  return {
    name,
    commit: (commit, actor) => node.send({ commit, actor }) as Promise<WriteResult>,
    check: (check, atLeast) =>
      node.send({ check, ...(atLeast !== undefined && { atLeast }) }) as Promise<CheckResult>,
    async pause(milliseconds) {
      const { child } = node;
      child.kill("SIGSTOP");
      await delay(milliseconds);
      child.kill("SIGCONT");
    },
    async crash() {
      await node.kill();
      node = await startProcess(options);
    },
    kill: () => node.kill(),
  };
}

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

async function startProcess(options: NodeOptions) {
  const child = fork(MAIN, [JSON.stringify(options)], {
    // Nothing of this process's own settings.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const waiting = new Map<number, (result: WriteResult | CheckResult) => void>();
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-4_000);
  });
  let killed = false;
  /** A node that ends by itself is a fault, whatever was asked of it. */
  const endedResult = (): Failed =>
    killed ? LOST : { failure: "unexpected", message: `a node ended by itself: ${stderr}` };
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.once("exit", () => {
    for (const resolve of waiting.values()) resolve(endedResult());
    waiting.clear();
  });
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message: Reply) => {
      if ("ready" in message) return resolve();
      waiting.get(message.id)?.(message.result);
      waiting.delete(message.id);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`a node did not start: ${stderr}`)));
  });

  let lastId = 0;
  return {
    child,
    send(request: WithoutId<NodeRequest>): Promise<WriteResult | CheckResult> {
      if (!isAlive(child)) return Promise.resolve(endedResult());
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        // The process may have ended a moment ago; then its exit handler answers.
        child.send({ id, ...request }, () => {});
      });
    },
    async kill() {
      killed = true;
      if (isAlive(child)) child.kill("SIGKILL");
      await gone;
    },
  };
}

const isAlive = (child: ChildProcess): boolean =>
  child.connected && child.exitCode === null && child.signalCode === null;

import { createPostgresDatabase } from "../../support/databases.ts";
import { createLicetNode, type LicetNode } from "../ledger/served-licet.ts";
import { createBalancer } from "./balancer.ts";

/** Two nodes on one PostgreSQL, behind one address. */
export interface BalancedNodes extends AsyncDisposable {
  /** The address that clients use. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly nodes: readonly LicetNode[];
  /**
   * Ends a node, starts it again, and waits until the balancer uses it. `prepare` runs in between. Resolves with what was
   * wrong about the end.
   */
  restart(index: number, signal: "SIGTERM" | "SIGKILL", prepare?: () => void): Promise<readonly string[]>;
  /** Of the restarts so far. */
  readonly slowestRestartSeconds: number;
  /** Starts that were repeated, because the database did not answer in time. */
  readonly repeatedStarts: number;
}

type NodeOptions = Omit<Parameters<typeof createLicetNode>[0], "databaseUrl" | "baseUrl">;

export async function startBalancedNodes(
  optionsOf: (index: number) => NodeOptions = () => ({}),
): Promise<BalancedNodes> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createPostgresDatabase(), ({ drop }) => drop());
  let baseUrl = "";
  const createNode = (index: number) =>
    createLicetNode({ databaseUrl: database.url, baseUrl: () => baseUrl, ...optionsOf(index) });
  const nodes = [await createNode(0), await createNode(1)];
  const balancer = started.adopt(await createBalancer(nodes.map(({ url }) => url)), ({ close }) => close());
  baseUrl = balancer.url;
  for (const node of nodes) {
    started.defer(() => node.kill());
    await node.start();
    await balancer.untilReady(node.url);
  }
  let slowest = 0;
  let repeatedStarts = 0;
  const running = started.move();
  return {
    url: balancer.url,
    databaseUrl: database.url,
    nodes,
    async restart(index, signal, prepare) {
      const node = nodes[index] as LicetNode;
      const stoppedAt = performance.now();
      const violations = await end(node, signal);
      prepare?.();
      repeatedStarts += await startAsSupervised(node);
      await balancer.untilReady(node.url);
      slowest = Math.max(slowest, performance.now() - stoppedAt);
      return violations;
    },
    get slowestRestartSeconds() {
      return slowest / 1_000;
    },
    get repeatedStarts() {
      return repeatedStarts;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function end(node: LicetNode, signal: "SIGTERM" | "SIGKILL"): Promise<readonly string[]> {
  if (signal === "SIGKILL") {
    await node.kill();
    return [];
  }
  const code = await node.stop();
  return code === 0 ? [] : [`a node ended with ${code}: ${node.output().slice(-500)}`];
}

const STARTS = 3;

/**
 * A start that ends with 3, because the database did not answer in time, is repeated, as systemd and Kubernetes do. The
 * other node serves meanwhile. Resolves with the number of starts that failed.
 */
async function startAsSupervised(node: LicetNode): Promise<number> {
  for (let failed = 0; ; failed += 1) {
    try {
      await node.start();
      return failed;
    } catch (error) {
      if (failed + 1 === STARTS || !/^licet ended with 3:/.test((error as Error).message)) throw error;
    }
  }
}

import type { Random } from "../support/random.ts";
import { FLOWS, type Flow, type FlowContext } from "./flows.ts";
import { FlowInterruptedError, type PacedRequests } from "./paced-requests.ts";

const CALLERS = 8;

export interface SteadyLoad {
  /** Flows that reached their end, by name. */
  readonly finished: ReadonlyMap<string, number>;
  /** Answers that were wrong, whatever their status. */
  readonly wrong: readonly string[];
  /** Resolves when the last flow has ended. */
  stop(): Promise<void>;
}

/** Several callers that run one flow after the other: machines, users, administrators, and clients that fail. */
export function startSteadyLoad(paced: PacedRequests, random: Random): SteadyLoad {
  const finished = new Map<string, number>();
  const wrong: string[] = [];
  let stopping = false;
  const context: FlowContext = { paced, random, browsers: [] };

  async function repeat(first: Flow | undefined): Promise<void> {
    for (let flow = first; !stopping; flow = undefined) {
      flow ??= random.weighted(FLOWS);
      const { name } = flow;
      try {
        await flow(context);
        finished.set(name, (finished.get(name) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof FlowInterruptedError)) wrong.push(`${name}: ${firstLine(error)}`);
      }
    }
  }
  // So that each kind is there even when the time is short and the machine slow.
  const running = Promise.all(Array.from({ length: CALLERS }, (_, caller) => repeat(FLOWS[caller]?.[1])));
  return {
    finished,
    wrong,
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** An assertion also shows the page that it saw. */
const firstLine = (error: unknown): string => String(error).split("\n", 1)[0]?.slice(0, 300) ?? "";

import { setTimeout as delay } from "node:timers/promises";
import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import type { Random } from "../support/random.ts";
import type { FaultNode } from "./fault-node.ts";
import type { Failed, History } from "./history.ts";
import { createRandomQuestions } from "./random-questions.ts";
import { createRandomWrites } from "./random-writes.ts";

export interface WorkloadOptions {
  readonly nodes: readonly FaultNode[];
  readonly random: Random;
  /** Ends after this many operations that were answered, or after this time. */
  readonly operations: number;
  readonly seconds: number;
  /** The share of writes in the operations of a caller that stays with one node. */
  readonly writeShare: number;
}

export interface Workload {
  readonly history: History;
  readonly running: boolean;
  write(node: FaultNode, changes: readonly Change[]): Promise<number | undefined>;
  /** Only questions are asked meanwhile. */
  withoutWrites<T>(work: () => Promise<T>): Promise<T>;
  run(): Promise<void>;
}

const FOLLOWERS = 4;
const RESIDENTS_OF_EACH_NODE = 3;
const PAUSE_AFTER_FAILURE_MILLISECONDS = 40;
const PAUSE_WITHOUT_WRITES_MILLISECONDS = 10;

/** Several callers at once that write and check, each of which waits for an answer before its next operation. */
export function createWorkload(options: WorkloadOptions): Workload {
  const { nodes, random } = options;
  const history: History = { writes: [], checks: [] };
  const nextWrite = createRandomWrites(random);
  const questions = createRandomQuestions(random);
  let answered = 0;
  let newest = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  let onlyQuestions = false;
  const isRunning = () => answered < options.operations && performance.now() < endsAt;

  async function write(node: FaultNode, changes: readonly Change[]): Promise<number | undefined> {
    const actor = `operation:${history.writes.length + 1}`;
    const startedAt = performance.now();
    const index = history.writes.length;
    const pending = { actor, node: node.name, changes, startedAt };
    // Pushed before the answer, because the number of the actor is its place in the list.
    history.writes.push({ ...pending, endedAt: Number.POSITIVE_INFINITY, result: UNANSWERED });
    const result = await node.commit(changes, actor);
    history.writes[index] = { ...pending, endedAt: performance.now(), result };
    if ("failure" in result) {
      await rest(result);
      return undefined;
    }
    answered += 1;
    newest = Math.max(newest, result.revision);
    return result.revision;
  }

  async function ask(node: FaultNode, question: CheckQuestion, atLeast?: number): Promise<void> {
    const startedAt = performance.now();
    const result = await node.check(question, atLeast);
    const endedAt = performance.now();
    history.checks.push({
      node: node.name,
      startedAt,
      endedAt,
      question,
      result,
      ...(atLeast !== undefined && { atLeast }),
    });
    if ("failure" in result) await rest(result);
    else answered += 1;
  }

  /** Checks without writes are faster, and would otherwise be most of the counted operations. */
  const restWithoutWrites = async () => {
    if (onlyQuestions) await delay(PAUSE_WITHOUT_WRITES_MILLISECONDS);
  };

  /** Writes at one node and checks at once there, and at the others with and without `at_least`. */
  async function follow(): Promise<void> {
    while (isRunning()) {
      const writer = random.pick(nodes);
      const changes = nextWrite();
      const revision = onlyQuestions ? undefined : await write(writer, changes);
      const others = nodes.filter((node) => node !== writer);
      await Promise.all([
        ask(writer, questions.about(changes)),
        ...others.flatMap((node) => [
          ask(node, questions.about(changes), revision),
          ask(node, questions.about(changes)),
        ]),
      ]);
      await restWithoutWrites();
    }
  }

  /** Stays with one node, so that a suspended node does not stop the callers of the others. */
  async function reside(node: FaultNode): Promise<void> {
    while (isRunning()) {
      if (!onlyQuestions && random.chance(options.writeShare)) await write(node, nextWrite());
      else await ask(node, questions.anything(), random.chance(0.3) ? newest : undefined);
      await restWithoutWrites();
    }
  }

  return {
    history,
    get running() {
      return isRunning();
    },
    write,
    async withoutWrites(work) {
      onlyQuestions = true;
      return work().finally(() => {
        onlyQuestions = false;
      });
    },
    async run() {
      endsAt = performance.now() + options.seconds * 1_000;
      const residents = nodes.flatMap((node) => Array.from({ length: RESIDENTS_OF_EACH_NODE }, () => node));
      await Promise.all([...Array.from({ length: FOLLOWERS }, follow), ...residents.map(reside)]);
    },
  };
}

const UNANSWERED: Failed = { failure: "lost", message: "not answered when the experiment ended" };

const rest = ({ failure }: Failed) =>
  failure === "refused" ? Promise.resolve() : delay(PAUSE_AFTER_FAILURE_MILLISECONDS);

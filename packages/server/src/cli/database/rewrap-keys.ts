import { ConflictError } from "../../core/errors/errors.ts";
import { joinWorkers } from "../../operations/join-workers.ts";
import { nodesWithoutSecret } from "../../operations/nodes-without-secret.ts";
import { NODE_LISTED_SECONDS, type ServerNode } from "../../operations/stores.ts";
import type { Services } from "../../services.ts";
import type { Printed } from "../define-command.ts";
import { writeSeconds } from "../format/times.ts";

type RewrapServices = Pick<Services, "clock" | "rootKeys" | "storage">;

interface RewrapResult {
  readonly rootKeys: number;
  readonly rewrapped: number;
  /** The `secretId` of each given value, in the given order. */
  readonly values: readonly [string, ...string[]];
  readonly nodes: readonly ServerNode[];
  /** Nodes that started during the command without the first value. */
  readonly lacking: readonly ServerNode[];
}

export async function rewrapKeys(services: RewrapServices): Promise<Printed> {
  const outcome = await rewrap(services);
  const [first, ...others] = outcome.values;
  const waiting = outcome.lacking.map(({ id, host }) => ({ id, host }));
  return {
    document: {
      sealed_under: first,
      root_keys: outcome.rootKeys,
      rewrapped: outcome.rewrapped,
      nodes: outcome.nodes.length,
      may_be_dropped: waiting.length === 0 ? others : [],
      waiting_for: waiting,
    },
    lines: describe(outcome),
  };
}

async function rewrap(services: RewrapServices): Promise<RewrapResult> {
  const { rootKeys } = services;
  const { values } = rootKeys;
  // A running node has the root keys in memory. Without the first value it could not open them at its next start.
  const before = nodesWithoutSecret(await runningNodes(services), values[0]);
  if (before.length > 0)
    throw new ConflictError(
      `nothing was sealed anew: the first value of LICET_SECRET (id ${values[0]}) is not known to ${listNodes(before)}. Restart each of them with both values, the new one first, and run this again. A node that does not run any more is forgotten within ${NODE_LISTED_SECONDS} seconds.`,
    );
  const done = await rootKeys.rewrap({ name: "cli" });
  // A node may have started in the meantime with a value that opened the root keys until now.
  const nodes = await runningNodes(services);
  return { ...done, values, nodes, lacking: nodesWithoutSecret(nodes, values[0]) };
}

const runningNodes = async ({
  storage,
  clock,
}: Pick<Services, "clock" | "storage">): Promise<readonly ServerNode[]> =>
  joinWorkers(await storage.nodes.listSeenSince(clock.seconds() - NODE_LISTED_SECONDS));

function describe({ rootKeys, rewrapped, values, nodes, lacking }: RewrapResult): readonly string[] {
  const [first, ...others] = values;
  const done =
    rewrapped === 0
      ? `Everything is sealed under the first value of LICET_SECRET already (id ${first}).`
      : `Sealed ${rewrapped} of ${rootKeys} root keys anew: everything is under the first value of LICET_SECRET now (id ${first}).`;
  if (lacking.length > 0)
    return [
      done,
      `The other values may not be dropped yet: ${listNodes(lacking)} started meanwhile without the first one. Restart it with both, and run this again.`,
    ];
  if (others.length === 0) return [done, "No other value was given, so there is none to drop."];
  return [
    done,
    `${nodes.length === 0 ? "No node runs" : `Every running node (${nodes.length}) knows it`}: the other values (id ${others.join(", ")}) may be dropped from LICET_SECRET now. Keep them with the backups that were made before.`,
  ];
}

const listNodes = (nodes: readonly ServerNode[]): string =>
  nodes
    .map(({ id, host, startedAt }) => `the node ${id} on ${host} (running since ${writeSeconds(startedAt)})`)
    .join(", ");

import type { CheckContext } from "@licet/engine/internal/answer-check.ts";
import { callerOf, type DescribedClient } from "@licet/engine/internal/caller.ts";
import { type KnownContext, parseCheckContext } from "@licet/engine/internal/parse-check-context.ts";
import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import type { Awaitable } from "../core/async/awaitable.ts";

interface ClientSource {
  find(clientId: string): Awaitable<DescribedClient | undefined>;
}

/** The context of a check, with the stored data of the client that it names. */
export async function readCheckContext(
  known: KnownContext,
  everything: Attributes,
  clients: ClientSource,
): Promise<CheckContext> {
  const client = known.client && (await clients.find(known.client.id));
  return parseCheckContext(known, everything, client && callerOf(client));
}

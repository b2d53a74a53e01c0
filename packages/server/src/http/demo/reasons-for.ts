import type { Clients } from "../../accounts/clients.ts";
import type { Users } from "../../accounts/users.ts";
import { prepareForUser } from "../../oauth/scopes/prepare-for-user.ts";
import { decideScopes } from "../../permissions/decide-scopes.ts";
import type { RefusalReason } from "../../permissions/refusal.ts";

/** Why the shop did not get what it asked for. Items without an entry were granted. */
export type ReasonsFor = (
  userId: string,
  scope: string,
  ip: string,
) => Promise<ReadonlyMap<string, RefusalReason>>;

/**
 * A token response names refused items and keeps the reasons for administrators. The demo is there to show them, so it
 * asks the engine, as `licet explain` does.
 */
export function createReasonsFor(
  dependencies: Parameters<typeof prepareForUser>[0] & {
    readonly clientId: string;
    readonly clients: Pick<Clients, "find">;
    readonly users: Pick<Users, "find">;
  },
): ReasonsFor {
  const { clientId, clients, users } = dependencies;
  return async (userId, scope, ip) => {
    const [client, user] = await Promise.all([clients.find(clientId), users.find(userId)]);
    if (!client || !user?.enabled) return new Map();
    const { facts, request } = await prepareForUser(dependencies, { client, user, scope, resources: [], ip });
    return new Map(decideScopes(facts, request).refused.map((item) => [item.scope, item.reason]));
  };
}

import { formatPrincipalKey } from "../core/principal-key.ts";
import { type Clock, isExpired } from "../core/time.ts";
import type { Clients } from "./clients.ts";
import type { Client, User } from "./entities.ts";
import type { Users } from "./users.ts";

/** Finds the subjects of permission questions. Groups are included: they have a name and nothing else. */
export function createSubjects(options: {
  readonly users: Users;
  readonly clients: Clients;
  readonly clock: Clock;
}) {
  const { users, clients, clock } = options;

  async function findClient(type: "application" | "access_account", clientId: string) {
    const client = await clients.find(clientId);
    const isAccount = client?.accessAccount !== undefined;
    if (!client || isAccount !== (type === "access_account")) return undefined;
    return describeClient(client, clock);
  }

  return {
    find(type: "user" | "group" | "application" | "access_account", idOrName: string) {
      if (type === "group") return describeGroup(idOrName);
      if (type !== "user") return findClient(type, idOrName);
      const user = users.find(idOrName);
      return user instanceof Promise ? user.then(describeFound) : describeFound(user);
    },
  };
}

const describeGroup = (name: string) => ({
  principal: formatPrincipalKey("group", name),
  attributes: { type: "group", id: name, name, attributes: {} },
  enabled: true,
});

const describeFound = (user: User | undefined) => user && describeUser(user);

export function describeUser({ id, username, email, attributes, enabled }: User) {
  return {
    principal: formatPrincipalKey("user", id),
    attributes: { type: "user", id, name: username, ...(email !== undefined && { email }), attributes },
    enabled,
  };
}

/** Whether a client may act: its application is enabled, and an access account is enabled and has not expired. */
export const isClientEnabled = ({ application, accessAccount }: Client, clock: Clock): boolean =>
  application.enabled &&
  (!accessAccount || (accessAccount.enabled && !isExpired(accessAccount.expiresAt, clock.seconds())));

/** The principal of a client that acts for itself: its application, for an access account within its ceiling. */
export function describeClient(client: Client, clock: Clock) {
  const { application, accessAccount } = client;
  return {
    principal: formatPrincipalKey("application", application.id),
    attributes: { type: "application", id: application.id, name: application.name, attributes: {} },
    ...(accessAccount?.ceiling && {
      account: {
        principal: formatPrincipalKey("access_account", accessAccount.accessKey),
        ceiling: accessAccount.ceiling,
      },
    }),
    enabled: isClientEnabled(client, clock),
  };
}

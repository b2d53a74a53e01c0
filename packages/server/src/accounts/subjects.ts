import { describeClient, describeGroup } from "@licet/engine/internal/subject.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "./clients.ts";
import type { Users } from "./users.ts";

/** Finds the subjects of permission questions. Groups are included: they have a name and nothing else. */
export function createSubjects(options: {
  readonly users: Pick<Users, "findSubject">;
  readonly clients: Clients;
  readonly clock: Clock;
}) {
  const { users, clients, clock } = options;

  async function findClient(type: "application" | "access_account", clientId: string) {
    const client = await clients.find(clientId);
    const isAccount = client?.accessAccount !== undefined;
    if (!client || isAccount !== (type === "access_account")) return undefined;
    return describeClient(client, clock.seconds());
  }

  return {
    find(type: "user" | "group" | "application" | "access_account", idOrName: string) {
      if (type === "group") return describeGroup(idOrName);
      return type === "user" ? users.findSubject(idOrName) : findClient(type, idOrName);
    },
  };
}

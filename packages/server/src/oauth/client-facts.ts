import type { Client } from "../accounts/entities.ts";
import type { InstanceKey } from "../permissions/entities.ts";
import type { FactRequest } from "../permissions/fact-source.ts";

/** Whose rights count when a client acts for itself: its application's, an access account's within its ceiling. */
export function factRequestFor(client: Client, instances: readonly InstanceKey[]): FactRequest {
  const { application, accessAccount } = client;
  return {
    principal: `application:${application.id}`,
    subject: { type: "application", id: application.id, name: application.name, attributes: {} },
    ...(accessAccount?.ceiling && {
      account: {
        principal: `access_account:${accessAccount.accessKey}` as const,
        ceiling: accessAccount.ceiling,
      },
    }),
    instances,
  };
}

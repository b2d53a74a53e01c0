import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Subject } from "@licet/engine/internal/subject.ts";
import { formatPrincipalKey, isPrincipalOf } from "@licet/engine/internal/values/principal-key.ts";
import type { Client } from "../../accounts/entities.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import type { ClaimedKey } from "../stores.ts";

/** The caller of a change, from its access token. */
export interface Requester {
  /** The subject whose permissions apply: a user, or the client itself. */
  readonly subject: Subject;
  readonly client: Client;
  /** The permissions of Licet that the token carries. */
  readonly permissions: ReadonlySet<string>;
  readonly ip: string;
  readonly requestId: string;
  /** The idempotency key of the call, if it has one: the commit records its effect there. */
  readonly claimed?: ClaimedKey | undefined;
}

/** The user of a command, or a job of it, by the name in the audit log. Not a requester: an API call never becomes one. */
export interface Operator {
  readonly name: string;
}

/** The actor for the audit log: the access key that was used, not only its application. */
export function requesterName({ subject, client }: Pick<Requester, "subject" | "client">): PrincipalKey {
  if (isPrincipalOf("user", subject.principal)) return subject.principal;
  return client.accessAccount
    ? formatPrincipalKey("access_account", client.id)
    : formatPrincipalKey("application", client.id);
}

/** The permission to grant permissions that the caller does not hold. */
export const ESCALATE = `${OWN_RESOURCE}:escalate`;

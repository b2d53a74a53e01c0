import type { ConditionInputs } from "./conditions/condition.ts";
import type { PrincipalKey, PrincipalType } from "./entities.ts";
import type { Facts } from "./facts.ts";
import type { Attributes } from "./values/attributes.ts";
import { formatPrincipalKey } from "./values/principal-key.ts";
import { type EpochSeconds, isExpired } from "./values/time.ts";

/** A subject as a question names it. */
export interface SubjectReference {
  readonly type: PrincipalType;
  readonly id: string;
  /** Added to what is stored. */
  readonly attributes?: Attributes;
}

/** The subject of a question: the principal whose permissions count, and the attributes that conditions may read. */
export interface Subject {
  readonly principal: PrincipalKey;
  readonly attributes: ConditionInputs["subject"];
  /** For an access account with a ceiling: itself. `principal` is then its application. */
  readonly account?: { readonly principal: PrincipalKey; readonly ceiling: readonly string[] };
  /** False: disabled or expired. A subject that may not have a token is denied by a check, too. */
  readonly enabled: boolean;
}

/** Facts about an enabled subject, or the reason why there are none; true at the revision they name. */
export type SubjectFacts =
  | { readonly facts: Facts }
  | { readonly denial: "unknown_subject" | "subject_disabled"; readonly revision: number };

/** Stored attributes go before those of the caller: a caller may add attributes, but not replace them. */
export function withAttributes(subject: Subject, given: Attributes | undefined): Subject {
  if (!given) return subject;
  const { attributes } = subject;
  return { ...subject, attributes: { ...attributes, attributes: { ...given, ...attributes.attributes } } };
}

/** A stored user, as far as decisions read it. */
export interface DescribedUser {
  readonly id: string;
  /** Absent from a copy of the data when no condition reads it. */
  readonly username?: string;
  readonly email?: string;
  readonly attributes: Attributes;
  readonly enabled: boolean;
}

/** A stored client, as far as decisions read it: an application, or one of its access accounts. */
export interface DecidedClient {
  /** The name may be absent from a copy of the data: when no condition reads it. */
  readonly application: { readonly id: string; readonly name?: string; readonly enabled: boolean };
  readonly accessAccount?: {
    readonly accessKey: string;
    readonly ceiling?: readonly string[];
    readonly enabled: boolean;
    readonly expiresAt?: EpochSeconds;
  };
}

/** Groups have a name and nothing else. */
export const describeGroup = (name: string): Subject => ({
  principal: formatPrincipalKey("group", name),
  attributes: { type: "group", id: name, name, attributes: {} },
  enabled: true,
});

export function describeUser({ id, username, email, attributes, enabled }: DescribedUser): Subject {
  return {
    principal: formatPrincipalKey("user", id),
    attributes: {
      type: "user",
      id,
      ...(username !== undefined && { name: username }),
      ...(email !== undefined && { email }),
      attributes,
    },
    enabled,
  };
}

/** Whether a client may act: its application is enabled, and an access account is enabled and has not expired. */
export const isClientEnabled = ({ application, accessAccount }: DecidedClient, now: EpochSeconds): boolean =>
  application.enabled &&
  (!accessAccount || (accessAccount.enabled && !isExpired(accessAccount.expiresAt, now)));

/** The principal of a client that acts for itself: its application, for an access account within its ceiling. */
export function describeClient(client: DecidedClient, now: EpochSeconds): Subject {
  const { application, accessAccount } = client;
  const { id, name } = application;
  return {
    principal: formatPrincipalKey("application", id),
    attributes: { type: "application", id, ...(name !== undefined && { name }), attributes: {} },
    ...(accessAccount?.ceiling && {
      account: {
        principal: formatPrincipalKey("access_account", accessAccount.accessKey),
        ceiling: accessAccount.ceiling,
      },
    }),
    enabled: isClientEnabled(client, now),
  };
}

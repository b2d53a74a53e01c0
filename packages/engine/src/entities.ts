/** The permission data as it is stored and exchanged: plain values, no behaviour. */
import type { AccessTokenType } from "./values/access-token-type.ts";
import type { SigningAlgorithm } from "./values/algorithms.ts";
import type { Attributes } from "./values/attributes.ts";
import type { PrincipalKey } from "./values/principal-key.ts";
import type { EpochSeconds } from "./values/time.ts";

/** A text for users, by language tag. `en` is shown when the wanted language is missing. */
export type LocalizedText = Readonly<Record<string, string>>;

/** An API: the audience of its tokens and the actions that its permissions name. */
export interface Resource {
  readonly name: string;
  /** What users read on the consent and account pages; the name if there is none. */
  readonly displayName?: LocalizedText;
  /** An absolute URI without fragment (RFC 8707 §2): the `aud` of its tokens. */
  readonly identifier: string;
  readonly signingAlgorithm: SigningAlgorithm;
  readonly accessTokenType: AccessTokenType;
  readonly actions: Readonly<Record<string, { readonly description: LocalizedText }>>;
}

/** A permission that belongs to no resource. */
export interface CustomPermission {
  readonly name: string;
  readonly description: LocalizedText;
}

/** One thing of a resource, such as order 42. `parent` is an instance key (`orders/7`), of any resource. */
export interface Instance {
  readonly resource: string;
  readonly id: string;
  readonly parent?: InstanceKey;
  readonly attributes: Attributes;
}

/** `<resource>/<instance id>`. The id may contain slashes; the resource name may not. */
export type InstanceKey = `${string}/${string}`;

export interface Role {
  readonly name: string;
  readonly description?: string;
  readonly inherits: readonly string[];
  readonly grants: readonly Grant[];
}

export interface Grant {
  /** A permission of the catalogue, or `<resource>:*`. */
  readonly permission: string;
  /** A CEL expression; the grant holds only while it is true. */
  readonly when?: string;
}

export interface Group {
  readonly name: string;
  readonly description?: string;
}

export interface Membership {
  readonly group: string;
  readonly member: `user:${string}` | `group:${string}`;
}

export type { PrincipalKey, PrincipalType } from "./values/principal-key.ts";

/** Exactly one of `role` and `permission` is set. */
export interface Assignment {
  /** Derived from everything but `expiresAt`, so that the same assignment made twice is one. */
  readonly id: string;
  readonly principal: PrincipalKey;
  readonly role?: string;
  /** A permission of the catalogue, or `<resource>:*`. */
  readonly permission?: string;
  /** Holds for this instance and everything below it. */
  readonly at?: InstanceKey;
  readonly when?: string;
  readonly expiresAt?: EpochSeconds;
}

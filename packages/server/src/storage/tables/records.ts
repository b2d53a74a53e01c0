import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { Authentication, ResetIssuer } from "../../accounts/stores.ts";
import { type Codec, flag, json, number, text, textOf } from "../../directory/kinds/field.ts";
import type { Logo, StoredInteraction } from "../../oauth/stores.ts";
import type { ServerNode } from "../../operations/stores.ts";
import type { RootKeyName, StoredKey } from "../../tokens/stores.ts";
import { nullable, rowCodec } from "./row-codec.ts";

export const SESSION = rowCodec({
  id: text,
  user_id: text,
  created_at: number,
  last_seen_at: number,
  expires_at: number,
  authentication: json<Authentication>(),
  password_stamp: text,
  ip: text,
  user_agent: text,
});

/** The members of a delegation that queries search. The others are `details`. */
export const DELEGATION = rowCodec({
  id: text,
  user_id: text,
  application_id: text,
  session_id: text,
  outlives_session: flag,
  created_at: number,
  code_expires_at: number,
});

export const INTERACTION = rowCodec({
  purpose: json<StoredInteraction["purpose"]>(),
  browser_hash: text,
  created_at: number,
  expires_at: number,
  signed_in: nullable(json<NonNullable<StoredInteraction["signedIn"]>>()),
});

export const CONSENT_ITEM = rowCodec({
  scope: text,
  agreed: flag,
  /** The revision of the state at the time of the answer. */
  revision: number,
  decided_at: number,
  expires_at: number,
});

export const PUSHED_REQUEST = rowCodec({ client_id: text, parameters: text, expires_at: number });

export const LOGOUT_DELIVERY = rowCodec({
  id: text,
  application_id: text,
  user_id: text,
  session_id: text,
  attempts: number,
});

/** Base64: both engines store the same text, and it is small. */
const base64: Codec<Uint8Array, string> = {
  type: "text",
  write: (bytes) => Buffer.from(bytes).toString("base64"),
  read: (stored) => Buffer.from(stored, "base64"),
};

export const LOGO = rowCodec({ media_type: textOf<Logo["mediaType"]>(), bytes: base64, digest: text });

export const PASSWORD_RESET = rowCodec({
  user_id: text,
  password_stamp: text,
  issuer: json<ResetIssuer>(),
  expires_at: number,
});

export const NODE = rowCodec({
  id: text,
  host: text,
  version: text,
  engine: textOf<ServerNode["engine"]>(),
  started_at: number,
  seen_at: number,
  revision: number,
  secret_ids: json<ServerNode["secretIds"]>(),
  /** The newest migration that the server knows. Null: it does not record it. */
  schema: nullable(number),
});

export const SIGNING_KEY = rowCodec({
  kid: text,
  algorithm: textOf<SigningAlgorithm>(),
  public_jwk: json<StoredKey["publicJwk"]>(),
  sealed_private_key: text,
  created_at: number,
  activates_at: number,
});

export const ROOT_KEY = rowCodec({
  name: textOf<RootKeyName>(),
  sealed: text,
  sealed_under: text,
  created_at: number,
});

const LONGEST_TEXT = 512;

/**
 * Callers choose the names in events. A text that PostgreSQL cannot store (a NUL, half of a surrogate pair, a key too long
 * for its index) would fail the whole batch again and again, and no further event would be written.
 */
export function storable(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  const wellFormed = short.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
}

const storableText: Codec<string, string> = { ...text, write: storable };

export const AUDIT_EVENT = rowCodec({
  at: number,
  type: text,
  actor: storableText,
  target: nullable(storableText),
  ip: nullable(storableText),
  request_id: nullable(storableText),
  data: nullable(json<Readonly<Record<string, unknown>>>()),
});

import { writeTime } from "@licet/engine/internal/values/time.ts";
import { APPLICATIONS } from "./areas.ts";
import { type EntityOf, expiry, field, number, optional, text } from "./field.ts";
import { defineKind } from "./kind.ts";
import { ordered } from "./listing.ts";
import { NAMES, never, whenChanged } from "./opening.ts";

export const secret = defineKind({
  table: "secrets",
  section: false,
  area: APPLICATIONS,
  grants: true,
  locksOut: true,
  id: ({ id }) => id,
  topic: ({ owner }) => `client:${owner}`,
  filters: { owner: ordered("owner") },
  sorts: [],
  fields: {
    id: field({ wire: false, column: "id", stored: text, opens: NAMES }),
    /** The client_id or the access key it belongs to. */
    owner: field({
      wire: false,
      column: "owner",
      stored: text,
      belongsTo: { kinds: ["application", "access_account"], by: "id" },
      opens: whenChanged("itself"),
    }),
    /** A keyed hash; the secret itself is shown once and never stored. */
    hash: field({ wire: false, column: "hash", stored: text, opens: whenChanged("itself") }),
    /** The last four characters, to tell secrets apart. */
    hint: field({ wire: "hint", stored: text, opens: never("it is a part of the secret") }),
    createdAt: field({ wire: false, column: "created_at", stored: number, opens: never("Licet sets it") }),
    expiresAt: expiry,
    lastUsedAt: optional({
      wire: "last_used_at",
      stored: number,
      toWire: writeTime,
      opens: never("Licet sets it"),
    }),
  },
});

/** One live secret of an application or an access account. Several may be live, so that they can be rotated. */
export type Secret = EntityOf<typeof secret.fields>;

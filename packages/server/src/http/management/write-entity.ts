import { writeTime } from "@licet/engine/internal/values/time.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../../directory/change.ts";
import type { Stored } from "../../directory/directory-store.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";

/** The members that every written entity has. */
interface WrittenEntity {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * A stored entity in the form of the configuration file, without secrets, with the version and the times of its row.
 */
export function writeEntity<K extends EntityKind>(kind: K, stored: Stored<Entities[K]>): WrittenEntity {
  const { value, version, createdAt, updatedAt } = stored;
  return {
    id: entityId({ op: "put", kind, value } as Change),
    ...kindOf(kind).members(value),
    version,
    created_at: writeTime(createdAt),
    updated_at: writeTime(updatedAt),
  };
}

/** Members that Licet sets. A PUT ignores them, so that a caller can send back what it has read. */
export const READ_ONLY_MEMBERS = ["id", "version", "created_at", "updated_at"] as const;

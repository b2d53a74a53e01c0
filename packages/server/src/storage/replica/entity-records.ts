import { type RawBuilder, sql } from "kysely";
import type { ReplicaKind, ReplicaSelection, SelectedAttributes } from "../../permissions/stores.ts";
import { flag, type JsonText, optionalMember } from "./json-text.ts";

/** A record whose attributes are still to be added. */
export interface RecordRow {
  readonly key: string;
  /** The record without its closing brace. */
  readonly head: string;
  /** Null when the record has none. */
  readonly attributes: string | null;
  /** Of an instance. */
  readonly parent?: string | null;
}

export interface EntityRecords {
  readonly table: "users" | "applications" | "access_accounts" | "instances";
  /** The columns of a `RecordRow`. */
  readonly columns: RawBuilder<unknown>;
  readonly attributes: SelectedAttributes;
}

type EntityKind = Exclude<ReplicaKind, "principal">;
const NO_ATTRIBUTES: ReadonlySet<string> = new Set();

export function describeEntityRecords(
  kind: EntityKind,
  selection: ReplicaSelection,
  json: JsonText,
): EntityRecords {
  const text = (column: string) => json.quote(sql.ref(column));
  const optionalText = (name: string, column: string) => optionalMember(name, sql.ref(column), text(column));
  const member = (name: string, value: RawBuilder<unknown>) => sql`${sql.lit(`,"${name}":`)} || ${value}`;
  const head = (key: string, ...members: readonly RawBuilder<unknown>[]) =>
    sql`${sql.lit(`{"kind":"${kind}","${key}":`)} || ${sql.join([text("id"), ...members], sql` || `)} as head`;
  const enabled = member("enabled", flag(sql.ref("enabled")));
  const columns = (start: RawBuilder<unknown>, attributes: SelectedAttributes = NO_ATTRIBUTES) =>
    sql`id as key, ${start}, ${isNone(attributes) ? sql`null` : sql.ref("attributes")} as attributes`;

  switch (kind) {
    case "user": {
      const attributes = selection.userAttributes;
      const named = selection.usernames ? [member("username", text("username"))] : [];
      const reachable = selection.emails ? [optionalText("email", "email")] : [];
      const start = head("id", enabled, ...named, ...reachable);
      return { table: "users", columns: columns(start, attributes), attributes };
    }
    case "application": {
      const named = selection.applicationNames ? [member("name", text("name"))] : [];
      const typed = selection.applicationTypes ? [member("type", text("type"))] : [];
      const start = head("id", enabled, ...named, ...typed);
      return { table: "applications", columns: columns(start), attributes: NO_ATTRIBUTES };
    }
    case "access_account": {
      const ceiling = optionalMember("ceiling", sql.ref("ceiling"), sql.ref("ceiling"));
      const expiry = optionalMember("expires_at", sql.ref("expires_at"), sql.ref("expires_at"));
      const start = head(
        "access_key",
        member("application", text("application_id")),
        enabled,
        ceiling,
        expiry,
      );
      return { table: "access_accounts", columns: columns(start), attributes: NO_ATTRIBUTES };
    }
    case "instance": {
      const attributes = selection.instanceAttributes;
      const start = head("key", optionalText("parent", "parent"));
      return { table: "instances", columns: sql`${columns(start, attributes)}, parent`, attributes };
    }
  }
}

const isNone = (attributes: SelectedAttributes): boolean => attributes !== "all" && attributes.size === 0;

/** Completes a record. Only selected attributes are in it. */
export function completeRecord({ head, attributes }: RecordRow, selected: SelectedAttributes): string {
  const kept = attributes === null || isNone(selected) ? undefined : selectAttributes(attributes, selected);
  return kept === undefined ? `${head}}` : `${head},"attributes":${kept}}`;
}

function selectAttributes(attributes: string, selected: SelectedAttributes): string | undefined {
  if (selected === "all") return attributes;
  const kept = Object.entries(JSON.parse(attributes) as object).filter(([key]) => selected.has(key));
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept));
}

/** A record of an entity that is not there. */
export const removedRecord = (kind: EntityKind, id: string): string =>
  JSON.stringify({ kind: "removed", of: kind, id });

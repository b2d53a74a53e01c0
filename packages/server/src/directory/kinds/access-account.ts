import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import {
  displayNameField,
  type EntityOf,
  enabledField,
  expiry,
  field,
  json,
  optional,
  text,
} from "./field.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID, ordered } from "./listing.ts";
import { NAMES, SHOWN, whenChanged, whenTurnedOn } from "./opening.ts";
import { accessAccountName } from "./principal-name.ts";

const isRaised = (after: readonly string[] | undefined, before: readonly string[] | undefined): boolean =>
  before !== undefined && (after === undefined || after.some((pattern) => !before.includes(pattern)));

export const accessAccount = defineKind({
  table: "access_accounts",
  id: ({ accessKey }) => accessKey,
  topic: ({ accessKey }) => `client:${accessKey}`,
  names: ({ accessKey, applicationId, name }) => [
    { kind: "access_account", name: accessKey },
    ...(name === undefined ? [] : [accessAccountName(applicationId, name)]),
  ],
  filters: { application: ordered("application_id"), enabled: ordered("enabled") },
  sorts: ["name", "access_key", "enabled", "expires_at"],
  exportOrder: ["access_key", "name", "enabled", "expires_at", "ceiling"],
  fields: {
    /** `ak_…`: the client_id it presents and the `sub` of its tokens. */
    accessKey: field({
      wire: "access_key",
      column: "id",
      stored: text,
      search: { ...FOLDED_ID, prefix: ID_PREFIXES.accessAccount },
      opens: NAMES,
    }),
    applicationId: field({
      wire: "application",
      column: "application_id",
      stored: text,
      inFile: false,
      opens: whenChanged("itself"),
    }),
    name: displayNameField(SHOWN),
    /**
     * Permissions (or `<resource>:*`) that it may have of what its application holds; its own assignments widen it.
     * Absent: whatever its application holds.
     */
    ceiling: optional({
      wire: "ceiling",
      column: "ceiling",
      stored: json<readonly string[]>(),
      opens: { as: "itself", when: isRaised },
    }),
    enabled: enabledField(whenTurnedOn("itself")),
    expiresAt: expiry,
  },
});

/** A key pair of one application. It acts for its application, never beyond it. */
export type AccessAccount = EntityOf<typeof accessAccount.fields>;

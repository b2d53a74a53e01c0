import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { isAccessKey } from "@licet/engine/internal/values/names.ts";
import { z } from "zod";
import { listOfTexts, named } from "../../input/schemas.ts";
import { APPLICATIONS } from "./areas.ts";
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
import { givenSecret, reference } from "./values.ts";

const KEY_OR_NAME: DescribedIssue = {
  message: "needs an access_key, or a name to be found by next time",
  issue: { code: "at_least_one_of", members: ["access_key", "name"] },
};

const isRaised = (after: readonly string[] | undefined, before: readonly string[] | undefined): boolean =>
  before !== undefined && (after === undefined || after.some((pattern) => !before.includes(pattern)));

export const accessAccount = defineKind({
  table: "access_accounts",
  section: "access_accounts",
  area: APPLICATIONS,
  grants: true,
  locksOut: true,
  titles: { entry: "ConfigurationLooseAccessAccount", owned: "AccessAccountInput" },
  owner: "application",
  keys: [({ application, access_key, name }) => access_key ?? `${application} ${name}`],
  entryNames: ({ access_key, name }) => [access_key, name],
  besides: { secret_key: z.exactOptional(givenSecret) },
  findIssues: ({ access_key, name }) =>
    access_key === undefined && name === undefined ? [[[], KEY_OR_NAME]] : [],
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
      schema: z.exactOptional(
        named("an access key", isAccessKey, "ak_ and up to 125 letters, digits, _ . -", {
          pattern: "^ak_[A-Za-z0-9_.-]{1,125}$",
        }),
      ),
      search: { ...FOLDED_ID, prefix: ID_PREFIXES.accessAccount },
      opens: NAMES,
    }),
    applicationId: field({
      wire: "application",
      column: "application_id",
      stored: text,
      schema: reference,
      refersTo: { to: "application" },
      belongsTo: { kinds: ["application"], by: "id", isReference: true },
      opens: whenChanged("itself"),
    }),
    name: displayNameField(SHOWN),
    /**
     * Permissions (or `<resource>:*`) that it may have of what its application holds; its own assignments widen it.
     * Absent: whatever its application holds.
     */
    ceiling: optional({
      wire: "ceiling",
      stored: json<readonly string[]>(),
      schema: listOfTexts(reference),
      refersTo: { to: "permission" },
      opens: { as: "itself", when: isRaised },
    }),
    enabled: enabledField(whenTurnedOn("itself")),
    expiresAt: expiry,
  },
});

/** A key pair of one application. It acts for its application, never beyond it. */
export type AccessAccount = EntityOf<typeof accessAccount.fields>;

import type { LocalizedText, Resource } from "@licet/engine/entities.ts";
import type { AccessTokenType } from "@licet/engine/values/access-token-type.ts";
import type { SigningAlgorithm } from "@licet/engine/values/algorithms.ts";
import { field, json, optional, text, textOf } from "./field.ts";
import { sortedBy, writeText } from "./file-form.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { GRANTS, NAMES, never, SHOWN } from "./opening.ts";

const writeActions = (actions: Resource["actions"]) =>
  Object.fromEntries(
    sortedBy(Object.entries(actions), ([action]) => action).map(([action, { description }]) => [
      action,
      { description: writeText(description) },
    ]),
  );

const KEYS = never("tokens of any form are for the same server");

export const resource = defineKind({
  table: "resources",
  id: ({ name }) => name,
  topic: () => "model",
  filters: {},
  sorts: ["name", "identifier", "signing_alg"],
  fields: {
    name: field({ wire: "name", column: "id", stored: text, search: FOLDED_ID, opens: NAMES }),
    displayName: optional({
      wire: "display_name",
      column: "display_name",
      stored: json<LocalizedText>(),
      search: {},
      toFile: writeText,
      opens: SHOWN,
    }),
    identifier: field({ wire: "identifier", column: "identifier", stored: text, opens: GRANTS }),
    signingAlgorithm: field({
      wire: "signing_alg",
      column: "signing_algorithm",
      stored: textOf<SigningAlgorithm>(),
      defaultOf: () => "ES256" as const,
      opens: KEYS,
    }),
    accessTokenType: field({
      wire: "access_token_type",
      column: "access_token_type",
      stored: textOf<AccessTokenType>(),
      defaultOf: () => "at+jwt" as const,
      opens: KEYS,
    }),
    actions: field({
      wire: "actions",
      column: "actions",
      stored: json<Resource["actions"]>(),
      toFile: writeActions,
      opens: GRANTS,
    }),
  },
});

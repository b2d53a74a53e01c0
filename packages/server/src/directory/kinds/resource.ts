import type { LocalizedText, Resource } from "@licet/engine/internal/entities.ts";
import { ACCESS_TOKEN_TYPES, type AccessTokenType } from "@licet/engine/internal/values/access-token-type.ts";
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import { z } from "zod";
import { listOf, strictMap } from "../../input/schemas.ts";
import { RESOURCES } from "./areas.ts";
import { field, json, optional, text, textOf } from "./field.ts";
import { sortedBy, writeText } from "./file-form.ts";
import { instance } from "./instance.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { GRANTS, NAMES, never, SHOWN } from "./opening.ts";
import { actionName, localizedName, localizedText, resourceIdentifier, resourceName } from "./values.ts";

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
  section: "resources",
  area: RESOURCES,
  grants: never("it defines what can be granted, and grants nothing"),
  locksOut: never("nobody administers Licet through it"),
  titles: { entry: "ConfigurationResource" },
  keys: [({ name }) => name],
  besides: { instances: listOf(instance.ownedEntry, ({ id }) => id).default([]) },
  id: ({ name }) => name,
  topic: () => "model",
  filters: {},
  sorts: ["name", "identifier", "signing_alg"],
  fields: {
    name: field({
      wire: "name",
      column: "id",
      stored: text,
      schema: resourceName,
      search: FOLDED_ID,
      opens: NAMES,
    }),
    displayName: optional({
      wire: "display_name",
      stored: json<LocalizedText>(),
      schema: localizedName.meta({
        description: "What users read on the consent and account pages instead of the name.",
      }),
      search: {},
      toFile: writeText,
      opens: SHOWN,
    }),
    identifier: field({ wire: "identifier", stored: text, schema: resourceIdentifier, opens: GRANTS }),
    signingAlgorithm: field({
      wire: "signing_alg",
      column: "signing_algorithm",
      stored: textOf<SigningAlgorithm>(),
      schema: z.enum(SIGNING_ALGORITHMS).default("ES256"),
      opens: KEYS,
    }),
    accessTokenType: field({
      wire: "access_token_type",
      stored: textOf<AccessTokenType>(),
      schema: z.enum(ACCESS_TOKEN_TYPES).default("at+jwt").meta({
        description:
          "The typ of its access tokens. JWT is for verifiers that refuse at+jwt; a token has it only when every resource that it is for says so. Risk: a verifier that does not check typ may take an ID token for an access token, so check that aud is your identifier.",
      }),
      opens: KEYS,
    }),
    actions: field({
      wire: "actions",
      stored: json<Resource["actions"]>(),
      schema: z.record(
        actionName,
        strictMap({ description: localizedText }).meta({ title: "Action", inputTitle: "ActionInput" }),
      ),
      toFile: writeActions,
      opens: GRANTS,
    }),
  },
});

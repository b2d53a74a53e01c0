import { convertAuth0 } from "./auth0/convert-auth0.ts";
import { convertAuthing } from "./authing/convert-authing.ts";
import type { Conversion } from "./draft/create-draft.ts";
import type { ExportFile } from "./export-values.ts";
import { convertHydra } from "./hydra/convert-hydra.ts";
import { convertKeycloak } from "./keycloak/convert-keycloak.ts";
import type { ExportForms } from "./parse-export.ts";
import type { Rules } from "./rules.ts";

/** A system whose exports are converted. */
export interface Source {
  readonly name: string;
  readonly title: string;
  readonly takes: string;
  readonly example: string;
  readonly forms: ExportForms;
  readonly convert: (files: readonly ExportFile[], rules: Rules) => Conversion;
}

export const SOURCES: readonly Source[] = [
  {
    name: "keycloak",
    title: "Keycloak",
    takes: "the realm export of Keycloak as JSON; several files if users are apart",
    example: "licet convert keycloak shop-realm.json --output licet.yaml",
    forms: {},
    convert: convertKeycloak,
  },
  {
    name: "auth0",
    title: "Auth0",
    takes:
      "tenant.yaml of a0deploy, lists as auth0 api get prints them, and exports of users as lines of JSON",
    example: "licet convert auth0 tenant.yaml users.ndjson --output licet.yaml",
    forms: { lines: true, yaml: true },
    convert: convertAuth0,
  },
  {
    name: "hydra",
    title: "Ory Hydra",
    takes: "the clients as hydra list oauth2-clients --format json prints them",
    example: "licet convert hydra clients.json --output licet.yaml",
    forms: {},
    convert: convertHydra,
  },
  {
    name: "authing",
    title: "Authing",
    takes: "answers of Authing's management API, each alone or collected in one object",
    example: "licet convert authing authing.json --output licet.yaml",
    forms: {},
    convert: convertAuthing,
  },
];

import type { Schemas } from "@licet/sdk/permissions";
import type { Entity } from "../../api/entities.ts";

export type Resource = Entity<"resource">;
type SigningAlgorithm = Resource["signing_alg"];
/** The English text may be missing while the user edits. */
export type Description = Readonly<Record<string, string>>;

export const SIGNING_ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const satisfies readonly SigningAlgorithm[];
export const DEFAULT_ALGORITHM: SigningAlgorithm = "ES256";

type AccessTokenType = Resource["access_token_type"];
export const ACCESS_TOKEN_TYPES = ["at+jwt", "JWT"] as const satisfies readonly AccessTokenType[];
export const DEFAULT_TOKEN_TYPE: AccessTokenType = "at+jwt";

/** Licet's own API is shown like the others but cannot be changed. */
export const isOwn = ({ name }: Pick<Resource, "name">): boolean => name === "licet";

/**
 * The type for the API. The English text may be missing: the form reports that before the call, and the API after it.
 */
export const toLocalizedText = (description: Description) => description as Schemas["LocalizedText"];

/** The member of a request body; left out if users read the technical name. */
const displayNameMember = (names: Description) =>
  Object.keys(names).length === 0 ? {} : { display_name: names as Schemas["LocalizedName"] };

/** An action while it is edited. The API keys actions by name; the form has them as rows. */
export interface ActionRow {
  readonly name: string;
  readonly description: Description;
}

/** What a form of a resource edits. */
export interface ResourceParts {
  readonly display_name: Description;
  readonly identifier: string;
  readonly signing_alg: SigningAlgorithm;
  readonly access_token_type: AccessTokenType;
  readonly actions: readonly ActionRow[];
}

export const bodyFromParts = <Parts extends ResourceParts>({ actions, display_name, ...rest }: Parts) => ({
  ...rest,
  ...displayNameMember(display_name),
  actions: actionsOf(actions),
});

export const rowsOf = (actions: Resource["actions"]): readonly ActionRow[] =>
  Object.entries(actions).map(([name, { description }]) => ({ name, description }));

const actionsOf = (rows: readonly ActionRow[]): Resource["actions"] =>
  Object.fromEntries(
    rows.map(({ name, description }) => [name, { description: toLocalizedText(description) }]),
  );

export const isDuplicate = (rows: readonly ActionRow[], row: ActionRow): boolean =>
  row.name !== "" && rows.some((other) => other !== row && other.name === row.name);

/** Returns true if every action has a unique name and an English description; the form shows the issues. */
export const areComplete = (rows: readonly ActionRow[]): boolean =>
  rows.every((row) => row.name !== "" && row.description.en !== undefined && !isDuplicate(rows, row));

import { type Answer, type AnswerOf, type BodyOf, callApi } from "../../api/call-api.ts";
import type { Schemas } from "../../api/schema.ts";
import type { Versioned } from "../../api/use-draft.ts";

export type Resource = AnswerOf<"GET /resources/{name}">;
export type ResourceBody = BodyOf<"PUT /resources/{name}">;
export type SigningAlgorithm = NonNullable<Resource["signing_alg"]>;
/** While it is written, the English text may be missing. */
export type Description = Readonly<Record<string, string>>;

export const SIGNING_ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const satisfies readonly SigningAlgorithm[];
export const DEFAULT_ALGORITHM: SigningAlgorithm = "ES256";

export type AccessTokenType = NonNullable<Resource["access_token_type"]>;
export const ACCESS_TOKEN_TYPES = ["at+jwt", "JWT"] as const satisfies readonly AccessTokenType[];
export const DEFAULT_TOKEN_TYPE: AccessTokenType = "at+jwt";

/** Licet's own API: it is shown like the others and cannot be changed. */
export const isOwn = ({ name }: Pick<Resource, "name">): boolean => name === "licet";

export const toVersioned = ({ body, etag }: Answer<"GET /resources/{name}">): Versioned<Resource> => ({
  value: body,
  etag,
});

export const readResource = async (name: string): Promise<Versioned<Resource>> =>
  toVersioned(await callApi("GET /resources/{name}", { params: { name } }));

/** As it is sent: the form says that English is missing before, and the API after. */
export const toLocalizedText = (description: Description) => description as Schemas["LocalizedText"];

/** An action while it is edited. The API has them by name; a form has them in a row. */
export interface ActionRow {
  readonly name: string;
  readonly description: Description;
}

export const rowsOf = (actions: Resource["actions"]): readonly ActionRow[] =>
  Object.entries(actions).map(([name, { description }]) => ({ name, description }));

export const actionsOf = (rows: readonly ActionRow[]): Resource["actions"] =>
  Object.fromEntries(
    rows.map(({ name, description }) => [name, { description: toLocalizedText(description) }]),
  );

export const isTwice = (rows: readonly ActionRow[], row: ActionRow): boolean =>
  row.name !== "" && rows.some((other) => other !== row && other.name === row.name);

/** Whether every action has a name of its own and an English description; the form says what is missing where. */
export const areComplete = (rows: readonly ActionRow[]): boolean =>
  rows.every((row) => row.name !== "" && row.description.en !== undefined && !isTwice(rows, row));

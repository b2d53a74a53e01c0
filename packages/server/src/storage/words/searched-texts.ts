import type { Entities, EntityKind } from "../../state/change.ts";

type SearchedTexts<K extends EntityKind> = (value: Entities[K]) => readonly (string | undefined)[];

/** What a search looks at. Kinds that are not here cannot be searched. */
const searchedTexts: { readonly [K in EntityKind]?: SearchedTexts<K> } = {
  resource: ({ name, displayName = {} }) => [name, ...Object.values(displayName)],
  permission: ({ name }) => [name],
  role: ({ name }) => [name],
  group: ({ name }) => [name],
  instance: ({ id }) => [id],
  application: ({ id, name }) => [id, name],
  access_account: ({ accessKey, name }) => [accessKey, name],
  user: ({ id, username, email, name }) => [id, username, email, name],
};

export const isSearched = (kind: EntityKind): boolean => Object.hasOwn(searchedTexts, kind);

export const searchedTextsOf = <K extends EntityKind>(kind: K, value: Entities[K]): readonly string[] =>
  ((searchedTexts[kind] as SearchedTexts<K> | undefined)?.(value) ?? []).filter((text) => text !== undefined);

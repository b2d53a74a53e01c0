import { callApi } from "../../api/call-api.ts";
import { findEntities } from "../../api/entities.ts";
import { inLanguage } from "../../texts/in-language.ts";
import type { Language } from "../../texts/language.ts";
import type { Option } from "../search/option.ts";
import { mergeSearches, type Search } from "../search/use-search.ts";
import { nameAccessAccount, nameApplication, nameUser } from "./name-principal.ts";
import { EVERY_USER, findPrincipal, type PrincipalType } from "./principal.ts";

const OPTIONS_PER_KIND = 6;
const MAXIMUM_OPTIONS = 20;

/** The texts for each type of principal in a list. */
interface PrincipalWords {
  readonly types: Readonly<Record<PrincipalType, string>>;
  readonly everyUser: string;
}

interface PrincipalSearchOptions {
  readonly kinds: readonly PrincipalType[];
  /** True if "all users" is an option, too. */
  readonly everyUser: boolean;
}

/** Finds principals of several types in one list. */
export const createPrincipalSearch =
  (words: PrincipalWords, { kinds, everyUser }: PrincipalSearchOptions): Search<Option> =>
  async (search, signal, onSkipped) => {
    const read = {
      user: readUsers,
      group: readGroups,
      application: readApplications,
      access_account: readAccounts,
    };
    const unseen = new Set<string>();
    const found = await mergeSearches(
      kinds.map((kind) => read[kind](search, signal, words)),
      (permission) => {
        unseen.add(permission);
        onSkipped(permission);
      },
    );
    // A user without the permission to list principals can still name one.
    const named = (["user", "application"] as const)
      .filter((kind) => kinds.includes(kind) && unseen.has(`licet:${kind}s.read`))
      .filter(() => /^[^\s:]+$/.test(search))
      .map((kind) => ({ value: `${kind}:${search}`, label: search, detail: words.types[kind] }));
    const all =
      everyUser && words.everyUser.toLocaleLowerCase().includes(search.toLocaleLowerCase())
        ? [{ value: EVERY_USER, label: words.everyUser, detail: EVERY_USER }]
        : [];
    return withTyped(
      [...all, ...found, ...named],
      search,
      kinds.length > 1 && findPrincipal(search) !== undefined,
    );
  };

async function readUsers(search: string, signal: AbortSignal, { types }: PrincipalWords): Promise<Option[]> {
  const users = await findEntities("user", wordsOf(search), OPTIONS_PER_KIND, signal);
  return users.map(({ id, name, username }) => ({
    value: `user:${id}`,
    label: nameUser({ name, username }),
    detail: `${types.user} · ${username}`,
  }));
}

async function readGroups(search: string, signal: AbortSignal, { types }: PrincipalWords): Promise<Option[]> {
  const groups = await findEntities("group", wordsOf(search), OPTIONS_PER_KIND, signal);
  return groups.map(({ name }) => ({ value: `group:${name}`, label: name, detail: types.group }));
}

async function readApplications(
  search: string,
  signal: AbortSignal,
  { types }: PrincipalWords,
): Promise<Option[]> {
  const applications = await findEntities("application", wordsOf(search), OPTIONS_PER_KIND, signal);
  return applications.map((application) => ({
    value: `application:${application.id}`,
    label: nameApplication(application),
    detail: `${types.application} · ${application.id}`,
  }));
}

async function readAccounts(
  search: string,
  signal: AbortSignal,
  { types }: PrincipalWords,
): Promise<Option[]> {
  // There are many access accounts and few are ever wanted, so they appear only after the user types.
  if (search === "") return [];
  const { body } = await callApi("GET /access-accounts", {
    query: searchQuery(search, OPTIONS_PER_KIND),
    signal,
  });
  return body.items.map(({ id, name, application }) => ({
    value: `access_account:${id}`,
    label: nameAccessAccount(name, id),
    detail: `${types.access_account} · ${application} · ${id}`,
  }));
}

export const searchRoles: Search<Option> = async (search, signal) => {
  const roles = await findEntities("role", wordsOf(search), MAXIMUM_OPTIONS, signal);
  return roles.map(({ name, description }) => ({ value: name, label: name, detail: description }));
};

interface PermissionSearchOptions {
  readonly language: Language;
  /** Describes `orders:*`, which is then an option, too. */
  readonly everyAction?: (resource: string) => string;
}

/**
 * Searches the catalogue: actions of resources, and permissions without a resource. The server searches by the prefix
 * of a resource's name; this function also matches actions (`read` finds `orders:read`) in the first resources.
 */
export const createPermissionSearch =
  ({ language, everyAction }: PermissionSearchOptions): Search<Option> =>
  async (search, signal, onSkipped) => {
    const [resource = ""] = search.split(":", 1);
    const ofResources = async (): Promise<Option[]> => {
      const [named, first] = await Promise.all([
        findEntities("resource", wordsOf(resource), MAXIMUM_OPTIONS, signal),
        findEntities("resource", "", MAXIMUM_OPTIONS, signal),
      ]);
      const resources = new Map([...named, ...first].map((one) => [one.name, one]));
      return [...resources.values()].flatMap(({ name, actions }): Option[] => [
        ...Object.entries(actions).map(([action, { description }]) =>
          optionFrom(`${name}:${action}`, inLanguage(description, language)),
        ),
        ...(everyAction ? [optionFrom(`${name}:*`, everyAction(name))] : []),
      ]);
    };
    const ofNoResource = async (): Promise<Option[]> => {
      const others = await findEntities("permission", wordsOf(search), MAXIMUM_OPTIONS, signal);
      return others.map(({ name, description }) => optionFrom(name, inLanguage(description, language)));
    };
    let isWhole = true;
    const all = await mergeSearches([ofResources(), ofNoResource()], (permission) => {
      isWhole = false;
      onSkipped(permission);
    });
    const found = all.filter(({ value }) => value.includes(search)).slice(0, 60);
    // A user without the permission to read the catalogue can still name a permission.
    return withTyped(found, search, !isWhole && search !== "");
  };

/**
 * Finds instances by `orders/42`, by the name of their resource, and by their id alone in the first resources. An
 * unregistered instance is an option as it was typed.
 */
export const searchInstances: Search<Option> = async (search, signal, onSkipped) => {
  const [, name, id] = /^([^/]+)\/(.*)$/.exec(search) ?? [];
  if (name === undefined) {
    const texts = search.trim() === "" ? [""] : [search, ""];
    const [named, first] = await Promise.all(
      texts.map((text) => findEntities("resource", wordsOf(text), OPTIONS_PER_KIND, signal)),
    );
    const names = new Set(named?.map((resource) => resource.name));
    const others = first?.filter((resource) => !names.has(resource.name)) ?? [];
    const pages = await Promise.all([
      ...Array.from(names, (resource) => readInstances(resource, "", signal)),
      ...others.map((resource) => readInstances(resource.name, search, signal)),
    ]);
    return pages.flat();
  }
  return withTyped(
    await mergeSearches([readInstances(name, id ?? "", signal)], onSkipped),
    search,
    id !== "",
  );
};

async function readInstances(name: string, id: string, signal: AbortSignal): Promise<Option[]> {
  const given = { params: { name }, query: searchQuery(id, MAXIMUM_OPTIONS), signal };
  const { body } = await callApi("GET /resources/{name}/instances", given);
  return body.items.map(({ resource, id, parent }) => ({
    value: `${resource}/${id}`,
    label: `${resource}/${id}`,
    detail: parent === undefined ? undefined : `↳ ${parent}`,
  }));
}

/** The API takes no more words. A command for the palette may have more than a name. */
const MAX_WORDS = 8;

const wordsOf = (text: string): string => text.trim().split(/\s+/u).slice(0, MAX_WORDS).join(" ");

function searchQuery(text: string, limit: number) {
  const search = wordsOf(text);
  return { limit, ...(search !== "" && { search }) };
}

const optionFrom = (value: string, detail: string | undefined): Option => ({ value, label: value, detail });

const withTyped = (found: readonly Option[], typed: string, fits: boolean): readonly Option[] =>
  fits && !found.some(({ value }) => value === typed) ? [...found, optionFrom(typed, undefined)] : found;

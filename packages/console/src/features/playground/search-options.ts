import { callApi } from "../../api/call-api.ts";
import { nameAccessAccount, nameApplication, nameUser } from "../../components/principals/name-principal.ts";
import { createPermissionSearch } from "../../components/principals/search-options.ts";
import type { Option } from "../../components/search/option.ts";
import type { Search } from "../../components/search/use-search.ts";
import type { Language } from "../../texts/language.ts";

const SHOWN = 12;
const OPENID_ITEMS = ["openid", "profile", "email", "phone", "address", "offline_access"];

const asked = (search: string) => ({ limit: SHOWN, ...(search !== "" && { search }) });

/** Finds applications, and access accounts by key or name. */
export const searchClients: Search<Option> = async (search, signal) => {
  const [applications, accounts] = await Promise.all([
    callApi("GET /applications", { query: asked(search), signal }),
    callApi("GET /access-accounts", { query: asked(search), signal }),
  ]);
  return [
    ...applications.body.items.map(({ id, client_id = id, name }) => ({
      value: client_id,
      label: nameApplication({ name, client_id }),
      detail: client_id,
    })),
    ...accounts.body.items.map(({ id, name, application }) => ({
      value: id,
      label: nameAccessAccount(name, id),
      detail: `${application} · ${id}`,
    })),
  ];
};

export const searchUsers: Search<Option> = async (search, signal) => {
  const { body } = await callApi("GET /users", { query: asked(search), signal });
  return body.items.map(({ id, name, username }) => ({
    value: id,
    label: nameUser({ name, username }),
    detail: username,
  }));
};

/** Finds resources by their identifiers, as RFC 8707 names them. */
export const searchResources: Search<Option> = async (search, signal) => {
  const { body } = await callApi("GET /resources", { query: asked(search), signal });
  return body.items.map(({ name, identifier }) => ({ value: identifier, label: identifier, detail: name }));
};

/** Finds scopes: those of OpenID Connect, the catalogue, and the wildcard of each resource. */
export function createScopeSearch(language: Language): Search<Option> {
  const searchPermissions = createPermissionSearch({ language, everyAction: (resource) => `${resource}:*` });
  return async (search, signal, onSkipped) => {
    const identity = OPENID_ITEMS.filter((item) => item.includes(search)).map((item) => ({
      value: item,
      label: item,
    }));
    return [...identity, ...(await searchPermissions(search, signal, onSkipped))];
  };
}

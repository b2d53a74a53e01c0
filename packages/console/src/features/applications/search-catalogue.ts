import { callApi } from "../../api/call-api.ts";
import type { Option } from "../../components/search/option.ts";
import { mergeSearches, type Search } from "../../components/search/use-search.ts";
import { OIDC_SCOPES } from "./oidc-scopes.ts";

const SHOWN = 20;

export const searchResources: Search<Option> = async (text, signal) => {
  const { body } = await callApi("GET /resources", { query: { search: text, limit: SHOWN }, signal });
  return body.items.map(({ name, identifier }) => ({ value: name, label: name, detail: identifier }));
};

/** Finds permissions by prefix: those of resources, including `orders:*`, and those without a resource. */
export const searchPermissions: Search<Option> = async (text, signal, onSkipped) => {
  const [resource = "", action] = text.split(":");
  const query = (search: string) => ({ query: { search, limit: SHOWN }, signal });
  const ofResources = callApi("GET /resources", query(resource)).then(({ body }) =>
    body.items
      .filter(({ name }) => action === undefined || name === resource)
      .flatMap(({ name, actions }): readonly Option[] => [
        ...(hasPrefix("*", action) ? [{ value: `${name}:*`, label: `${name}:*` }] : []),
        ...Object.entries(actions)
          .filter(([one]) => hasPrefix(one, action))
          .map(([one, { description }]) => asOption(`${name}:${one}`, description)),
      ]),
  );
  const others = callApi("GET /permissions", query(text)).then(({ body }) =>
    body.items.map(({ name, description }) => asOption(name, description)),
  );
  return mergeSearches([ofResources, others], onSkipped);
};

/** Finds delegated scopes: the same permissions, and the scopes of OpenID Connect. */
export const searchScopes: Search<Option> = async (text, signal, onSkipped) => {
  const own = OIDC_SCOPES.filter((scope) => scope.startsWith(text));
  return [
    ...own.map((scope) => ({ value: scope, label: scope, detail: "OpenID Connect" })),
    ...(await searchPermissions(text, signal, onSkipped)),
  ];
};

const hasPrefix = (name: string, prefix: string | undefined): boolean =>
  prefix === undefined || name.startsWith(prefix);

const asOption = (value: string, description: Readonly<Record<string, string>>): Option => ({
  value,
  label: value,
  detail: describe(description),
});

/** Returns the description in the language of the page, else in English, else in any language. */
const describe = (description: Readonly<Record<string, string>>): string | undefined =>
  description[document.documentElement.lang.split("-")[0] ?? "en"] ??
  description.en ??
  Object.values(description)[0];

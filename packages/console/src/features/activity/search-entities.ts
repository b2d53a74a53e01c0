import { callApi } from "../../api/call-api.ts";
import { nameApplication, nameUser } from "../../components/principals/name-principal.ts";
import type { Option } from "../../components/search/option.ts";
import { mergeSearches, type Search } from "../../components/search/use-search.ts";

const SHOWN_PER_KIND = 5;

/**
 * Searches the entities of events: users, applications, roles, groups, resources, or the exact input
 * (`file:demo.yaml`).
 */
export const createEntitySearch =
  (kinds: Readonly<Record<string, string>>): Search<Option> =>
  async (text, signal, onSkipped) => {
    const given = { query: { limit: SHOWN_PER_KIND, ...(text !== "" && { search: text }) }, signal };
    const named = (kind: string, id: string, label = id): Option => ({
      value: `${kind}:${id}`,
      label,
      detail: `${kinds[kind] ?? kind} · ${id}`,
    });
    const answers = [
      callApi("GET /users", given).then(({ body }) =>
        body.items.map(({ id, name, username }) => ({
          value: `user:${id}`,
          label: nameUser({ name, username }),
          detail: `${kinds.user} · ${username}`,
        })),
      ),
      callApi("GET /applications", given).then(({ body }) =>
        body.items.map(({ id, client_id = id, name }) =>
          named("application", client_id, nameApplication({ name, client_id })),
        ),
      ),
      callApi("GET /roles", given).then(({ body }) => body.items.map(({ name }) => named("role", name))),
      callApi("GET /groups", given).then(({ body }) => body.items.map(({ name }) => named("group", name))),
      callApi("GET /resources", given).then(({ body }) =>
        body.items.map(({ name }) => named("resource", name)),
      ),
    ];
    const found = await mergeSearches<Option>(answers, onSkipped);
    const typed =
      text === "" || found.some(({ value }) => value === text) ? [] : [{ value: text, label: text }];
    return [...found, ...typed];
  };

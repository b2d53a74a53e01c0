import { useQueries } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import type { Language } from "../../../texts/language.ts";
import type { Application, Consent } from "../application.ts";
import { OIDC_SCOPES } from "../search-catalogue.ts";

export interface AskedItem {
  readonly scope: string;
  readonly consent: Consent;
  /** The name of its resource; none for OpenID Connect's own items and for permissions of no resource. */
  readonly resource?: string;
  readonly description?: string;
}

type Description = Readonly<Record<string, string>>;
interface Described {
  readonly name: string;
  /** By action; a permission of no resource has one without a name. */
  readonly actions: Readonly<Record<string, Description>>;
}

/** Everything that it may ask for, one by one, described as the catalogue does. `orders:*` is what it stands for. */
export function useAskedItems({ delegated = [] }: Application, language: Language): readonly AskedItem[] {
  const names = [
    ...new Set(
      delegated.filter(({ scope }) => !isOidc(scope)).map(({ scope }) => scope.split(":")[0] ?? scope),
    ),
  ];
  const catalogue = useQueries({
    queries: names.map((name) => ({
      queryKey: ["consent preview", name, delegated.some(({ scope }) => scope.startsWith(`${name}:`))],
      queryFn: () =>
        describe(
          name,
          delegated.some(({ scope }) => scope.startsWith(`${name}:`)),
        ),
      retry: false,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.name, data]] : []))),
  });
  return delegated.flatMap(({ scope, consent = "required" }) => {
    if (isOidc(scope)) return [{ scope, consent }];
    const [name = scope, action] = scope.split(":");
    const actions = catalogue.get(name)?.actions ?? {};
    if (action === undefined) return [{ scope, consent, ...said(actions[""], language) }];
    // What is named by itself has a consent of its own.
    const named = (one: string) => delegated.some((item) => item.scope === `${name}:${one}`);
    const wanted = action === "*" ? Object.keys(actions).filter((one) => !named(one)) : [action];
    return wanted.map((one) => ({
      scope: `${name}:${one}`,
      consent,
      resource: name,
      ...said(actions[one], language),
    }));
  });
}

async function describe(name: string, isResource: boolean): Promise<Described> {
  if (!isResource) {
    const { body } = await callApi("GET /permissions/{name}", { params: { name } });
    return { name, actions: { "": body.description } };
  }
  const { body } = await callApi("GET /resources/{name}", { params: { name } });
  const actions = Object.entries(body.actions).map(([action, { description }]) => [action, description]);
  return { name, actions: Object.fromEntries(actions) as Described["actions"] };
}

const said = (
  description: Description | undefined,
  language: Language,
): { readonly description?: string } => {
  const words = description?.[language] ?? description?.en ?? Object.values(description ?? {})[0];
  return words === undefined ? {} : { description: words };
};

export const isOidc = (scope: string): scope is (typeof OIDC_SCOPES)[number] =>
  OIDC_SCOPES.some((one) => one === scope);

import { useQueries } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { inLanguage } from "../../../components/principals/search-options.ts";
import type { Language } from "../../../texts/language.ts";
import type { Application, Consent } from "../application.ts";
import { isOidc } from "../search-catalogue.ts";

export interface AskedItem {
  readonly scope: string;
  readonly consent: Consent;
  /** The resource of the item; undefined for OpenID Connect scopes and permissions without a resource. */
  readonly resource?: string;
  readonly description?: string;
}

type Description = Readonly<Record<string, string>>;
interface Described {
  readonly name: string;
  /** The descriptions by action; a permission without a resource has one with an empty name. */
  readonly actions: Readonly<Record<string, Description>>;
}

/** Lists the scopes that the application may request, with the catalogue's descriptions. `orders:*` is expanded. */
export function useAskedItems({ delegated = [] }: Application, language: Language): readonly AskedItem[] {
  const names = [
    ...new Set(
      delegated.filter(({ scope }) => !isOidc(scope)).map(({ scope }) => scope.split(":")[0] ?? scope),
    ),
  ];
  const isResource = (name: string) => delegated.some(({ scope }) => scope.startsWith(`${name}:`));
  const catalogue = useQueries({
    queries: names.map((name) => ({
      queryKey: ["consent preview", name, isResource(name)],
      queryFn: () => readDescriptions(name, isResource(name)),
      retry: false,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.name, data]] : []))),
  });
  return delegated.flatMap(({ scope, consent = "required" }) => {
    if (isOidc(scope)) return [{ scope, consent }];
    const [name = scope, action] = scope.split(":");
    const actions = catalogue.get(name)?.actions ?? {};
    if (action === undefined) return [{ scope, consent, ...descriptionIn(language, actions[""]) }];
    // An action with its own entry has its own consent mode.
    const named = (one: string) => delegated.some((item) => item.scope === `${name}:${one}`);
    const wanted = action === "*" ? Object.keys(actions).filter((one) => !named(one)) : [action];
    return wanted.map((one) => ({
      scope: `${name}:${one}`,
      consent,
      resource: name,
      ...descriptionIn(language, actions[one]),
    }));
  });
}

async function readDescriptions(name: string, isResource: boolean): Promise<Described> {
  if (!isResource) {
    const { body } = await callApi("GET /permissions/{name}", { params: { name } });
    return { name, actions: { "": body.description } };
  }
  const { body } = await callApi("GET /resources/{name}", { params: { name } });
  const actions = Object.entries(body.actions).map(([action, { description }]) => [action, description]);
  return { name, actions: Object.fromEntries(actions) as Described["actions"] };
}

const descriptionIn = (
  language: Language,
  description: Description = {},
): { readonly description?: string } => {
  const text = inLanguage(description, language);
  return text === undefined ? {} : { description: text };
};

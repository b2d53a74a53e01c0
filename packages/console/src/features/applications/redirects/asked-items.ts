import { useQueries } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import type { Language } from "../../../texts/language.ts";
import type { Application } from "../application.ts";
import { isOidc } from "../oidc-scopes.ts";
import { type AskedItem, type Described, describeAskedItems } from "./describe-asked-items.ts";

/** Lists the scopes that the application may request, with the catalogue's names and descriptions. */
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
  return describeAskedItems(delegated, catalogue, language);
}

async function readDescriptions(name: string, isResource: boolean): Promise<Described> {
  if (!isResource) {
    const { body } = await callApi("GET /permissions/{name}", { params: { name } });
    return { name, actions: { "": body.description } };
  }
  const { body } = await callApi("GET /resources/{name}", { params: { name } });
  const actions = Object.entries(body.actions).map(([action, { description }]) => [action, description]);
  return {
    name,
    ...(body.display_name && { displayName: body.display_name }),
    actions: Object.fromEntries(actions) as Described["actions"],
  };
}

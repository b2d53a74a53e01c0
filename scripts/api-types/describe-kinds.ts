import { KINDS } from "../../packages/server/src/directory/kinds/kinds.ts";
import type { OpenApi, Operation } from "./open-api.ts";

const HEADING = "// Made by `npm run api:types` from the kinds of the server. Do not edit.\n\n";

/** Lists below another entity; the others are at the name of their table. */
const PATHS: Readonly<Record<string, string>> = {
  access_account: "/applications/{client_id}/access-accounts",
  instance: "/resources/{name}/instances",
};

/** What the console has to know of the kinds that it lists: their calls, permissions, members, sorts and filters. */
export function describeKinds(document: OpenApi): string {
  const listed = Object.entries(KINDS).filter(([, { sorts }]) => sorts.length > 0);
  const kinds = listed.map(([name, kind]) => [name, describeKind(name, kind, document)]);
  return `${HEADING}export const KINDS = ${JSON.stringify(Object.fromEntries(kinds))} as const;\n`;
}

type AnyKind = (typeof KINDS)[keyof typeof KINDS];

function describeKind(name: string, { table, fields, sorts, filters, searched }: AnyKind, document: OpenApi) {
  const list = `/api/v1${PATHS[name] ?? `/${table}`}`;
  const one = Object.keys(document.paths).find((path) => path.startsWith(`${list}/{`) && path.endsWith("}"));
  if (one === undefined) throw new Error(`no path leads to one ${name}`);
  const key = /\{(\w+)\}$/.exec(one)?.[1];
  const find = (method: string, path: string) => document.paths[path]?.[method];
  const nameOf = (method: string, path: string) =>
    find(method, path) && `${method.toUpperCase()} ${path.replace("/api/v1", "")}`;
  const permissionOf = (operation: Operation | undefined) =>
    operation?.security?.[0]?.token?.[0]?.replace("licet:", "");
  const members = Object.values(fields).flatMap(({ wire }) => (wire === false ? [] : [wire]));
  const read = find("get", one)?.responses["200"]?.content?.["application/json"]?.schema;
  const { properties = {} } = document.components.schemas[read?.$ref?.split("/").at(-1) ?? ""] ?? {};
  return {
    list: nameOf("get", list),
    create: nameOf("post", list),
    read: nameOf("get", one),
    write: nameOf("put", one),
    remove: nameOf("delete", one),
    key,
    mayRead: permissionOf(find("get", list)),
    mayWrite: permissionOf(find("put", one) ?? find("post", list)),
    members: members.filter((member) => member !== key),
    textLists: members.filter((member) => properties[member]?.items?.type === "string"),
    sorts,
    filters: Object.keys(filters),
    isSearched: searched.length > 0,
  };
}

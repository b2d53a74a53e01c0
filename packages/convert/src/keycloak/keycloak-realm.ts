import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import {
  type ExportFile,
  type ExportRecord,
  entriesOf,
  isRecord,
  recordOf,
  recordsOf,
  textOf,
} from "../export-values.ts";

/** One realm of Keycloak, from one or several files. */
export interface KeycloakRealm {
  readonly name: string;
  readonly displayName: string | undefined;
  readonly defaultRole: string;
  /** The realm's own members: settings, identity providers and so on. */
  readonly settings: ExportRecord;
  readonly realmRoles: readonly ExportRecord[];
  readonly clientRoles: ReadonlyMap<string, readonly ExportRecord[]>;
  readonly clients: readonly ExportRecord[];
  readonly groups: readonly ExportRecord[];
  readonly users: readonly ExportRecord[];
}

/** Keycloak has these in every realm. Licet has its own console and account pages. */
const OWN_CLIENTS = [
  "account",
  "account-console",
  "admin-cli",
  "broker",
  "realm-management",
  "security-admin-console",
];
const OWN_ROLES = ["offline_access", "uma_authorization"];
export const isOwnRole = (name: string): boolean => OWN_ROLES.includes(name);

/** Reads a realm export: one file, or one with the realm and others with users. */
export function readRealm(files: readonly ExportFile[]): KeycloakRealm {
  const parts = files.flatMap(readParts);
  const names = [...new Set(parts.map(({ realm }) => String(realm)))];
  const [name = ""] = names;
  if (names.length > 1)
    throw new InvalidInputError(
      `the files have ${names.length} realms (${names.join(", ")}); convert one at a time: kc.sh export --realm ${name}`,
    );
  const isOwnClient = (clientId: string) => OWN_CLIENTS.includes(clientId) || clientId === `${name}-realm`;
  const all = (member: string) => parts.flatMap((part) => entriesOf(part[member]));
  const settings = parts.find((part) => "roles" in part || "clients" in part) ?? parts[0] ?? {};
  const roles = parts.map((part) => recordOf(part.roles));
  return {
    name,
    displayName: textOf(settings.displayName),
    defaultRole: textOf(recordOf(settings.defaultRole).name) ?? `default-roles-${name.toLowerCase()}`,
    settings,
    realmRoles: roles
      .flatMap(({ realm }) => entriesOf(realm))
      .filter(({ name: role }) => !isOwnRole(String(role))),
    clientRoles: new Map(
      roles
        .flatMap(({ client }) => Object.entries(recordOf(client)))
        .filter(([clientId]) => !isOwnClient(clientId))
        .map(([clientId, list]) => [
          clientId,
          entriesOf(list).filter(({ name: role }) => role !== "uma_protection"),
        ]),
    ),
    clients: all("clients").filter(({ clientId }) => !isOwnClient(String(clientId))),
    groups: all("groups"),
    users: all("users"),
  };
}

/** A file has one realm, or a list of them. */
function readParts({ name, data }: ExportFile): readonly ExportRecord[] {
  const parts = Array.isArray(data) ? data : [data];
  if (parts.length > 0 && parts.every((part) => isRecord(part) && textOf(part.realm) !== undefined))
    return recordsOf(parts);
  throw new InvalidInputError(
    `${name} is no realm export of Keycloak: it has no member "realm". Make one with kc.sh export --realm NAME --file FILE`,
  );
}

/** The key of a role in a draft: a role of the realm, or one of a client. */
export const roleKey = (role: string, clientId?: string): string =>
  JSON.stringify(clientId === undefined ? [role] : [clientId, role]);

import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  parsePrincipalKey,
} from "@licet/engine/internal/values/principal-key.ts";
import { quote } from "../../input/schemas.ts";
import { accessAccountName, type PrincipalName } from "../change.ts";
import { findUserId } from "./find-user-id.ts";
import { ambiguous, notFound, reused } from "./issues.ts";
import type { NamedClient, PlannedClients } from "./plan-applications.ts";
import type { GroupNames } from "./plan-groups.ts";
import type { UserIds } from "./plan-users.ts";
import type { Planning } from "./planning.ts";

export interface KnownPrincipals {
  readonly users: UserIds;
  readonly groups: GroupNames;
  readonly clients: PlannedClients;
}

/** The key of a principal, or why it has none. */
export type Resolved = { readonly key: PrincipalKey } | { readonly issue: DescribedIssue };

/** `user:alice` → `user:usr_…`, `application:Nightly reports` → `application:reports`. An id wins over a name. */
export async function resolvePrincipal(
  planning: Planning,
  known: KnownPrincipals,
  text: string,
): Promise<Resolved> {
  // The schema has already refused all other forms.
  const { type, id: name } = parsePrincipalKey(text as PrincipalKey);
  if (type === "user") {
    if (name === "*") return { key: EVERY_USER };
    const id = await findUserId(planning, known.users, name);
    if (id !== undefined) return { key: formatPrincipalKey("user", id) };
    return { issue: notFound("user", name, known.users.keys()) };
  }
  if (type === "group") {
    const issue = await known.groups.findIssue(name);
    return issue === undefined ? { key: formatPrincipalKey("group", name) } : { issue };
  }
  return type === "application"
    ? resolveClient(planning, "application", name, known.clients.applications)
    : resolveClient(planning, "access_account", name, known.clients.accessAccounts);
}

async function resolveClient(
  planning: Planning,
  type: "application" | "access_account",
  name: string,
  inFile: ReadonlyMap<string, NamedClient>,
): Promise<Resolved> {
  if (inFile.has(name) || (await planning.stored.find(type, name)) !== undefined)
    return { key: formatPrincipalKey(type, name) };

  // The entry of the file replaces the stored client, which may still have an older name.
  const stored = await listStored(planning, type);
  const clients = new Map([...stored, ...inFile.values()].map((client) => [client.id, client]));
  const namesakes = [...clients.values()].filter((client) => client.name === name);
  const [only] = namesakes;
  if (only !== undefined && namesakes.length === 1) {
    if (!inFile.has(only.id) && (await planning.stored.isReserved(displayedName(name, only))))
      return { issue: reused(type, name, only.id) };
    return { key: formatPrincipalKey(type, only.id) };
  }
  if (only === undefined) return { issue: notFound(type, name, clients.keys()) };
  const message = `several ${type.replace("_", " ")}s are named ${quote(name)}; name it by its id`;
  return { issue: ambiguous(message, type, name) };
}

const displayedName = (name: string, { applicationId }: NamedClient): PrincipalName =>
  applicationId === undefined ? { kind: "application_name", name } : accessAccountName(applicationId, name);

async function listStored(
  { stored }: Planning,
  type: "application" | "access_account",
): Promise<readonly NamedClient[]> {
  if (type === "application") return stored.list("application");
  return (await stored.list("access_account")).map(({ accessKey, ...account }) => ({
    ...account,
    id: accessKey,
  }));
}

import { describeUser } from "@licet/engine/subject.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { AccessAccount, Application, Client, User } from "../../accounts/entities.ts";
import type { Users } from "../../accounts/users.ts";
import type { Change, Entities, EntityKind } from "../../state/change.ts";

/** The drafted entities of one kind: their last value, or undefined for a deleted one. */
function lastValues<K extends EntityKind>(
  kind: K,
  changes: readonly Change[],
  idOf: (value: Entities[K]) => string,
): ReadonlyMap<string, Entities[K] | undefined> {
  const values = new Map<string, Entities[K] | undefined>();
  for (const change of changes) {
    if (change.kind !== kind) continue;
    const value = change.value as Entities[K];
    values.set(idOf(value), change.op === "put" ? value : undefined);
  }
  return values;
}

/** The users as they would be after these changes, as subjects of permission questions. */
export function createDraftUsers(
  base: Pick<Users, "find">,
  changes: readonly Change[],
): Pick<Users, "findSubject"> {
  const drafted = lastValues("user", changes, ({ id }) => id);
  const hasUsername = (name: string) => (user: User | undefined) => user?.username === name;
  const find = async (idOrName: string): Promise<User | undefined> => {
    if (drafted.has(idOrName)) return drafted.get(idOrName);
    const renamed = [...drafted.values()].find(hasUsername(idOrName));
    if (renamed) return renamed;
    const user = await base.find(idOrName);
    // The draft has removed this username, or given it to another user.
    return user && drafted.has(user.id) ? undefined : user;
  };
  return {
    async findSubject(idOrName) {
      const user = await find(idOrName);
      return user && describeUser(user);
    },
  };
}

/**
 * The applications and access accounts after these changes. Secrets and the registration times of redirect URIs do
 * not matter here.
 */
export function createDraftClients(base: Clients, changes: readonly Change[]): Clients {
  const applications = lastValues("application", changes, ({ id }) => id);
  const accounts = lastValues("access_account", changes, ({ accessKey }) => accessKey);
  const deleted = deletedApplications(changes);

  const findApplication = async (id: string): Promise<Application | undefined> =>
    applications.has(id) ? applications.get(id) : (await base.find(id))?.application;

  const findAccount = async (id: string, stored: Client | undefined): Promise<AccessAccount | undefined> => {
    if (accounts.has(id)) return accounts.get(id);
    const account = stored?.accessAccount;
    return account && !deleted.has(account.applicationId) ? account : undefined;
  };

  return {
    ...base,
    async find(clientId) {
      const stored = await base.find(clientId);
      const { secrets = [], redirects = [] } = stored ?? {};
      const accessAccount = await findAccount(clientId, stored);
      if (accessAccount) {
        const application = await findApplication(accessAccount.applicationId);
        return application && { id: clientId, application, redirects, accessAccount, secrets };
      }
      if (stored?.accessAccount) return undefined;
      const application = await findApplication(clientId);
      return application && { id: clientId, application, redirects, secrets };
    },
  };
}

/** The applications that the draft deletes at any point: their stored access accounts are deleted with them. */
const deletedApplications = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap((change) =>
      change.kind === "application" && change.op === "delete" ? [change.value.id] : [],
    ),
  );

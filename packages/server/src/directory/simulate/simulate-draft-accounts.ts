import { describeUser } from "@licet/engine/internal/subject.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { AccessAccount, Application, Client, User } from "../../accounts/entities.ts";
import type { Users } from "../../accounts/users.ts";
import { type Change, entityId } from "../change.ts";
import { draftedValues } from "./drafted-values.ts";

/** The users as they would be after these changes, as subjects of permission questions. */
export function createDraftUsers(
  base: Pick<Users, "find">,
  changes: readonly Change[],
): Pick<Users, "findSubject"> {
  const drafted = draftedValues("user", changes);
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
  const applications = draftedValues("application", changes);
  const accounts = draftedValues("access_account", changes);
  // Also one that is drafted again: the stored access accounts of an application are deleted with it.
  const deleted = new Set(
    changes.filter(({ op, kind }) => op === "delete" && kind === "application").map(entityId),
  );

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

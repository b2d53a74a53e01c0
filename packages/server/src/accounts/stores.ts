import type { EpochSeconds } from "../core/time.ts";
import type { AccessAccount, Application, Secret, User } from "./entities.ts";

/** An application or an access account with its secrets, expired ones included. */
export type ClientRow =
  | { readonly application: Application; readonly secrets: readonly Secret[] }
  | { readonly accessAccount: AccessAccount; readonly secrets: readonly Secret[] };

export interface ClientStore {
  /** By client_id or access key. */
  find(clientId: string): Promise<{ readonly revision: number; readonly value: ClientRow | undefined }>;
  /** Remembers when secrets were last used; older times never overwrite newer ones. Not a change of state. */
  recordUse(lastUsed: ReadonlyMap<string, EpochSeconds>): Promise<void>;
}

export interface UserStore {
  find(id: string): Promise<{ readonly revision: number; readonly value: User | undefined }>;
  findIdByUsername(
    username: string,
  ): Promise<{ readonly revision: number; readonly value: string | undefined }>;
}

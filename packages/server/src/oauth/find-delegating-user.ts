import type { User } from "../accounts/entities.ts";
import { passwordStamp } from "../accounts/passwords/password-stamp.ts";
import type { Users } from "../accounts/users.ts";
import type { Delegation } from "./delegation.ts";

/** The user behind a delegation, as long as they may act and have the password that they had when they gave it. */
export async function findDelegatingUser(users: Users, delegation: Delegation): Promise<User | undefined> {
  const user = await users.find(delegation.userId);
  return user?.id === delegation.userId && mayDelegate(user, delegation) ? user : undefined;
}

export const mayDelegate = (
  user: Pick<User, "enabled" | "passwordHash"> | undefined,
  { passwordStamp: stamp }: Pick<Delegation, "passwordStamp">,
): boolean => user?.enabled === true && passwordStamp(user) === stamp;

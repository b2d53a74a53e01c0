import type { User } from "../accounts/entities.ts";
import { passwordStamp } from "../accounts/passwords/password-stamp.ts";
import type { Users } from "../accounts/users.ts";
import type { Delegation } from "./delegation.ts";

/** The user behind a delegation, as long as they may act and have the password that they had when they gave it. */
export async function findDelegatingUser(
  users: Users,
  { userId, passwordStamp: stamp }: Delegation,
): Promise<User | undefined> {
  const user = await users.find(userId);
  return user?.id === userId && user.enabled && passwordStamp(user) === stamp ? user : undefined;
}

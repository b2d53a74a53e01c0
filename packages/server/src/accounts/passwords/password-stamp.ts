import { hash } from "node:crypto";
import type { User } from "../entities.ts";

/**
 * Names the password a user has now. Sessions and delegations remember the one they began with. Those there are end
 * with the change; one that begins beside it, with the password from before, is over by this.
 */
export const passwordStamp = ({ passwordHash }: Pick<User, "passwordHash">): string =>
  hash("sha256", passwordHash ?? "", "base64url").slice(0, 22);

import { hash } from "node:crypto";
import type { User } from "../entities.ts";

/**
 * Identifies the present password of a user. Sessions and delegations store the stamp they began with. A change of the
 * password ends those that are stored; one that begins at the same moment has the old stamp, and does not count.
 */
export const passwordStamp = ({ passwordHash }: Pick<User, "passwordHash">): string =>
  hash("sha256", passwordHash ?? "", "base64url").slice(0, 22);

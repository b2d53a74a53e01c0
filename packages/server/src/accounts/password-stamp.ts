import { hash } from "node:crypto";
import type { User } from "./entities.ts";

/**
 * Names the password a user has now. Sessions and delegations remember the one they began with: once it is another,
 * they are over, on every node and without a row being touched.
 */
export const passwordStamp = ({ passwordHash }: Pick<User, "passwordHash">): string =>
  hash("sha256", passwordHash ?? "", "base64url").slice(0, 22);

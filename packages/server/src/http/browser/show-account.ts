import type { User } from "../../accounts/entities.ts";
import type { ShownAccount } from "../pages/parts/account.ts";

/** A user as the pages show it: without the attributes and internal members. */
export const showAccount = ({ username, name, email }: User): ShownAccount => ({
  username,
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
});

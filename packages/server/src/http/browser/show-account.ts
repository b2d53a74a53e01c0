import type { User } from "../../accounts/entities.ts";
import type { ShownAccount } from "../pages/parts/account.ts";

/** A user as the pages show them: what they know of themselves, and nothing that is ours to keep. */
export const showAccount = ({ username, name, email }: User): ShownAccount => ({
  username,
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
});

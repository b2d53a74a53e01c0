import { createContext, use } from "react";
import type { Versioned } from "../../api/use-form-draft.ts";
import type { User } from "./user.ts";

/** The user of the current page. */
export const UserContext = createContext<Versioned<User> | undefined>(undefined);

export function useUser(): Versioned<User> {
  const user = use(UserContext);
  if (!user) throw new Error("a tab of a user stands outside of the user's page");
  return user;
}

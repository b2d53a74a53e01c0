import { createContext, use } from "react";
import type { Versioned } from "../../api/use-draft.ts";
import type { User } from "./user.ts";

/** The user that the tabs of the page are about. */
export const PersonContext = createContext<Versioned<User> | undefined>(undefined);

export function usePerson(): Versioned<User> {
  const person = use(PersonContext);
  if (!person) throw new Error("a tab of a person stands outside of the person's page");
  return person;
}

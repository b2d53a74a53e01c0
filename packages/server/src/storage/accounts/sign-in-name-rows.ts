import { foldCase } from "../../core/values/fold-case.ts";
import { foldSignInName } from "../../core/values/fold-sign-in-name.ts";
import type { Database } from "../tables/schema.ts";

export const SIGN_IN_MEMBERS = ["username", "email"] as const;
export type SignInMember = (typeof SIGN_IN_MEMBERS)[number];

export type SignInNameRow = Database["sign_in_names"];

/** The folded names of a user for the login page, where they differ from the folded names for searches. */
export function signInNameRows(user: {
  readonly id: string;
  readonly username: string;
  readonly email?: string | null | undefined;
}): readonly SignInNameRow[] {
  return SIGN_IN_MEMBERS.flatMap((member) => {
    const written = user[member] ?? "";
    const name = foldSignInName(written);
    return name === foldCase(written) ? [] : [{ user_id: user.id, member, name }];
  });
}

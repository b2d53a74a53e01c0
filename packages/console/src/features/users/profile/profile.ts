import type { JsonObject } from "../../../components/fields/object-rows.ts";
import type { User, UserBody } from "../user.ts";

/** The profile of a user while it is edited: every field has a value. */
export interface Profile {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Undefined while the attributes are invalid. */
  readonly attributes: JsonObject | undefined;
}

export const profileFrom = (user: User): Profile => ({
  username: user.username,
  name: user.name ?? "",
  email: user.email ?? "",
  attributes: user.attributes ?? {},
});

/** Without `enabled`, which keeps its stored value: enabling and disabling are actions of their own. */
export const userBodyFrom = ({ username, name, email, attributes = {} }: Profile): UserBody => ({
  username,
  ...(name !== "" && { name }),
  ...(email !== "" && { email }),
  attributes,
});

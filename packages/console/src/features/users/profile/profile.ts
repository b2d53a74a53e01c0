import type { JsonObject } from "../../../components/fields/object-rows.ts";
import { isEnabled, type User, type UserBody } from "../user.ts";

/** The profile of a user while it is edited: every field has a value. */
export interface Profile {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly enabled: boolean;
  /** Undefined while the attributes are invalid. */
  readonly attributes: JsonObject | undefined;
}

export const profileFrom = (user: User): Profile => ({
  username: user.username,
  name: user.name ?? "",
  email: user.email ?? "",
  enabled: isEnabled(user),
  attributes: user.attributes ?? {},
});

export const userBodyFrom = ({ username, name, email, enabled, attributes = {} }: Profile): UserBody => ({
  username,
  ...(name !== "" && { name }),
  ...(email !== "" && { email }),
  enabled,
  attributes,
});

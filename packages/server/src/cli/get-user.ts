import type { User } from "../accounts/entities.ts";
import { InvalidInputError } from "../core/errors.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import type { Foundation } from "../foundation.ts";

/** By username or id, as it is stored now; `user:alice` is understood as well. */
export async function getUser(foundation: Foundation, text: string): Promise<User> {
  const user = (await find(foundation, text)) ?? (await find(foundation, text.replace(/^user:/, "")));
  if (!user) throw new InvalidInputError(`there is no user ${text}; licet user list shows them`);
  return user;
}

const find = ({ storage: { state } }: Foundation, text: string): Promise<User | undefined> =>
  text.startsWith(ID_PREFIXES.user) ? state.find("user", text) : state.findUserByUsername(text);

import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import type { User } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";

/** Reads a user by username, id or principal key (`user:alice`). */
export async function getUser(services: Pick<Services, "storage">, text: string): Promise<User> {
  const user = (await find(services, text)) ?? (await find(services, text.replace(/^user:/, "")));
  if (!user) throw new InvalidInputError(`there is no user ${text}; licet user list shows them`);
  return user;
}

const find = ({ storage: { state } }: Pick<Services, "storage">, text: string): Promise<User | undefined> =>
  text.startsWith(ID_PREFIXES.user) ? state.find("user", text) : state.findUserByUsername(text);

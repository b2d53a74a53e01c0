import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import type { Client, User } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { type Entities, type EntityKind, kindOf } from "../../directory/kinds/kinds.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";

/** The kinds that have commands of their own, each with its command. */
const COMMANDS = {
  application: "app",
  access_account: "access-account",
  group: "group",
  resource: "resource",
  role: "role",
} as const satisfies Partial<Record<EntityKind, string>>;

export const nounOf = (kind: EntityKind): string => kind.replaceAll("_", " ");

/** Reads an entity by its name, or a principal by its key (`group:support`). */
export async function getEntity<K extends keyof typeof COMMANDS>(
  { storage: { state } }: Pick<Services, "storage">,
  kind: K,
  text: string,
): Promise<Entities[K]> {
  const { names, id } = kindOf(kind);
  const isPrincipal = names !== undefined;
  const name = isPrincipal && text.startsWith(`${kind}:`) ? text.slice(kind.length + 1) : text;
  const found = await state.find(kind, name);
  if (found) return found;
  // Access keys are too much alike for a suggestion.
  const known = kind === "access_account" ? [] : (await state.list(kind)).map(id);
  const hint = didYouMean(name, known) || `; licet ${COMMANDS[kind]} list shows them`;
  throw new InvalidInputError(`there is no ${nounOf(kind)} ${name}${hint}`);
}

/** Reads a user by username, id or principal key (`user:alice`). */
export async function getUser(
  { storage: { state } }: Pick<Services, "storage">,
  text: string,
): Promise<User> {
  const find = (name: string) =>
    name.startsWith(ID_PREFIXES.user) ? state.find("user", name) : state.findUserByUsername(name);
  const user = (await find(text)) ?? (await find(text.replace(/^user:/, "")));
  if (!user) throw new InvalidInputError(`there is no user ${text}; licet user list shows them`);
  return user;
}

export async function getClient({ clients }: Pick<Services, "clients">, clientId: string): Promise<Client> {
  const client = await clients.find(clientId);
  if (client) return client;
  throw new InvalidInputError(
    `there is no application or access account ${clientId}; licet app list and licet access-account list show them`,
  );
}

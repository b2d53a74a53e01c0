import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import type { Client, User } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { type Entities, type EntityKind, kindOf } from "../../directory/kinds/kinds.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "../../directory/own-names.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";

/** How commands name the entities of a kind. */
interface Naming<T> {
  /** `licet app` */
  readonly command: string;
  readonly argument: readonly [name: string, help: string];
  /** One of them, in the examples of the help. */
  readonly example: string;
  /** The members of the output that say which one it is. The first is its name in texts. */
  readonly identify: (value: T) => Readonly<Record<string, string>>;
  /** Licet's own entity of this kind, which stays. */
  readonly own?: string;
}

export type NamedKind = "application" | "access_account" | "group" | "resource" | "role" | "user";

export const NAMES: { readonly [K in NamedKind]: Naming<Entities[K]> } = {
  application: {
    command: "app",
    argument: ["<app>", "a client_id"],
    example: "reports",
    identify: ({ id }) => ({ client_id: id }),
    own: CONSOLE_APPLICATION,
  },
  access_account: {
    command: "access-account",
    argument: ["<access-key>", "an access key, ak_…"],
    example: "ak_laptop",
    identify: ({ accessKey }) => ({ access_key: accessKey }),
  },
  group: {
    command: "group",
    argument: ["<group>", "the group"],
    example: "support",
    identify: ({ name }) => ({ group: name }),
  },
  resource: {
    command: "resource",
    argument: ["<name>", "the resource"],
    example: "orders",
    identify: ({ name }) => ({ resource: name }),
    own: OWN_RESOURCE,
  },
  role: {
    command: "role",
    argument: ["<name>", "the role"],
    example: "clerk",
    identify: ({ name }) => ({ role: name }),
    own: ADMINISTRATOR_ROLE,
  },
  user: {
    command: "user",
    argument: ["<user>", "a username or an id"],
    example: "alice",
    identify: ({ username, id }) => ({ username, id }),
  },
};

export const nounOf = (kind: EntityKind): string => kind.replaceAll("_", " ");

/** The names of these are too many, or too much alike, for a suggestion. */
const NOT_SUGGESTED: readonly EntityKind[] = ["access_account", "user"];

/** Reads an entity by its name, or a principal by its key (`group:support`). */
export async function getEntity<K extends NamedKind>(
  services: Pick<Services, "storage">,
  kind: K,
  text: string,
): Promise<Entities[K]> {
  if (kind === "user") return (await getUser(services, text)) as Entities[K];
  const { state } = services.storage;
  const { names, id } = kindOf(kind);
  const isKey = names !== undefined && text.startsWith(`${kind}:`);
  const name = isKey ? text.slice(kind.length + 1) : text;
  const found = await state.find(kind, name);
  if (found) return found;
  const known = NOT_SUGGESTED.includes(kind) ? [] : (await state.list(kind)).map(id);
  throw notFound(kind, name, didYouMean(name, known));
}

/** Reads a user by username, id or principal key (`user:alice`). */
export async function getUser(
  { storage: { state } }: Pick<Services, "storage">,
  text: string,
): Promise<User> {
  const find = (name: string) =>
    name.startsWith(ID_PREFIXES.user) ? state.find("user", name) : state.findUserByUsername(name);
  const user = (await find(text)) ?? (await find(text.replace(/^user:/, "")));
  if (!user) throw notFound("user", text);
  return user;
}

const notFound = (kind: NamedKind, name: string, suggestion = ""): InvalidInputError =>
  new InvalidInputError(
    `there is no ${nounOf(kind)} ${name}${suggestion || `; licet ${NAMES[kind].command} list shows them`}`,
  );

export async function getClient({ clients }: Pick<Services, "clients">, clientId: string): Promise<Client> {
  const client = await clients.find(clientId);
  if (client) return client;
  throw new InvalidInputError(
    `there is no application or access account ${clientId}; licet app list and licet access-account list show them`,
  );
}

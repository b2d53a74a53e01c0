import { OWN_RESOURCE } from "@licet/engine/internal/own-resource.ts";
import type { z } from "zod";
import type { Topic } from "../../core/feed/change-feed.ts";
import { accessAccount } from "./access-account.ts";
import { application } from "./application.ts";
import type { Area } from "./areas.ts";
import { assignment } from "./assignment.ts";
import type { EntityOf } from "./field.ts";
import { group } from "./group.ts";
import { instance } from "./instance.ts";
import type { Kind } from "./kind.ts";
import { membership } from "./membership.ts";
import { permission } from "./permission.ts";
import type { PrincipalName } from "./principal-name.ts";
import { resource } from "./resource.ts";
import { role } from "./role.ts";
import { secret } from "./secret.ts";
import { user } from "./user.ts";

/** Every kind of entity that a user or a program can change. A kind that others refer to comes before them. */
export const KINDS = {
  resource,
  permission,
  role,
  group,
  user,
  membership,
  instance,
  application,
  access_account: accessAccount,
  secret,
  assignment,
} as const;

export type EntityKind = keyof typeof KINDS;

/** Every kind with the type of its value. */
export type Entities = { [K in EntityKind]: EntityOf<(typeof KINDS)[K]["fields"]> };

export const ENTITY_KINDS = Object.keys(KINDS) as readonly EntityKind[];

type Kinds = typeof KINDS;

/** The kinds that entries describe: those of configuration files, imports and requests. */
export type EntryKind = { [K in EntityKind]: Kinds[K]["section"] extends string ? K : never }[EntityKind];
/** The list of a configuration file that has the entries of a kind. */
export type SectionOf<K extends EntryKind> = Extract<Kinds[K]["section"], string>;
export type EntryOfKind<K extends EntryKind> = z.output<Kinds[K]["entry"]>;

export const ENTRY_KINDS = ENTITY_KINDS.filter((kind): kind is EntryKind => KINDS[kind].section !== false);

/** `AccessAccount`, in the names of schemas and operations. */
export const nounOf = (kind: EntityKind): string =>
  kind.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The kinds of which a change can let somebody do more, and those of which it can leave nobody who administers Licet. */
export type GrantingKind = { [K in EntityKind]: Kinds[K]["grants"] extends true ? K : never }[EntityKind];
export type LockingKind = { [K in EntityKind]: Kinds[K]["locksOut"] extends true ? K : never }[EntityKind];

/** What a token needs to read or to write entities of this kind. */
export const permissionOf = <A extends "read" | "write">(kind: EntityKind, action: A) =>
  `${OWN_RESOURCE}:${KINDS[kind].area.name}.${action}` as const;

/** In the order of the kinds. */
export const AREAS: readonly Area[] = [...new Set(ENTITY_KINDS.map((kind) => KINDS[kind].area))];

export const isEntryKind = (kind: string): kind is EntryKind =>
  (ENTRY_KINDS as readonly string[]).includes(kind);

export const isEntityKind = (kind: string): kind is EntityKind => Object.hasOwn(KINDS, kind);

/** A kind that is only known at run time, for code that treats every kind alike. */
export const kindOf = <K extends EntityKind>(kind: K): KindOf<K> => KINDS[kind] as never;

interface KindOf<K extends EntityKind>
  extends Pick<
    Kind,
    | "table"
    | "section"
    | "area"
    | "owner"
    | "fields"
    | "besides"
    | "ownedEntry"
    | "numbers"
    | "filters"
    | "sorts"
    | "sortColumn"
    | "searched"
    | "owners"
    | "namesOthers"
  > {
  readonly table: (typeof KINDS)[EntityKind]["table"];
  readonly columns: readonly string[];
  id(value: Entities[K]): string;
  topic(value: Entities[K]): Topic;
  names?(value: Entities[K]): readonly PrincipalName[];
  toRow(value: Entities[K]): ReturnType<Kind["toRow"]>;
  fromRow(row: object): Entities[K];
  opens(after: Entities[K], before: Entities[K] | undefined, as: "itself" | "for_users"): boolean;
  members(value: Entities[K]): ReturnType<Kind["members"]>;
  toEntry(value: Entities[K]): ReturnType<Kind["toEntry"]>;
  fromEntry(entry: object, given?: Partial<Entities[K]>, stored?: Entities[K]): Entities[K];
}

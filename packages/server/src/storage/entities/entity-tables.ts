import type { EntityKind } from "../../state/change.ts";
import type { EntitySchema } from "../schema.ts";
import { accessAccountTable, applicationTable, secretTable, userTable } from "./account-tables.ts";
import type { EntityTable } from "./entity-table.ts";
import {
  assignmentTable,
  groupTable,
  instanceTable,
  membershipTable,
  permissionTable,
  resourceTable,
  roleTable,
} from "./permission-tables.ts";

/** The table of every kind. A kind that others refer to comes before them. */
export const entityTables = {
  resource: resourceTable,
  permission: permissionTable,
  role: roleTable,
  group: groupTable,
  user: userTable,
  membership: membershipTable,
  instance: instanceTable,
  application: applicationTable,
  access_account: accessAccountTable,
  secret: secretTable,
  assignment: assignmentTable,
} satisfies { [K in EntityKind]: { table: keyof EntitySchema } };

export const kindsInOrder = Object.keys(entityTables) as EntityKind[];

export const isEntityKind = (kind: string): kind is EntityKind => Object.hasOwn(entityTables, kind);

/**
 * The table of a kind that is only known at run time. Its row type combines all row types, for code that treats every
 * kind alike.
 */
export const tableOf = <K extends EntityKind>(kind: K): EntityTable<K> =>
  entityTables[kind] as unknown as EntityTable<K>;

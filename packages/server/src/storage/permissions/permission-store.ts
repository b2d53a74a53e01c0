import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { ModelData } from "@licet/engine/internal/model.ts";
import { isPrincipalOf, principalId } from "@licet/engine/internal/values/principal-key.ts";
import { sql } from "kysely";
import { inOrder } from "../../core/async/in-order.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import type { AtRevision, PermissionStore } from "../../permissions/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";
import type { Transactions } from "../engine/transactions.ts";
import { type AfterJoin, isPresent, revisionFrom } from "../statements/joined-row.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";
import { readModel } from "./read-model.ts";

const MAX_ANCESTORS = 32;

/**
 * Each reading names its revision. A single statement starts from the one revision row and joins the wanted rows to it,
 * so both come from one snapshot, and the revision is present even when no row is found.
 */
export function createPermissionStore({
  db,
  transactions,
}: Pick<Engine, "db" | "transactions">): PermissionStore {
  const listAssignments = compileOnce<
    { principal: string; group: string },
    AfterJoin<EntitySchema["assignments"]>
  >(["principal", "group"], ({ principal, group }) =>
    db
      .selectFrom("revision")
      .leftJoin("assignments", (join) =>
        join
          .on("assignments.principal", "=", principal)
          // The caller has already found a user or a client. A group is given by its name alone and may not exist.
          .on(sql<boolean>`(${group} = '' or exists (select 1 from groups where groups.id = ${group}))`),
      )
      .select("revision.value as current_revision")
      .select(["assignments.id", ...KINDS.assignment.columns])
      .$castTo<AfterJoin<EntitySchema["assignments"]>>(),
  );

  const listGroups = compileOnce<{ member: string }, { current_revision: number; group_name: string | null }>(
    ["member"],
    ({ member }) =>
      db
        .selectFrom("revision")
        .leftJoin("group_members", (join) => join.on("group_members.member", "=", member))
        .select(["revision.value as current_revision", "group_members.group_name"])
        .orderBy("group_members.group_name"),
  );

  const findInstanceChain = compileOnce<{ key: string }, AfterJoin<EntitySchema["instances"]>>(
    ["key"],
    ({ key }) =>
      db
        .withRecursive("chain(id, resource, instance_id, parent, attributes, depth)", (cte) =>
          cte
            .selectFrom("instances")
            .select(["id", "resource", "instance_id", "parent", "attributes", sql<number>`1`.as("depth")])
            .where("id", "=", key)
            .unionAll(
              cte
                .selectFrom("chain")
                .innerJoin("instances", "instances.id", "chain.parent")
                .select(["instances.id", "instances.resource", "instances.instance_id", "instances.parent"])
                .select(["instances.attributes", sql<number>`chain.depth + 1`.as("depth")])
                .where("chain.depth", "<", MAX_ANCESTORS),
            ),
        )
        .selectFrom("revision")
        .leftJoin("chain", (join) => join.onTrue())
        .select("revision.value as current_revision")
        .select(["chain.id", "chain.resource", "chain.instance_id", "chain.parent", "chain.attributes"])
        .orderBy("chain.depth")
        .$castTo<AfterJoin<EntitySchema["instances"]>>(),
  );

  return {
    loadModel: () => loadModel(transactions),
    async listAssignments(principal: PrincipalKey) {
      const key = lookupKey(principal);
      const group = isPrincipalOf("group", key) ? principalId(key) : "";
      const { rows } = await db.executeQuery(listAssignments.with({ principal: key, group }));
      return atRevision(rows, KINDS.assignment.fromRow);
    },
    async listGroups(member: PrincipalKey) {
      const { rows } = await db.executeQuery(listGroups.with({ member: lookupKey(member) }));
      const groups = rows.flatMap(({ group_name }) => (group_name === null ? [] : [group_name]));
      return { revision: revisionFrom(rows), value: groups };
    },
    async findInstanceChain(instance: InstanceKey) {
      const { rows } = await db.executeQuery(findInstanceChain.with({ key: lookupKey(instance) }));
      return atRevision(rows, KINDS.instance.fromRow);
    },
  };
}

/** Uses several statements, so a transaction reads them from one snapshot. */
const loadModel = ({ readSnapshot }: Transactions): Promise<AtRevision<ModelData>> =>
  readSnapshot(async (trx) => {
    const [{ value: revision }, value] = await inOrder([
      trx.selectFrom("revision").select("value").executeTakeFirstOrThrow(),
      readModel(trx),
    ]);
    return { revision, value };
  });

function atRevision<Row extends { id: string }, T>(
  rows: readonly AfterJoin<Row>[],
  fromRow: (row: Row) => T,
): AtRevision<readonly T[]> {
  return {
    revision: revisionFrom(rows),
    value: rows.filter(isPresent<Row>).map(fromRow),
  };
}

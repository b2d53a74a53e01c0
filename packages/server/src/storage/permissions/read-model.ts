import type { ModelData } from "@licet/engine/internal/model.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { sql } from "kysely";
import { inOrder } from "../../core/async/in-order.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import type { Trx } from "../engine/engine.ts";
import { prefixRange } from "../statements/prefix-range.ts";

/** Catalogue, roles and groups in groups. The statements are sent together. */
export async function readModel(trx: Trx): Promise<ModelData> {
  const [resources, permissions, roles, groupNesting] = await inOrder([
    trx.selectFrom("resources").selectAll().orderBy("id").execute(),
    trx.selectFrom("permissions").selectAll().orderBy("id").execute(),
    trx.selectFrom("roles").selectAll().orderBy("id").execute(),
    trx
      .selectFrom("group_members")
      .selectAll()
      .where(prefixRange(sql.ref("member"), formatPrincipalKey("group", "")))
      .orderBy("id")
      .execute(),
  ]);
  return {
    resources: resources.map(KINDS.resource.fromRow),
    permissions: permissions.map(KINDS.permission.fromRow),
    roles: roles.map(KINDS.role.fromRow),
    groupNesting: groupNesting.map(KINDS.membership.fromRow),
  };
}

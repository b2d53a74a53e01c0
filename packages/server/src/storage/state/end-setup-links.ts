import { appointsAdministrator, type Change } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { later } from "../transactions.ts";

/**
 * The commit that appoints an administrator ends every setup link. This spends the link that was used, and the others
 * stay void when the administrator is removed again.
 */
export async function endSetupLinks(trx: Trx, changes: readonly Change[]): Promise<void> {
  if (changes.some(appointsAdministrator)) await later(trx).deleteFrom("setup_links").execute();
}

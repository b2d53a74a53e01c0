import { appointsAdministrator, type Change } from "../../state/change.ts";
import type { WritingTrx } from "../engine.ts";

/**
 * The commit that appoints an administrator ends every setup link. This spends the link that was used, and the others
 * stay void when the administrator is removed again.
 */
export async function endSetupLinks(trx: WritingTrx, changes: readonly Change[]): Promise<void> {
  if (changes.some(appointsAdministrator)) await trx.later().deleteFrom("setup_links").execute();
}

import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { sql } from "kysely";
import { appointsAdministrator, type Change } from "../../directory/change.ts";
import type { WritingTrx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import { jsonContains } from "../statements/json-contains.ts";

/**
 * Deletes the links for a new password that these principals created, or that were created through them. A link is
 * valid only while its issuer may set the password: an issuer that is enabled or created again must not restore older
 * links.
 */
export async function endResetLinks(
  trx: WritingTrx,
  issuers: {
    readonly users?: readonly string[];
    readonly applications: readonly string[];
    readonly accessKeys: readonly string[];
  },
): Promise<void> {
  const { users = [], applications, accessKeys } = issuers;
  const pieces = [
    ...users.map((id) => member("principal", formatPrincipalKey("user", id))),
    ...applications.map((id) => member("applicationId", id)),
    ...accessKeys.map((id) => member("clientId", id)),
  ];
  for (const chunk of fixedChunks(pieces, AT_ONCE)) {
    const isTheirs = sql.join(
      chunk.map((piece) => jsonContains("issuer", piece)),
      sql` or `,
    );
    await sql`delete from password_resets where ${isTheirs}`.execute(trx.later());
  }
}

/** The number of conditions in one statement; few links exist at any time. */
const AT_ONCE = 32;

const member = (name: "principal" | "applicationId" | "clientId", value: string): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`;

/**
 * The commit that appoints an administrator ends every setup link. This spends the link that was used, and the others
 * stay void when the administrator is removed again.
 */
export async function endSetupLinks(trx: WritingTrx, changes: readonly Change[]): Promise<void> {
  if (changes.some(appointsAdministrator)) await trx.later().deleteFrom("setup_links").execute();
}

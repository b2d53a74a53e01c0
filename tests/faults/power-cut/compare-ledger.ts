import { DatabaseSync } from "node:sqlite";
import { introspect } from "../../security/issue-token.ts";
import { exchange, refresh } from "../../support/sign-in.ts";
import { CALLBACK, DESK } from "../../support/storefront.ts";
import { OPERATOR } from "../support/prepared-storefront.ts";
import type { WriteLedger } from "./write-ledger.ts";

/** What the file itself says after the power cut. */
export function compareFile(file: string, { roles }: WriteLedger): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    const integrity = database.prepare("pragma integrity_check").all();
    const stored = new Set(
      database
        .prepare("select id from roles")
        .all()
        .map(({ id }) => id),
    );
    return [
      ...integrity.flatMap(({ integrity_check }) =>
        integrity_check === "ok" ? [] : [`damaged: ${integrity_check}`],
      ),
      ...roles.filter((role) => !stored.has(role)).map((role) => `${role} was acknowledged and is lost`),
    ];
  } finally {
    database.close();
  }
}

/** What the server says after it has started again. */
export async function compareServer(url: string, ledger: WriteLedger): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const token of ledger.revokedTokens) {
    const { body } = await introspect({ url }, token, OPERATOR);
    if (body.active !== false) wrong.push("a revoked token is accepted again");
  }
  for (const token of ledger.refreshTokens) {
    const { status, text } = await refresh({ url }, token, DESK);
    if (status !== 200) wrong.push(`a refresh token was delivered and is lost: ${text}`);
  }
  // Last, because a code that comes again ends its refresh tokens.
  for (const code of ledger.spentCodes) {
    const { body } = await exchange({ url }, code, { ...DESK, redirect_uri: CALLBACK });
    if (body.error !== "invalid_grant") wrong.push("a spent code gives tokens again");
  }
  return wrong;
}

import type { Assignment } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { isExpired } from "@licet/engine/internal/values/time.ts";
import { readAll } from "../../directory/write/read-all.ts";
import type { Services } from "../../services.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { formatColumns, formatTable } from "../format/output.ts";

/** The members of an entity as lines of two columns. A member without a value has no line. */
export const formatMembers = (members: Readonly<Record<string, string | undefined>>): readonly string[] =>
  formatColumns(
    Object.entries(members).filter((member): member is [string, string] => member[1] !== undefined),
  );

/** The texts of a list as one; undefined when it is empty. */
export const joined = (texts: readonly string[]): string | undefined => texts.join(", ") || undefined;

/** A table after an empty line, or the text that says that there is nothing to list. */
export const formatSection = (
  none: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => ["", ...(rows.length === 0 ? [none] : formatTable(heads, rows))];

export const formatAssignments = (none: string, assignments: readonly Assignment[]): readonly string[] =>
  formatSection(
    none,
    ["ASSIGNED", "ID"],
    assignments.map((assignment) => [formatAssigned(assignment), assignment.id]),
  );

/** The number of live secrets of a client, and its own assignments. */
export async function readClientDetails(
  { clock, storage }: Pick<Services, "clock" | "storage">,
  kind: "application" | "access_account",
  id: string,
): Promise<{ readonly liveSecrets: number; readonly assignments: readonly Assignment[] }> {
  const now = clock.seconds();
  const secrets = await readAll(storage.directory, "secret", { owner: id });
  return {
    liveSecrets: secrets.filter(({ expiresAt }) => !isExpired(expiresAt, now)).length,
    assignments: (await storage.permissions.listAssignments(formatPrincipalKey(kind, id))).value,
  };
}

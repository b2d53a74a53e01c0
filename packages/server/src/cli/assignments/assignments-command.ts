import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { isExpired } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { getUser } from "../entities/get-entity.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import { formatTable } from "../format/output.ts";
import { writeSeconds } from "../format/times.ts";
import { given } from "../options/make-options.ts";
import {
  type NamedInstance,
  type NamedSubject,
  parseInstance,
  parseSubject,
  SUBJECT_HELP,
} from "../options/names.ts";
import { parseLimit } from "../options/parse-limit.ts";

interface ListOptions extends Options {
  readonly principal?: NamedSubject;
  readonly role?: string;
  readonly permission?: string;
  readonly at?: NamedInstance;
  readonly limit: number;
}

export function defineAssignmentsCommand(command: Command, context: CommandContext): void {
  command.description("List who was given what. licet grant and licet revoke change it.");
  defineCommand(command.command("list"), context, {
    summary: "list assignments",
    description: "List assignments: all of them, or those that match every given option.",
    help: `
It lists what was given directly. licet user show also lists what a user has through groups.

Examples:
  licet assignments list --principal user:alice
  licet assignments list --role clerk --output json`,
    add: (it) =>
      it
        .option("--principal <principal>", `${SUBJECT_HELP}; user:* for those of every user`, parseSubject)
        .option("--role <role>", "of this role")
        .option("--permission <permission>", "of this permission, or RESOURCE:*, given without a role")
        .option("--at <instance>", "at exactly this instance, such as orders/42", parseInstance)
        .option("--limit <count>", "the maximum number of assignments", parseLimit, 100),
    async run(services, { principal, role, permission, at, limit }: ListOptions) {
      const key = principal && (await findKey(services, principal));
      const filter = { equals: given({ principal: key, role, permission, at: at?.key }) };
      const { items, next } = await services.storage.directory.page("assignment", { limit, filter });
      const assignments = items.map(({ value }) => value);
      const now = context.clock.seconds();
      const rows = await Promise.all(
        assignments.map(async (each) => [
          await getPrincipalName(services, each.principal),
          each.role === undefined ? (each.permission ?? "") : `role ${each.role}`,
          each.at ?? "",
          each.expiresAt === undefined
            ? ""
            : `${writeSeconds(each.expiresAt)}${isExpired(each.expiresAt, now) ? " (expired)" : ""}`,
          each.when ?? "",
          each.id,
        ]),
      );
      const more = next !== undefined;
      return {
        document: { assignments: assignments.map(writeAssignment), more },
        lines: formatTable(["ASSIGNED TO", "WHAT", "AT", "UNTIL", "WHEN", "ID"], rows),
        notes: more ? ["There are more: narrow it with --principal, --role, … or raise --limit."] : [],
      };
    },
  });
}

/** Assignments name a user by id. */
async function findKey(
  services: Pick<Services, "storage">,
  { type, id, text }: NamedSubject,
): Promise<string> {
  if (type !== "user" || id === "*" || id.startsWith(ID_PREFIXES.user)) return text;
  return formatPrincipalKey("user", (await getUser(services, id)).id);
}

import type { Assignment } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import type { Services } from "../../services.ts";
import { getUser } from "../actions/get-user.ts";
import type { CommandContext } from "../command-context.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import { addOutputOption, formatTable, type OutputOptions, print } from "../format/output.ts";
import { writeSeconds } from "../format/times.ts";
import {
  type NamedInstance,
  type NamedSubject,
  parseInstance,
  parseSubject,
  SUBJECT_HELP,
} from "../options/names.ts";
import { parseLimit } from "../options/parse-limit.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface ListOptions extends SettingOptions, OutputOptions {
  readonly principal?: NamedSubject;
  readonly role?: string;
  readonly permission?: string;
  readonly at?: NamedInstance;
  readonly limit: number;
}

export function defineAssignmentsCommand(command: Command, context: CommandContext): void {
  command.description("List who was given what. licet grant and licet revoke change it.");
  defineList(command.command("list"), context);
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list assignments")
    .description("List assignments: all of them, or those that match every given option.")
    .option("--principal <principal>", `${SUBJECT_HELP}; user:* for those of every user`, parseSubject)
    .option("--role <role>", "of this role")
    .option("--permission <permission>", "of this permission, or RESOURCE:*, given without a role")
    .option("--at <instance>", "at exactly this instance, such as orders/42", parseInstance)
    .option("--limit <count>", "the maximum number of assignments", parseLimit, 100)
    .action((options: ListOptions) => list(context, options))
    .addHelpText(
      "after",
      `
It lists what was given directly. licet user show also lists what a user has through groups.

Examples:
  licet assignments list --principal user:alice
  licet assignments list --role clerk --output json`,
    );
  addSettingOptions(addOutputOption(command));
}

interface ListedAssignment {
  readonly assignment: Assignment;
  readonly principal: string;
}

async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const { terminal, clock } = context;
  const { listed, more } = await withServices(context, options, (services) => readList(services, options));
  const now = clock.seconds();
  const document = {
    assignments: listed.map(({ assignment }) => writeAssignment(assignment)),
    more,
  };
  print(terminal, options, document, () => formatList(listed, now));
  if (more)
    terminal.stderr.write("There are more: narrow it with --principal, --role, … or raise --limit.\n");
}

async function readList(
  services: Pick<Services, "storage" | "users">,
  { principal, role, permission, at, limit }: ListOptions,
): Promise<{ readonly listed: readonly ListedAssignment[]; readonly more: boolean }> {
  const equals = {
    ...(principal && { principal: await findKey(services, principal) }),
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
    ...(at && { at: at.key }),
  };
  const { items, next } = await services.storage.directory.page("assignment", { limit, filter: { equals } });
  const listed = await Promise.all(
    items.map(async ({ value }) => ({
      assignment: value,
      principal: await getPrincipalName(services, value.principal),
    })),
  );
  return { listed, more: next !== undefined };
}

/** Assignments name a user by id. */
async function findKey(
  services: Pick<Services, "storage">,
  { type, id, text }: NamedSubject,
): Promise<string> {
  if (type !== "user" || id === "*" || id.startsWith(ID_PREFIXES.user)) return text;
  return formatPrincipalKey("user", (await getUser(services, id)).id);
}

const formatList = (listed: readonly ListedAssignment[], now: EpochSeconds): readonly string[] =>
  formatTable(
    ["ASSIGNED TO", "WHAT", "AT", "UNTIL", "WHEN", "ID"],
    listed.map(({ assignment: { id, role, permission = "", at = "", when = "", expiresAt }, principal }) => [
      principal,
      role === undefined ? permission : `role ${role}`,
      at,
      expiresAt === undefined
        ? ""
        : `${writeSeconds(expiresAt)}${isExpired(expiresAt, now) ? " (expired)" : ""}`,
      when,
      id,
    ]),
  );

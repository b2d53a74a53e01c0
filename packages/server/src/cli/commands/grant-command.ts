import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { type PlannedAssignment, planAssignment } from "../actions/plan-assignment.ts";
import type { CommandContext } from "../command-context.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { parseInstant } from "../format/times.ts";
import { addGrantOptions, type GrantOptions } from "../options/grant-options.ts";
import { type NamedSubject, parseSubject, SUBJECT_HELP } from "../options/names.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface Options extends SettingOptions, OutputOptions, GrantOptions {
  readonly until?: EpochSeconds;
}

export function defineGrantCommand(command: Command, context: CommandContext): void {
  command
    .description("Assign a role or a permission. Assigning the same again changes only its expiry.")
    .argument("<subject>", `${SUBJECT_HELP}; user:* is every user`, parseSubject)
    .argument("<what>", "a role, a permission, or RESOURCE:* for all of a resource");
  addGrantOptions(command)
    .option("--until <instant>", "until then, such as 2027-01-01T00:00:00Z", parseInstant)
    .action((subject: NamedSubject, what: string, options: Options) => grant(context, subject, what, options))
    .addHelpText(
      "after",
      `
Examples:
  licet grant user:alice clerk
  licet grant application:reports orders:read
  licet grant group:support orders:refund --at orders/42 --until 2027-01-01T00:00:00Z
  licet grant user:alice clerk --when 'request.ip.inNetwork("10.0.0.0/8")'`,
    );
  addSettingOptions(addOutputOption(command));
}

async function grant(
  context: CommandContext,
  subject: NamedSubject,
  what: string,
  options: Options,
): Promise<void> {
  const { terminal, clock } = context;
  if (isExpired(options.until, clock.seconds())) throw new InvalidInputError("--until lies in the past");
  const { effect, assignment, warnings, revision } = await withServices(context, options, (services) =>
    commitDraft(services, () => planAssignment(services, { ...options, subject, what })),
  );
  print(terminal, options, { effect, assignment: writeAssignment(assignment), revision }, () => [
    `${subject.text} ${VERBS[effect]} ${formatAssigned(assignment)} (${assignment.id})`,
  ]);
  for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
}

const VERBS: Readonly<Record<PlannedAssignment["effect"], string>> = {
  created: "was given",
  updated: "now has",
  unchanged: "already has",
};

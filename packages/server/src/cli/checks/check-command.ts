import type { CheckAnswer } from "@licet/engine/answer-check.ts";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { EXIT } from "../exit-code.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { writeSeconds } from "../format/times.ts";
import { addContextOption, addRequestOptions, type ContextOptions } from "../options/context-options.ts";
import {
  INSTANCE_HELP,
  type NamedInstance,
  type NamedSubject,
  parseInstance,
  parseSubject,
  SUBJECT_HELP,
} from "../options/names.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { type NamedCheck, runCheck } from "./run-check.ts";

interface CheckOptions extends SettingOptions, OutputOptions, ContextOptions {}

export function defineCheckCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Check whether a subject has a permission. The exit code is 0 when it is allowed and 4 when it is denied.",
    )
    .argument("<subject>", SUBJECT_HELP, parseSubject)
    .argument("<permission>", "such as orders:read")
    .argument("[instance]", INSTANCE_HELP, parseInstance);
  addContextOption(addRequestOptions(command))
    .action(
      (
        subject: NamedSubject,
        permission: string,
        instance: NamedInstance | undefined,
        options: CheckOptions,
      ) =>
        check(context, options, {
          subject,
          permission,
          ...(instance && { instance }),
          context: options,
        }),
    )
    .addHelpText(
      "after",
      `
An unknown subject or permission is denied. licet explain takes the same arguments and gives the reason.

Examples:
  licet check user:alice orders:read
  licet check user:alice orders:refund orders/42 --ip 10.0.0.7
  licet check application:reports orders:read && echo "may read"`,
    );
  addSettingOptions(addOutputOption(command));
}

async function check(context: CommandContext, options: CheckOptions, named: NamedCheck): Promise<void> {
  const answer = await withServices(context, options, (services) => runCheck(services, named));
  print(context.terminal, options, describeAnswer(answer), () => [formatAnswer(answer)]);
  if (!answer.allowed) context.endWith(EXIT.denied);
}

function describeAnswer(answer: CheckAnswer) {
  const { allowed, revision } = answer;
  if (!answer.allowed) return { allowed, reason: answer.reason, revision };
  const until = formatExpiry(answer);
  return { allowed, until: until ?? null, revision };
}

function formatAnswer(answer: CheckAnswer): string {
  if (!answer.allowed) return `denied, ${answer.reason}`;
  const until = formatExpiry(answer);
  return until === undefined ? "allowed" : `allowed, until ${until}`;
}

function formatExpiry({
  decision: { expiresAt },
}: Extract<CheckAnswer, { allowed: true }>): string | undefined {
  return expiresAt === undefined ? undefined : writeSeconds(expiresAt);
}

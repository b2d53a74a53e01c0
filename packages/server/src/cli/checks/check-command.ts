import type { CheckAnswer } from "@licet/engine/internal/answer-check.ts";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { EXIT } from "../exit-code.ts";
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
import { runCheck } from "./run-check.ts";

interface CheckOptions extends Options, ContextOptions {}

export function defineCheckCommand(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    description:
      "Check whether a subject has a permission. The exit code is 0 when it is allowed and 4 when it is denied.",
    help: `
An unknown subject or permission is denied. licet explain takes the same arguments and gives the reason.

Examples:
  licet check user:alice orders:read
  licet check user:alice orders:refund orders/42 --ip 10.0.0.7
  licet check application:reports orders:read && echo "may read"`,
    add: (it) =>
      addContextOption(
        addRequestOptions(
          it
            .argument("<subject>", SUBJECT_HELP, parseSubject)
            .argument("<permission>", "such as orders:read")
            .argument("[instance]", INSTANCE_HELP, parseInstance),
        ),
      ),
    async run(
      services,
      options: CheckOptions,
      subject: NamedSubject,
      permission: string,
      instance: NamedInstance | undefined,
    ) {
      const named = { subject, permission, ...(instance && { instance }), context: options };
      const printed = printAnswer(await runCheck(services, named));
      if (!printed.document.allowed) context.endWith(EXIT.denied);
      return printed;
    },
  });
}

function printAnswer(answer: CheckAnswer) {
  const { allowed, revision } = answer;
  if (!answer.allowed)
    return {
      document: { allowed, reason: answer.reason, revision },
      lines: [`denied, ${answer.reason}`],
    };
  const { expiresAt } = answer.decision;
  const until = expiresAt === undefined ? null : writeSeconds(expiresAt);
  return {
    document: { allowed, until, revision },
    lines: [until === null ? "allowed" : `allowed, until ${until}`],
  };
}

import type { Command } from "commander";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { writeMilliseconds } from "../format/times.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

type AcceptOptions = SettingOptions & OutputOptions;

export function defineClockCommand(command: Command, context: CommandContext): void {
  command.description("Continue after a clock that was ahead has been corrected.");
  defineAccept(command.command("accept"), context);
}

function defineAccept(command: Command, context: CommandContext): void {
  command
    .summary("accept a time before the stored one")
    .description(
      "Accept the present time, although servers on this database have seen a later one. Codes, tokens and sessions from then live longer by the difference. Restart every server afterwards.",
    )
    .action((options: AcceptOptions) => accept(context, options))
    .addHelpText("after", "\nExample:\n  licet clock accept");
  addSettingOptions(addOutputOption(command));
}

async function accept(context: CommandContext, options: AcceptOptions): Promise<void> {
  const { before, now } = await withServices(context, options, acceptPresent);
  const times = {
    accepted: before !== undefined,
    stored_before: before === undefined ? null : writeMilliseconds(before),
    now: writeMilliseconds(now),
  };
  print(context.terminal, options, times, () =>
    before === undefined
      ? [`It is ${times.now}, and no later time is stored: there is nothing to accept.`]
      : [`It is ${times.now}, and no longer ${times.stored_before}. Restart every server.`],
  );
}

async function acceptPresent({ storage, clock }: Pick<Services, "clock" | "storage">) {
  const now = clock.source;
  const before = await storage.clockMark.find();
  if (before === undefined || before <= now) return { now };
  await storage.clockMark.replace(now);
  const data = { from: writeMilliseconds(before), to: writeMilliseconds(now) };
  await storage.audit.append([{ at: now, type: "clock.accepted", actor: "cli", data }], []);
  return { before, now };
}

import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { writeMilliseconds } from "../format/times.ts";

export function defineClockCommand(command: Command, context: CommandContext): void {
  command.description("Continue after a clock that was ahead has been corrected.");
  defineCommand(command.command("accept"), context, {
    summary: "accept a time before the stored one",
    description:
      "Accept the present time, although servers on this database have seen a later one. Codes, tokens and sessions from then live longer by the difference. Restart every server afterwards.",
    help: ["licet clock accept"],
    async run({ storage, clock }, _: Options) {
      const at = clock.source;
      const now = writeMilliseconds(at);
      const stored = await storage.clockMark.find();
      if (stored === undefined || stored <= at)
        return {
          document: { accepted: false, stored_before: null, now },
          lines: [`It is ${now}, and no later time is stored: there is nothing to accept.`],
        };
      await storage.clockMark.replace(at);
      const before = writeMilliseconds(stored);
      const data = { from: before, to: now };
      await storage.audit.append([{ at, type: "clock.accepted", actor: "cli", data }], []);
      return {
        document: { accepted: true, stored_before: before, now },
        lines: [`It is ${now}, and no longer ${before}. Restart every server.`],
      };
    },
  });
}

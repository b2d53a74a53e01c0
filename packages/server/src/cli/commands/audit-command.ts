import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

type EraseOptions = SettingOptions & OutputOptions;

export function defineAuditCommand(command: Command, context: CommandContext): void {
  command.description("Remove personal data from the audit log.");
  defineErase(command.command("erase"), context);
}

function defineErase(command: Command, context: CommandContext): void {
  command
    .summary("remove the values of one object")
    .description(
      "Remove the values before and after each change of one object from the audit log. That something changed, when and by whom stays. Earlier versions of the object cannot be restored afterwards.",
    )
    .argument("<target>", "the object as events name it, such as user:usr_…; also when it was deleted")
    .action((target: string, options: EraseOptions) => erase(context, target, options))
    .addHelpText("after", "\nExample:\n  licet audit erase user:usr_2f9k3mq7x1c8v5b4n6d0p7w2");
  addSettingOptions(addOutputOption(command));
}

async function erase(context: CommandContext, target: string, options: EraseOptions): Promise<void> {
  if (!/^[a-z_]+:./.test(target))
    throw new InvalidInputError(
      `${JSON.stringify(target)} names no object; write it like user:usr_… or role:clerk`,
    );
  const events = await withServices(context, options, (services) => eraseValues(services, target));
  print(context.terminal, options, { target, events }, () => [
    events === 0
      ? `The audit log has no values of ${target}.`
      : `Removed the values of ${target} from ${events === 1 ? "1 event" : `${events} events`} of the audit log.`,
  ]);
}

async function eraseValues(
  { storage, clock }: Pick<Services, "clock" | "storage">,
  target: string,
): Promise<number> {
  const events = await storage.audit.eraseChanges(target);
  if (events > 0)
    await storage.audit.append(
      [{ at: clock.milliseconds(), type: "audit.erased", actor: "cli", target, data: { events } }],
      [],
    );
  return events;
}

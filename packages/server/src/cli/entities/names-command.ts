import { type Command, Option } from "commander";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { PRINCIPAL_NAME_KINDS, type PrincipalName, type PrincipalNameKind } from "../../state/change.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface ReleaseOptions extends SettingOptions, OutputOptions {
  readonly kind?: PrincipalNameKind;
}

export function defineNamesCommand(command: Command, context: CommandContext): void {
  command.description("Free names that stay reserved after a principal was deleted or renamed.");
  defineRelease(command.command("release"), context);
}

function defineRelease(command: Command, context: CommandContext): void {
  command
    .summary("release a reserved name")
    .description(
      "Release a reserved name: a client id, an access key, a username or a group. Files that still contain it then name the next principal with that name.",
    )
    .argument("<name>", "the name, exactly as it was")
    .addOption(
      new Option("--kind <kind>", "whose name it was; needed when several had it").choices(
        PRINCIPAL_NAME_KINDS,
      ),
    )
    .action((name: string, options: ReleaseOptions) => release(context, name, options))
    .addHelpText(
      "after",
      '\nExamples:\n  licet names release reports\n  licet names release alice --kind user\n  licet names release "Nightly reports" --kind application_name',
    );
  addSettingOptions(addOutputOption(command));
}

async function release(context: CommandContext, name: string, options: ReleaseOptions): Promise<void> {
  const { kind } = await withServices(context, options, (services) =>
    releaseName(services, name, options.kind),
  );
  print(context.terminal, options, { name, kind }, () => [
    `The ${nounOf(kind)} ${JSON.stringify(name)} is free again.`,
  ]);
}

async function releaseName(
  { storage, clock }: Pick<Services, "clock" | "storage">,
  name: string,
  kind: PrincipalNameKind | undefined,
): Promise<PrincipalName> {
  const { state } = storage;
  const candidates = (kind === undefined ? PRINCIPAL_NAME_KINDS : [kind]).map((each) => ({
    kind: each,
    name,
  }));
  const [found, ...others] = await state.findReserved(candidates);
  if (!found) throw new ConflictError(`${JSON.stringify(name)} is not reserved`);
  if (others.length > 0) {
    const kinds = [found, ...others].map((each) => each.kind).join(", ");
    throw new InvalidInputError(`${JSON.stringify(name)} is reserved as ${kinds}; choose one with --kind`);
  }
  if (!(await state.releaseName(found, { name: "cli", at: clock.milliseconds() })))
    throw new ConflictError(`${JSON.stringify(name)} is not reserved any more`);
  return found;
}

const nounOf = (kind: PrincipalNameKind): string =>
  ({
    application: "client id",
    application_name: "name of an application",
    access_account: "access key",
    access_account_name: "name of an access account",
    user: "username",
    group: "group name",
  })[kind];

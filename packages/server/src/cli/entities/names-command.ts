import type { Command } from "commander";
import { ConflictError, InvalidInputError } from "../../core/errors/errors.ts";
import { PRINCIPAL_NAME_KINDS, type PrincipalName, type PrincipalNameKind } from "../../directory/change.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { oneOf } from "../options/make-options.ts";

interface ReleaseOptions extends Options {
  readonly kind?: PrincipalNameKind;
}

export function defineNamesCommand(command: Command, context: CommandContext): void {
  command.description("Free names that stay reserved after a principal was deleted or renamed.");
  defineCommand(command.command("release"), context, {
    summary: "release a reserved name",
    description:
      "Release a reserved name: a client id, an access key, a username or a group. Files that still contain it then name the next principal with that name.",
    help: [
      "licet names release reports",
      "licet names release alice --kind user",
      'licet names release "Nightly reports" --kind application_name',
    ],
    add: (it) =>
      it
        .argument("<name>", "the name, exactly as it was")
        .addOption(
          oneOf("--kind <kind>", "whose name it was; needed when several had it", PRINCIPAL_NAME_KINDS),
        ),
    async run(services, options: ReleaseOptions, name: string) {
      const { kind } = await releaseName(services, name, options.kind);
      return {
        document: { name, kind },
        lines: [`The ${NOUNS[kind]} ${JSON.stringify(name)} is free again.`],
      };
    },
  });
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

const NOUNS: Readonly<Record<PrincipalNameKind, string>> = {
  application: "client id",
  application_name: "name of an application",
  access_account: "access key",
  access_account_name: "name of an access account",
  user: "username",
  group: "group name",
};

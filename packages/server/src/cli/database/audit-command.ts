import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";

export function defineAuditCommand(command: Command, context: CommandContext): void {
  command.description("Remove personal data from the audit log.");
  defineCommand(command.command("erase"), context, {
    summary: "remove the values of one object",
    description:
      "Remove the values before and after each change of one object from the audit log. That something changed, when and by whom stays. Earlier versions of the object cannot be restored afterwards.",
    help: ["licet audit erase user:usr_2f9k3mq7x1c8v5b4n6d0p7w2"],
    add: (it) =>
      it.argument(
        "<target>",
        "the object as events name it, such as role:clerk or user:usr_…, also when it was deleted; or user:USERNAME",
      ),
    async run({ storage, clock }, _: Options, named: string) {
      const target = await findTarget({ storage }, named);
      const events = await storage.audit.eraseChanges(target);
      const event = {
        at: clock.milliseconds(),
        type: "audit.erased" as const,
        actor: "cli",
        target,
        data: { events },
      };
      if (events > 0) await storage.audit.append([event], []);
      const from = events === 1 ? "1 event" : `${events} events`;
      return {
        document: { target, events },
        lines: [
          events === 0
            ? `The audit log has no values of ${target}.`
            : `Removed the values of ${target} from ${from} of the audit log.`,
        ],
      };
    },
  });
}

const USER = "user:";

/**
 * Events name a user by id. A username means the user who has it now; "no values" about a name that no event can have
 * would leave the data of a deleted user in place.
 */
async function findTarget(services: Pick<Services, "storage">, named: string): Promise<string> {
  if (!/^[a-z_]+:./.test(named))
    throw new InvalidInputError(
      `${JSON.stringify(named)} names no object; write it like user:usr_… or role:clerk`,
    );
  if (!named.startsWith(USER) || named.startsWith(USER + ID_PREFIXES.user)) return named;
  const user = await services.storage.state.findUserByUsername(named.slice(USER.length));
  if (user) return formatPrincipalKey("user", user.id);
  throw new InvalidInputError(
    `there is no user ${named.slice(USER.length)}; name a deleted user by the id, as events do: user:usr_…`,
  );
}

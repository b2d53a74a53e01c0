import { EVERY_USER } from "@licet/engine/internal/values/principal-key.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type Command, Option } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";
import type { Options } from "../define-command.ts";
import { getUser } from "../entities/get-entity.ts";
import { writeSeconds } from "../format/times.ts";
import { given } from "../options/make-options.ts";
import { type NamedInstance, type NamedSubject, parseInstance } from "../options/names.ts";

/** The options that identify an assignment beside its principal and its role or permission. */
export interface AssignmentOptions extends Options {
  /** Selects the role or the permission when both have this name. */
  readonly as?: "role" | "permission";
  readonly at?: NamedInstance;
  readonly when?: string;
}

export const addAssignmentOptions = (command: Command): Command =>
  command
    .option("--at <instance>", "for this instance and everything below, such as orders/42", parseInstance)
    .option("--when <condition>", "only while this CEL expression is true")
    .addOption(
      new Option("--as <kind>", "where a role and a permission share a name").choices(["role", "permission"]),
    );

/** An assignment as a command line names it, as a state with this assignment alone. */
export async function readAssignmentState(
  services: Pick<Services, "storage">,
  subject: NamedSubject,
  what: string,
  { as, at, when, until }: AssignmentOptions & { readonly until?: EpochSeconds },
): Promise<object> {
  // The plan refuses an unknown user as well, but knows no command that lists users.
  if (subject.type === "user" && subject.text !== EVERY_USER) await getUser(services, subject.id);
  const target = await findTarget(services, what, as);
  const expires_at = until === undefined ? undefined : writeSeconds(until);
  return { assignments: [given({ principal: subject.text, ...target, at: at?.key, when, expires_at })] };
}

async function findTarget(
  { storage: { state } }: Pick<Services, "storage">,
  what: string,
  as: AssignmentOptions["as"],
): Promise<{ readonly role: string } | { readonly permission: string }> {
  // Only the names of a resource's permissions contain a colon.
  if (as === "permission" || what.includes(":")) return { permission: what };
  if (as === "role") return { role: what };
  const isRole = (await state.find("role", what)) !== undefined;
  const isPermission = (await state.find("permission", what)) !== undefined;
  if (isRole && isPermission)
    throw new InvalidInputError(
      `there are a role and a permission named ${what}: add --as role or --as permission`,
    );
  if (isRole) return { role: what };
  if (isPermission) return { permission: what };
  const names = [...(await state.list("role")), ...(await state.list("permission"))].map(({ name }) => name);
  throw new InvalidInputError(`there is no role or permission ${what}${didYouMean(what, names)}`);
}

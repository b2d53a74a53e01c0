import type { Assignment } from "@licet/engine/entities.ts";
import { EVERY_USER } from "@licet/engine/values/principal-key.ts";
import type { EpochSeconds } from "@licet/engine/values/time.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";
import type { Plan, SummaryLine } from "../../state/plan-changes.ts";
import { writeSeconds } from "../format/times.ts";
import type { NamedInstance, NamedSubject } from "../options/names.ts";
import { getUser } from "./get-user.ts";
import { planState } from "./plan-state.ts";

/** An assignment as a command line names it. */
export interface NamedAssignment {
  readonly subject: NamedSubject;
  /** The name of a role or a permission. */
  readonly what: string;
  /** Selects the role or the permission when both have this name. */
  readonly as?: "role" | "permission";
  readonly at?: NamedInstance;
  readonly when?: string;
  readonly until?: EpochSeconds;
}

export interface PlannedAssignment extends Pick<Plan, "changes" | "warnings"> {
  readonly effect: SummaryLine["effect"];
  readonly assignment: Assignment;
}

/** Resolves the names, and finds out whether this assignment exists already. */
export async function planAssignment(
  services: Pick<Services, "plannerDependencies" | "storage">,
  named: NamedAssignment,
): Promise<PlannedAssignment> {
  const { subject, at, when, until } = named;
  // The plan refuses an unknown user as well, but knows no command that lists users.
  if (subject.type === "user" && subject.text !== EVERY_USER) await getUser(services, subject.id);
  const entry = {
    principal: subject.text,
    ...(await findTarget(services, named)),
    ...(at && { at: at.key }),
    ...(when !== undefined && { when }),
    ...(until !== undefined && { expires_at: writeSeconds(until) }),
  };
  const { changes, warnings, summary } = await planState(services, { assignments: [entry] });
  const [{ effect, id } = { effect: "unchanged", id: "" } as const] = summary;
  const assignment = changes.find(({ kind }) => kind === "assignment")?.value as Assignment | undefined;
  return {
    changes,
    warnings,
    effect,
    assignment: assignment ?? ((await services.storage.state.find("assignment", id)) as Assignment),
  };
}

async function findTarget(
  { storage }: Pick<Services, "storage">,
  { what, as }: NamedAssignment,
): Promise<{ readonly role: string } | { readonly permission: string }> {
  // Only the names of a resource's permissions contain a colon.
  if (as === "permission" || what.includes(":")) return { permission: what };
  if (as === "role") return { role: what };
  const { state } = storage;
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

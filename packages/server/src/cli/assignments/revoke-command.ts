import type { Assignment } from "@licet/engine/internal/entities.ts";
import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Services } from "../../services.ts";
import { runCheck } from "../checks/run-check.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand } from "../define-command.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { formatColumns } from "../format/output.ts";
import { createOperator, type WritingServices } from "../operator.ts";
import { type NamedSubject, parseInstance, parseSubject, SUBJECT_HELP } from "../options/names.ts";
import { createWriteCommand } from "../typed-command.ts";
import { type AssignmentOptions, addAssignmentOptions, readAssignmentState } from "./named-assignment.ts";

interface AssignmentId {
  readonly assignment: string;
}

export function defineRevokeCommand(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    description:
      "Take a role or a permission away. It must be named just as it was given, so that nothing else is meant.",
    help: [
      "licet revoke user:alice clerk",
      "licet revoke group:support orders:refund --at orders/42",
      "licet revoke asg_4v0n8k2m6p1r3t5w7x9z2b4d",
    ],
    add: (it) =>
      addAssignmentOptions(
        it
          .argument(
            "<subject>",
            `${SUBJECT_HELP}; or the id of an assignment, alone`,
            parseSubjectOrAssignment,
          )
          .argument("[what]", "the role or the permission that was given"),
      ),
    check(_: AssignmentOptions, subject: NamedSubject | AssignmentId, what: string | undefined) {
      if ("assignment" in subject) return what !== undefined && "the id of an assignment says it all";
      return what === undefined && "missing argument 'what'";
    },
    async run(services, options, subject, what = "") {
      const assignment =
        "assignment" in subject
          ? await getAssignment(services, subject.assignment)
          : await findNamed(services, subject, what, options);
      const { id, permission = "", at } = assignment;
      const target = { cascade: false, preconditions: {} };
      const { revision } = await createOperator(services).delete("assignment", id, target);
      const principal = await getPrincipalName(services, assignment.principal);
      const stillAllowed = await isStillAllowed(services, assignment);
      const writeCommand = createWriteCommand(context.terminal, options);
      const explain = writeCommand("explain", principal, permission, ...(at ? [at] : []));
      return {
        document: { revoked: writeAssignment(assignment), still_allowed: stillAllowed, revision },
        lines: [`${principal} no longer has ${formatAssigned(assignment)} (${id})`],
        notes: stillAllowed ? [`It is still allowed in another way: ${explain} shows which.`] : [],
      };
    },
  });
}

const parseSubjectOrAssignment = (text: string): NamedSubject | AssignmentId =>
  text.startsWith(ID_PREFIXES.assignment) ? { assignment: text } : parseSubject(text);

async function getAssignment({ storage }: Pick<Services, "storage">, id: string): Promise<Assignment> {
  const assignment = await storage.state.find("assignment", id);
  if (!assignment) throw new InvalidInputError(`there is no assignment ${id}`);
  return assignment;
}

/** Plans the assignment as a grant does. If the plan would create it, there is no such assignment to revoke. */
async function findNamed(
  services: WritingServices,
  subject: NamedSubject,
  what: string,
  options: AssignmentOptions,
): Promise<Assignment> {
  const state = await readAssignmentState(services, subject, what, options);
  const { changes, summary } = await createOperator(services).plan(state);
  const planned = changes.find((change) => change.kind === "assignment")?.value;
  if (planned === undefined || summary[0]?.effect !== "created")
    return getAssignment(services, summary[0]?.id ?? "");
  const { value: held } = await services.storage.permissions.listAssignments(planned.principal);
  const near = held.filter(
    ({ role, permission }) => role === planned.role && permission === planned.permission,
  );
  const notGiven = `${subject.text} was not given ${formatAssigned(planned)}`;
  if (near.length === 0)
    throw new InvalidInputError(`${notGiven}; licet explain shows what gives a permission`);
  throw new InvalidInputError(
    [
      `${notGiven}, but in another way; licet revoke ID takes it away:`,
      ...formatColumns(near.map((each) => [`  ${each.id}`, formatAssigned(each)])),
    ].join("\n"),
  );
}

/** Another assignment, a role or a group may give the same permission; then the revocation has no effect. */
async function isStillAllowed(
  services: Pick<Services, "clients" | "clock" | "factSource" | "storage" | "users">,
  { principal, permission, at }: Assignment,
): Promise<boolean | null> {
  if (permission === undefined || permission.endsWith(":*") || principal === "user:*") return null;
  const { allowed } = await runCheck(services, {
    subject: parseSubject(principal),
    permission,
    ...(at !== undefined && { instance: parseInstance(at) }),
    context: {},
  });
  return allowed;
}

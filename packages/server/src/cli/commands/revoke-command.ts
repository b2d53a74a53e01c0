import type { Assignment } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { type NamedAssignment, planAssignment } from "../actions/plan-assignment.ts";
import { runCheck } from "../actions/run-check.ts";
import type { CommandContext } from "../command-context.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { addOutputOption, formatColumns, type OutputOptions, print } from "../format/output.ts";
import { addGrantOptions, type GrantOptions } from "../options/grant-options.ts";
import { type NamedSubject, parseInstance, parseSubject, SUBJECT_HELP } from "../options/names.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { createWriteCommand } from "../typed-command.ts";
import { withServices } from "../with-services.ts";

interface Options extends SettingOptions, OutputOptions, GrantOptions {}

export function defineRevokeCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Take a role or a permission away. It must be named just as it was given, so that nothing else is meant.",
    )
    .argument("<subject>", `${SUBJECT_HELP}; or the id of an assignment, alone`, parseSubjectOrAssignment)
    .argument("[what]", "the role or the permission that was given");
  addGrantOptions(command)
    .action((subject: NamedSubject | AssignmentId, what: string | undefined, options: Options) => {
      if ("assignment" in subject) {
        if (what !== undefined) command.error("error: the id of an assignment says it all");
        return revoke(context, options, (services) => getAssignment(services, subject.assignment));
      }
      if (what === undefined) command.error("error: missing argument 'what'");
      return revoke(context, options, (services) => findNamed(services, { ...options, subject, what }));
    })
    .addHelpText(
      "after",
      `
Examples:
  licet revoke user:alice clerk
  licet revoke group:support orders:refund --at orders/42
  licet revoke asg_4v0n8k2m6p1r3t5w7x9z2b4d`,
    );
  addSettingOptions(addOutputOption(command));
}

interface AssignmentId {
  readonly assignment: string;
}

const parseSubjectOrAssignment = (text: string): NamedSubject | AssignmentId =>
  text.startsWith(ID_PREFIXES.assignment) ? { assignment: text } : parseSubject(text);

async function revoke(
  context: CommandContext,
  options: Options,
  find: (services: Pick<Services, "plannerDependencies" | "storage">) => Promise<Assignment>,
): Promise<void> {
  const { terminal } = context;
  const { assignment, principal, stillAllowed, revision } = await withServices(
    context,
    options,
    async (services) => {
      const done = await commitDraft(services, async () => deletionOf(await find(services)));
      const { assignment: gone } = done;
      const name = await getPrincipalName(services, gone.principal);
      return { ...done, principal: name, stillAllowed: await isStillAllowed(services, gone) };
    },
  );
  const document = { revoked: writeAssignment(assignment), still_allowed: stillAllowed, revision };
  print(terminal, options, document, () => [
    `${principal} no longer has ${formatAssigned(assignment)} (${assignment.id})`,
  ]);
  if (stillAllowed) {
    const { permission = "", at } = assignment;
    const explain = createWriteCommand(terminal, options)(
      "explain",
      principal,
      permission,
      ...(at ? [at] : []),
    );
    terminal.stderr.write(`It is still allowed in another way: ${explain} shows which.\n`);
  }
}

const deletionOf = (assignment: Assignment) => ({
  assignment,
  changes: [{ op: "delete", kind: "assignment", value: assignment } satisfies Change],
});

async function getAssignment({ storage }: Pick<Services, "storage">, id: string): Promise<Assignment> {
  const assignment = await storage.state.find("assignment", id);
  if (!assignment) throw new InvalidInputError(`there is no assignment ${id}`);
  return assignment;
}

/** Plans the assignment as a grant does. If the plan would create it, there is no such assignment to revoke. */
async function findNamed(
  services: Pick<Services, "plannerDependencies" | "storage">,
  named: NamedAssignment,
): Promise<Assignment> {
  const { effect, assignment } = await planAssignment(services, named);
  if (effect !== "created") return getAssignment(services, assignment.id);
  const { value: held } = await services.storage.permissions.listAssignments(assignment.principal);
  const near = held.filter(
    ({ role, permission }) => role === assignment.role && permission === assignment.permission,
  );
  const { text } = named.subject;
  if (near.length === 0)
    throw new InvalidInputError(
      `${text} was not given ${formatAssigned(assignment)}; licet explain shows what gives a permission`,
    );
  throw new InvalidInputError(
    [
      `${text} was not given ${formatAssigned(assignment)}, but in another way; licet revoke ID takes it away:`,
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

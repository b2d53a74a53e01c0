import type { Assignment } from "@licet/engine/internal/entities.ts";
import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand } from "../define-command.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { parseInstant } from "../format/times.ts";
import { createOperator } from "../operator.ts";
import { type NamedSubject, parseSubject, SUBJECT_HELP } from "../options/names.ts";
import { type AssignmentOptions, addAssignmentOptions, readAssignmentState } from "./named-assignment.ts";

interface GrantOptions extends AssignmentOptions {
  readonly until?: EpochSeconds;
}

export function defineGrantCommand(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    description: "Assign a role or a permission. Assigning the same again changes only its expiry.",
    help: [
      "licet grant user:alice clerk",
      "licet grant application:reports orders:read",
      "licet grant group:support orders:refund --at orders/42 --until 2027-01-01T00:00:00Z",
      `licet grant user:alice clerk --when 'request.ip.inNetwork("10.0.0.0/8")'`,
    ],
    add: (it) =>
      addAssignmentOptions(
        it
          .argument("<subject>", `${SUBJECT_HELP}; user:* is every user`, parseSubject)
          .argument("<what>", "a role, a permission, or RESOURCE:* for all of a resource"),
      ).option("--until <instant>", "until then, such as 2027-01-01T00:00:00Z", parseInstant),
    async run(services, options: GrantOptions, subject: NamedSubject, what: string) {
      if (isExpired(options.until, context.clock.seconds()))
        throw new InvalidInputError("--until lies in the past");
      const { id, effect, warnings, revision } = await createOperator(services).put({
        kind: "assignment",
        state: () => readAssignmentState(services, subject, what, options),
      });
      const assignment = (await services.storage.state.find("assignment", id)) as Assignment;
      return {
        document: { effect, assignment: writeAssignment(assignment), revision },
        lines: [`${subject.text} ${VERBS[effect]} ${formatAssigned(assignment)} (${id})`],
        notes: warnings.map((warning) => `warning: ${warning}`),
      };
    },
  });
}

const VERBS = { created: "was given", updated: "now has", unchanged: "already has" } as const;

import { type Command, Option } from "commander";
import type { NamedAssignment } from "../actions/plan-assignment.ts";
import { type NamedInstance, parseInstance } from "./names.ts";

export interface GrantOptions extends Pick<NamedAssignment, "as" | "when"> {
  readonly at?: NamedInstance;
}

/** Adds the options that identify an assignment beside its principal and its role or permission. */
export function addGrantOptions(command: Command): Command {
  return command
    .option("--at <instance>", "for this instance and everything below, such as orders/42", parseInstance)
    .option("--when <condition>", "only while this CEL expression is true")
    .addOption(
      new Option("--as <kind>", "where a role and a permission share a name").choices(["role", "permission"]),
    );
}

import type { PasswordHasher } from "../directory/plan/password-hasher.ts";
import { type Plan, type PlannerDependencies, planChanges } from "../directory/plan/plan-changes.ts";
import type { PlanningStore } from "../directory/stores.ts";
import { formatDiagnostic, inFile, locateIssues } from "./configuration-file-error.ts";
import type { ParsedConfigurationFile } from "./parse-configuration-file.ts";

export interface FilePlan extends Omit<Plan, "warnings"> {
  /** Each with its position. */
  readonly warnings: readonly string[];
}

/** Plans what a file changes. Throws ConfigurationFileError with every diagnostic. */
export async function planConfigurationFile(
  { content, places }: ParsedConfigurationFile,
  store: PlanningStore,
  dependencies: PlannerDependencies,
  hashPassword?: PasswordHasher,
): Promise<FilePlan> {
  try {
    const plan = await planChanges(content, store, { ...dependencies, isFile: true }, hashPassword);
    const warnings = locateIssues(plan.warnings, places);
    return { ...plan, warnings: warnings.map((warning) => formatDiagnostic(warning, places.fileName)) };
  } catch (error) {
    throw inFile(error, places);
  }
}

import type { PermissionName } from "../common/permission-name.ts";
import type { CallOptions } from "./call.ts";
import { LicetUnavailableError } from "./licet-problem.ts";
import type { Schemas } from "./schema.ts";

/** Whether a subject holds a permission, everywhere or at one instance. */
export interface Question {
  /** `user:alice`, `application:reports`, or an object with attributes for the conditions. */
  readonly subject: Schemas["Subject"];
  readonly permission: PermissionName;
  /** `orders/42`, or an object with attributes. Without it, the question is about all instances. */
  readonly resource?: Schemas["InstanceReference"];
  /** The data of the request, for the conditions: `ip`, `time`, `client`, … */
  readonly context?: Schemas["CheckContext"];
}

/** Allowed or denied, and the revision at which this is true. */
export type CheckResult = Schemas["CheckResult"];

export type CheckOptions = Pick<CallOptions, "signal" | "timeoutMilliseconds" | "atLeast">;

/** The members of a question alone: an object of the application may have others, which the API refuses. */
export const pickQuestion = ({ subject, permission, resource, context }: Question): Question => ({
  subject,
  permission,
  ...(resource !== undefined && { resource }),
  ...(context !== undefined && { context }),
});

/** The results of as many checks. Anything but a clear answer to each is an error, never a permission. */
export function readResults(
  { results, revision }: Schemas["CheckBatchResult"],
  count: number,
): readonly CheckResult[] {
  const isClear =
    Array.isArray(results) &&
    results.length === count &&
    results.every((result) => typeof result?.allowed === "boolean") &&
    Number.isInteger(revision);
  if (!isClear) throw new LicetUnavailableError("the answer of Licet has no result for each check");
  return results.map(({ allowed }) => ({ allowed, revision }));
}

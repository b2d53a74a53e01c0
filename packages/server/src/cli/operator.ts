import { InvalidInputError } from "../core/errors/errors.ts";
import { createOperatorWrites } from "../directory/write/create-management.ts";
import type { PutRequest, Writes } from "../directory/write/create-writes.ts";
import type { Operator } from "../directory/write/requester.ts";
import { createOperatorWriteState, type Draft } from "../directory/write/write-state.ts";
import { ConfigurationFileError, type Diagnostic } from "../files/configuration-file-error.ts";
import type { Services } from "../services.ts";

export type WritingServices = Pick<Services, "clock" | "plannerDependencies" | "storage">;

const OPERATOR: Operator = { name: "cli" };

/** The writes of a command: the use cases of the API, without its guards. */
export function createOperator({ storage, plannerDependencies: planner }: WritingServices) {
  const { state, directory, permissions, feed } = storage;
  const writes = createOperatorWrites({ state, directory, permissions, feed, planner });
  return {
    plan: (wanted: object) => inWords(writes.plan(wanted)),
    put: (request: PutRequest, flags?: Flags) => inWords(writes.put(OPERATOR, request), flags),
    delete: (...target: AfterWriter<Writes<Operator>["delete"]>) => writes.delete(OPERATOR, ...target),
    addSecret: (...wanted: AfterWriter<Writes<Operator>["addSecret"]>) =>
      writes.addSecret(OPERATOR, ...wanted),
  };
}

/** The options that gave the members of an entry, where a message alone would not say which is meant. */
export type Flags = Readonly<Record<string, string>>;

/** The parameters after the one that says who writes. */
type AfterWriter<F> = F extends (by: never, ...rest: infer R) => unknown ? R : never;

/** Commits changes that are no use case of the API. */
export const commitDraft = <D extends Draft>(
  { storage, clock }: Pick<Services, "clock" | "storage">,
  draft: () => Promise<D>,
  name = OPERATOR.name,
): Promise<D & { readonly revision: number }> =>
  createOperatorWriteState({ store: storage.state, feed: storage.feed, clock })({ name }, draft);

/** A command has no file, so its diagnostics and warnings have no line and column. */
async function inWords<T extends { readonly warnings: readonly string[] }>(
  written: Promise<T>,
  flags: Flags = {},
): Promise<T> {
  try {
    const result = await written;
    return { ...result, warnings: result.warnings.map(withoutPlace) };
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error;
    throw new InvalidInputError(error.diagnostics.map((each) => describe(each, flags)).join("\n"), {
      cause: error,
    });
  }
}

/** Most messages name the value that is wrong. The message of a condition names only words inside the condition. */
function describe({ path, message }: Diagnostic, flags: Flags): string {
  const flag = path.flatMap((part) => flags[part] ?? [])[0];
  if (flag !== undefined) return `${flag}: ${message}`;
  return path.at(-1) === "when" ? `the condition: ${message}` : message;
}

/** `assignments[0].at: has no effect` becomes `at: has no effect`. */
const withoutPlace = (warning: string): string =>
  warning.replace(/^[a-z_]+\[\d+\](?:\.(\w+):|:) /, (_, key?: string) => (key ? `${key} ` : ""));

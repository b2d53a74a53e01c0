import { InvalidInputError } from "../core/errors/errors.ts";
import { EntriesError, type EntryIssue } from "../directory/plan/entries-error.ts";
import { createOperatorWrites } from "../directory/write/create-management.ts";
import type { PutRequest, Writes } from "../directory/write/create-writes.ts";
import type { Operator } from "../directory/write/requester.ts";
import { createOperatorWriteState, type Draft } from "../directory/write/write-state.ts";
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
async function inWords<T extends { readonly warnings: readonly EntryIssue[] }>(
  written: Promise<T>,
  flags: Flags = {},
): Promise<Omit<T, "warnings"> & { readonly warnings: readonly string[] }> {
  try {
    const result = await written;
    return { ...result, warnings: result.warnings.map(withoutPlace) };
  } catch (error) {
    if (!(error instanceof EntriesError)) throw error;
    throw new InvalidInputError(error.issues.map((each) => describe(each, flags)).join("\n"), {
      cause: error,
    });
  }
}

/** Most messages name the value that is wrong. The message of a condition names only words inside the condition. */
function describe({ path, message }: EntryIssue, flags: Flags): string {
  const flag = path.flatMap((part) => flags[part] ?? [])[0];
  if (flag !== undefined) return `${flag}: ${message}`;
  return path.at(-1) === "when" ? `the condition: ${message}` : message;
}

/** `at has no effect` */
const withoutPlace = ({ path: [, , member], message }: EntryIssue): string =>
  member === undefined ? message : `${member} ${message}`;

import type { Assignment } from "@licet/engine/internal/entities.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { type Change, entityId } from "../../directory/change.ts";
import { InUseError, type Use } from "../../directory/write/errors.ts";
import type { Services } from "../../services.ts";
import type { Printed } from "../define-command.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { createOperator, type WritingServices } from "../operator.ts";
import { nounOf } from "./get-entity.ts";

type DeletingServices = WritingServices & Pick<Services, "users">;

/** What else a deletion deletes or changes, in words. */
export interface Dependant {
  readonly change: Change;
  readonly use: Use;
  readonly text: string;
  /** The principal of an assignment. */
  readonly principal?: string;
}

/** The words of a kind whose deletion takes something from somebody. */
export interface DeletionTexts {
  /** After `--cascade`, before the list of what needs it. */
  readonly inUse: string;
  readonly more: (count: number) => string;
  readonly assignment: (assignment: Assignment, principal: string) => string;
  readonly print: (dependants: readonly Dependant[]) => Printed;
}

const WORDS: DeletionTexts = {
  inUse: "also deletes or changes",
  more: (count) => `… and ${count} more`,
  assignment: (assignment, principal) => `${formatAssigned(assignment)}, assigned to ${principal}`,
  print(dependants) {
    const deleted = dependants.filter(({ change }) => change.op === "delete");
    const changed = dependants.filter(({ change }) => change.op === "put");
    return {
      document: { deleted_with: deleted.map(({ use }) => use), changed: changed.map(({ use }) => use) },
      lines: [
        ...deleted.map(({ text }) => `with it: ${text}`),
        ...changed.map(({ text }) => `${text} no longer refers to it`),
      ],
    };
  },
};

const MAX_SHOWN = 10;

/**
 * Deletes an entity. When others need it, the deletion names them and needs `cascade`, so that nothing goes without
 * being announced.
 */
export async function deleteEntity(
  services: DeletingServices,
  { kind, id }: Use,
  cascade: boolean,
  words: DeletionTexts = WORDS,
): Promise<{ readonly document: object; readonly lines: readonly string[] }> {
  const noun = `the ${nounOf(kind)} ${id}`;
  const done = createOperator(services).delete(kind, id, { cascade, preconditions: {} });
  const { changes, revision } = await done.catch(async (error: unknown) => {
    throw error instanceof InUseError ? await describeInUse(services, noun, error, words) : error;
  });
  const others = changes.filter((change) => !(change.kind === kind && entityId(change) === id));
  const dependants = await Promise.all(others.map((change) => describeChange(services, change, words)));
  const { document, lines } = words.print(dependants);
  return {
    document: { ...(document as object), revision },
    lines: [`${noun} was deleted`, ...lines],
  };
}

async function describeInUse(
  services: DeletingServices,
  noun: string,
  error: InUseError,
  words: DeletionTexts,
): Promise<ConflictError> {
  const { usedBy } = error;
  const lines = await Promise.all(
    usedBy.slice(0, MAX_SHOWN).map(async ({ kind, id }) => {
      const value = await services.storage.state.find(kind, id);
      if (value === undefined) return `  ${nounOf(kind)} ${id}`;
      return `  ${(await describeChange(services, { op: "put", kind, value } as Change, words)).text}`;
    }),
  );
  if (usedBy.length > MAX_SHOWN) lines.push(`  ${words.more(usedBy.length - MAX_SHOWN)}`);
  const message = [`${noun} is in use; --cascade ${words.inUse}`, ...lines].join("\n");
  return new ConflictError(message, { cause: error });
}

async function describeChange(
  services: Pick<Services, "users">,
  change: Change,
  words: DeletionTexts,
): Promise<Dependant> {
  const { kind, value } = change;
  const use = { kind, id: entityId(change) };
  if (kind === "assignment") {
    const principal = await getPrincipalName(services, value.principal);
    return { change, use, text: words.assignment(value, principal), principal };
  }
  if (kind === "membership")
    return {
      change,
      use,
      text: `membership of ${await getPrincipalName(services, value.member)} in ${value.group}`,
    };
  return { change, use, text: `${nounOf(kind)} ${use.id}` };
}

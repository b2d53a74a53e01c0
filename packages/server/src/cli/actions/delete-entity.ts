import { ConflictError } from "../../core/errors.ts";
import { InUseError, type Use } from "../../management/errors.ts";
import { planDeletion } from "../../management/plan-deletion.ts";
import type { Services } from "../../services.ts";
import { type Change, entityId } from "../../state/change.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { commitDraft } from "./commit-draft.ts";

type DeleteChange = Change & { readonly op: "delete" };

export interface DeletedEntity {
  /** What was deleted together with it, in words. */
  readonly deletedWith: readonly (Use & { readonly text: string })[];
  /** What referred to it, and does not any more. */
  readonly changed: readonly (Use & { readonly text: string })[];
  readonly revision: number;
}

/**
 * Deletes an entity. When others need it, the deletion names them and needs `cascade`, so that nothing goes without
 * being announced.
 */
export async function deleteEntity(
  services: Pick<Services, "clock" | "storage" | "users">,
  noun: string,
  find: () => Promise<DeleteChange>,
  cascade: boolean,
): Promise<DeletedEntity> {
  const { target, changes, named, revision } = await commitDraft(services, async () => {
    const found = await find();
    const planned = await plan(services, noun, found, cascade);
    // The names are read before the deletion: a deleted principal has none.
    const texts = await Promise.all(planned.map((change) => describeChange(services, change)));
    return { target: found, changes: planned, named: texts };
  });
  const entries = changes
    .map((change, index) => ({
      op: change.op,
      kind: change.kind,
      id: entityId(change),
      text: named[index] ?? "",
    }))
    .filter(({ kind, id }) => !(kind === target.kind && id === entityId(target)));
  const select = (op: Change["op"]) =>
    entries.filter((each) => each.op === op).map(({ op: _, ...use }) => use);
  return { deletedWith: select("delete"), changed: select("put"), revision };
}

const MAX_SHOWN = 10;

async function plan(
  services: Pick<Services, "storage" | "users">,
  noun: string,
  target: DeleteChange,
  cascade: boolean,
): Promise<readonly Change[]> {
  const { state: store, directory } = services.storage;
  try {
    return await planDeletion({ store, directory }, target, cascade);
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    const shown = error.usedBy.slice(0, MAX_SHOWN);
    const lines = await Promise.all(shown.map(async (use) => `  ${await describeUse(services, use)}`));
    if (error.usedBy.length > MAX_SHOWN) lines.push(`  … and ${error.usedBy.length - MAX_SHOWN} more`);
    throw new ConflictError([`${noun} is in use; --cascade also deletes or changes`, ...lines].join("\n"), {
      cause: error,
    });
  }
}

async function describeUse(
  services: Pick<Services, "storage" | "users">,
  { kind, id }: Use,
): Promise<string> {
  const value = await services.storage.state.find(kind, id);
  return value === undefined
    ? nameEntity(kind, id)
    : describeChange(services, { op: "put", kind, value } as Change);
}

async function describeChange(services: Pick<Services, "users">, change: Change): Promise<string> {
  const { kind, value } = change;
  if (kind === "assignment")
    return `${formatAssigned(value)}, assigned to ${await getPrincipalName(services, value.principal)}`;
  if (kind === "membership")
    return `membership of ${await getPrincipalName(services, value.member)} in ${value.group}`;
  return nameEntity(kind, entityId(change));
}

const nameEntity = (kind: string, id: string): string => `${kind.replaceAll("_", " ")} ${id}`;

/** The result as JSON data. */
export const describeDeleted = ({ deletedWith, changed, revision }: DeletedEntity) => ({
  deleted_with: deletedWith.map(({ kind, id }) => ({ kind, id })),
  changed: changed.map(({ kind, id }) => ({ kind, id })),
  revision,
});

/** The result as lines of text. */
export const formatDeleted = (noun: string, { deletedWith, changed }: DeletedEntity): readonly string[] => [
  `${noun} was deleted`,
  ...deletedWith.map(({ text }) => `with it: ${text}`),
  ...changed.map(({ text }) => `${text} no longer refers to it`),
];

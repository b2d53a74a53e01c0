import type { ShownCall } from "../../api/call-api.ts";
import {
  aboutEntity,
  describeEntityCall,
  type Entity,
  type EntityBody,
  type EntityKey,
  type EntityKind,
  readEntity,
} from "../../api/entities.ts";
import { useWrite } from "../../api/use-api.ts";
import { type FormDraft, useFormDraft, type Versioned } from "../../api/use-form-draft.ts";
import { KINDS } from "../../values/kinds.generated.ts";

interface EntityDraftOptions<Kind extends EntityKind, Part extends object> {
  readonly stored: Versioned<Entity<Kind>>;
  /** The members that this form edits, always in the same order. */
  pick(entity: Entity<Kind>): Part;
  bodyOf(part: Part, entity: Entity<Kind>): EntityBody<Kind>;
  /** Throws if the input cannot be sent yet. */
  check?(part: Part): void;
  /** The entity can be created again with the same key after another user deleted it. */
  readonly canCreate?: boolean;
  /** The parameters of the path, where the id alone is not enough. */
  readonly params?: Readonly<Record<string, string>>;
}

export interface EntityDraft<Part extends object> {
  readonly draft: FormDraft<Part>;
  /** The call that saves it. */
  readonly call: ShownCall;
}

/** Edits some members of a stored entity in a form. */
export function useEntityDraft<Kind extends EntityKind, Part extends object>(
  kind: Kind,
  { stored, pick, bodyOf, check, canCreate = false, params }: EntityDraftOptions<Kind, Part>,
): EntityDraft<Part> {
  const key: EntityKey = params ?? stored.value.id;
  const calls = KINDS[kind];
  const put = useWrite(calls.write);
  const create = useWrite("create" in calls ? calls.create : calls.write);
  const given = (onto: Versioned<Entity<Kind>>, part: Part) => ({
    body: bodyOf(part, onto.value) as object,
    ifMatch: onto.etag,
  });
  const createAgain = (part: Part) => {
    const body = bodyOf(part, stored.value) as object;
    if ("create" in calls) return create.mutateAsync({ body: { name: key, ...body } } as never);
    return create.mutateAsync(aboutEntity(kind, key, { body, ifNew: true }));
  };
  const draft = useFormDraft<Entity<Kind>, Part>({
    of: JSON.stringify(key),
    stored,
    pick,
    read: () => readEntity(kind, key),
    async write(onto, part) {
      check?.(part);
      await put.mutateAsync(aboutEntity(kind, key, given(onto, part)));
    },
    ...(canCreate && { create: createAgain }),
  });
  return { draft, call: describeEntityCall(kind, "write", key, given(stored, draft.part)) };
}

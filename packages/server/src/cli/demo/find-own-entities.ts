import type { Assignment, Membership } from "@licet/engine/entities.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import type { Services } from "../../services.ts";
import type { DemoEntity } from "./demo-entities.ts";

/** The actor of the demo in the audit log. */
const DEMO_ACTOR = "file:demo.yaml";

export interface OwnEntities {
  /** The assignments and memberships that equal the demo's, but were made by another actor. */
  readonly own: ReadonlyMap<DemoEntity, string>;
  /** Those of which the audit log no longer says who made them. */
  readonly unknown: readonly DemoEntity[];
}

/**
 * An assignment or a membership has no content beside its parts, so one that an operator made equals the demo's. The
 * audit log says who made it, as long as it holds the event.
 */
export async function findOwnEntities(
  { storage: { audit } }: Pick<Services, "storage">,
  found: readonly DemoEntity[],
): Promise<OwnEntities> {
  const creatorOf = async (target: string): Promise<string | undefined> => {
    const [event] = await audit.list({ type: `${target.slice(0, target.indexOf(":"))}.created`, target }, 1);
    return event?.actor;
  };
  const unchanged = new Set(found.filter(({ isChanged }) => !isChanged).map(keyOf));
  const own = new Map<DemoEntity, string>();
  const unknown: DemoEntity[] = [];
  for (const entity of found) {
    const holder = holderOf(entity);
    if (holder === undefined || entity.isChanged) continue;
    const creator = await creatorOf(keyOf(entity));
    if (creator === undefined) unknown.push(entity);
    // The demo may have been applied from a copy of its file: then its users and applications were made by the same.
    else if (creator !== DEMO_ACTOR && !(unchanged.has(holder) && creator === (await creatorOf(holder))))
      own.set(entity, creator);
  }
  return { own, unknown };
}

const keyOf = ({ kind, id }: Pick<DemoEntity, "kind" | "id">): string => `${kind}:${id}`;

/** The principal of an assignment, the group of a membership; undefined for other kinds. */
function holderOf({ kind, value }: DemoEntity): string | undefined {
  if (kind === "assignment") return (value as Assignment).principal;
  return kind === "membership" ? formatPrincipalKey("group", (value as Membership).group) : undefined;
}

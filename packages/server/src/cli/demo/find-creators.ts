import type { Services } from "../../services.ts";
import type { DemoEntity } from "./demo-entities.ts";

/** The actor of the demo in the audit log: a start with `--demo` applies this file. */
export const DEMO_ACTOR = "file:demo.yaml";

/** Whether the audit log has an event of the demo. */
export async function wasDemoLoaded({ storage: { audit } }: Pick<Services, "storage">): Promise<boolean> {
  return (await audit.list({ actor: DEMO_ACTOR }, 1)).length > 0;
}

/**
 * Finds the actor that made each entity, as long as the audit log holds the event. An operator may have made an entity
 * that equals one of the demo, so its content does not say whose it is.
 */
export async function findCreators(
  { storage: { audit } }: Pick<Services, "storage">,
  found: readonly DemoEntity[],
): Promise<ReadonlyMap<DemoEntity, string>> {
  const creators = new Map<DemoEntity, string>();
  for (const entity of found) {
    const { kind, id } = entity;
    const [event] = await audit.list({ type: `${kind}.created`, target: `${kind}:${id}` }, 1);
    if (event) creators.set(entity, event.actor);
  }
  return creators;
}

import type { Instance, InstanceKey } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { isInstanceId } from "@licet/engine/internal/values/names.ts";
import { quote } from "../../input/schemas.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import type { EntryPath } from "./entries-error.ts";
import { cyclic, malformed, notChangeable } from "./issues.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import type { Planning } from "./planning.ts";

/** A decision reads this many levels. A deeper instance would inherit nothing, without a warning. */
const MAX_LEVELS = 32;

export async function planInstances(planning: Planning, catalogue: Catalogue): Promise<void> {
  const wanted = new Map<InstanceKey, { instance: Instance; path: EntryPath }>();
  for (const { resource, id, parent, attributes, path } of listEntries(planning, catalogue)) {
    const parentKey = parent === undefined ? undefined : parseParent(resource, parent, catalogue);
    if (parent !== undefined && parentKey === undefined) {
      const message = `${quote(parent)} is not an instance id, nor <resource>/<id>`;
      planning.report([...path, "parent"], malformed(message, "instance"));
    }
    const at = parentKey === undefined ? {} : { parent: parentKey };
    wanted.set(`${resource}/${id}`, { instance: { resource, id, ...at, attributes }, path });
  }

  for (const [key, { instance, path }] of wanted) {
    planning.stage("instance", key, instance, await planning.stored.find("instance", key));
    const findParent = async (child: InstanceKey) => {
      const found = wanted.get(child)?.instance ?? (await planning.stored.find("instance", child));
      return found?.parent;
    };
    await checkAncestors(key, findParent, (issue) => planning.conflict([...path, "parent"], issue));
  }
}

/** The instances inside resources, and those at the top level of the file. */
function* listEntries({ content, report, conflict }: Planning, catalogue: Catalogue) {
  for (const [resourceIndex, resource] of content.resources.entries()) {
    for (const [index, instance] of resource.instances.entries()) {
      const path: EntryPath = ["resources", resourceIndex, "instances", index];
      yield { ...instance, resource: resource.name, path };
    }
  }
  for (const [index, instance] of content.instances.entries()) {
    const path: EntryPath = ["instances", index];
    const missing = catalogue.findResourceIssue(instance.resource);
    if (missing !== undefined) report([...path, "resource"], missing);
    if (instance.resource === OWN_RESOURCE)
      conflict([...path, "resource"], notChangeable(`${OWN_RESOURCE} has no instances`));
    yield { ...instance, path };
  }
}

/** If the text before the first slash is a resource, the parent is `<resource>/<id>`; otherwise it is only an id. */
function parseParent(resource: string, parent: string, catalogue: Catalogue): InstanceKey | undefined {
  const slash = parent.indexOf("/");
  const otherResource = parent.slice(0, Math.max(slash, 0));
  if (slash > 0 && catalogue.hasResource(otherResource)) {
    const id = parent.slice(slash + 1);
    return isInstanceId(id) ? `${otherResource}/${id}` : undefined;
  }
  return isInstanceId(parent) ? `${resource}/${parent}` : undefined;
}

async function checkAncestors(
  start: InstanceKey,
  findParent: (key: InstanceKey) => Promise<InstanceKey | undefined>,
  report: (issue: DescribedIssue) => void,
): Promise<void> {
  const chain = [start];
  for (let next = await findParent(start); next !== undefined; next = await findParent(next)) {
    if (next === start) return report(cyclic("is below", [...chain, next]));
    // A cycle among the ancestors is reported at one of its own instances.
    if (chain.includes(next)) return;
    chain.push(next);
    if (chain.length > MAX_LEVELS) {
      const message = `is more than ${MAX_LEVELS} levels deep`;
      return report({ message, issue: { code: "too_deep", maximum: MAX_LEVELS } });
    }
  }
}

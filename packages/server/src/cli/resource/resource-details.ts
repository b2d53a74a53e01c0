import type { Resource } from "@licet/engine/entities.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import type { Services } from "../../services.ts";
import { formatColumns, formatTable } from "../format/output.ts";
import { getResource } from "./change-resource.ts";

export interface ResourceDetails {
  readonly resource: Resource;
  readonly instances: readonly string[];
  /** The resource has more instances than the list shows. */
  readonly more: boolean;
  /** The applications that are the server of this resource. */
  readonly servedBy: readonly string[];
}

const MAX_INSTANCES = 100;

export async function readResource(
  services: Pick<Services, "storage">,
  name: string,
): Promise<ResourceDetails> {
  const resource = await getResource(services, name);
  const { directory, state } = services.storage;
  const { items, next } = await directory.page("instance", {
    limit: MAX_INSTANCES,
    filter: { equals: { resource: name } },
  });
  const applications = await state.list("application");
  return {
    resource,
    instances: items.map(({ value }) => value.id),
    more: next !== undefined,
    servedBy: applications.filter(({ serves }) => serves.includes(name)).map(({ id }) => id),
  };
}

/** The resource as JSON data, with the keys of a configuration file. */
export const describeResource = (resource: Resource) => ({
  ...KINDS.resource.toEntry(resource),
  signing_alg: resource.signingAlgorithm,
  access_token_type: resource.accessTokenType,
});

export const describeResourceDetails = ({ resource, instances, more, servedBy }: ResourceDetails) => ({
  ...describeResource(resource),
  served_by: servedBy,
  instances,
  more_instances: more,
});

/** The resource as lines of text. */
export function formatResource({ resource, instances, more, servedBy }: ResourceDetails): readonly string[] {
  const actions = Object.entries(resource.actions);
  return [
    ...formatColumns([
      ["resource", resource.name],
      ["identifier", resource.identifier],
      ["signing_alg", resource.signingAlgorithm],
      ["access_token_type", resource.accessTokenType],
      ...(servedBy.length === 0 ? [] : [["served by", servedBy.join(", ")]]),
      ...(instances.length === 0
        ? []
        : [["instances", `${instances.join(", ")}${more ? ", … and others" : ""}`]]),
    ]),
    "",
    ...(actions.length === 0
      ? ["It has no actions."]
      : formatTable(
          ["PERMISSION", "DESCRIPTION"],
          actions.map(([action, { description }]) => [`${resource.name}:${action}`, description.en ?? ""]),
        )),
  ];
}

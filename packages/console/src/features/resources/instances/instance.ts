import type { Entity, EntityBody } from "../../../api/entities.ts";
import type { JsonObject } from "../../../components/fields/object-rows.ts";

export type Instance = Entity<"instance">;

/** The editable members of an instance. */
export interface InstanceParts {
  /** `""` for the top. */
  readonly parent: string;
  /** Undefined while the attributes are invalid. */
  readonly attributes: JsonObject | undefined;
}

export const instancePartsFrom = ({ parent = "", attributes = {} }: Instance): InstanceParts => ({
  parent,
  attributes,
});

export const instanceBodyFrom = ({ parent, attributes = {} }: InstanceParts): EntityBody<"instance"> => ({
  ...(parent !== "" && { parent }),
  attributes,
});

/** The reference of an instance in parents and assignments. */
export const keyOf = ({ resource, id }: Pick<Instance, "resource" | "id">): string => `${resource}/${id}`;

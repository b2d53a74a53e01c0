import { type Answer, type AnswerOf, type BodyOf, callApi } from "../../../api/call-api.ts";
import type { Versioned } from "../../../api/use-form-draft.ts";
import type { JsonObject } from "../../../components/fields/object-rows.ts";

export type Instance = AnswerOf<"GET /resources/{name}/instances/{id}">;

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

export const instanceBodyFrom = ({
  parent,
  attributes = {},
}: InstanceParts): BodyOf<"PUT /resources/{name}/instances/{id}"> => ({
  ...(parent !== "" && { parent }),
  attributes,
});

/** The reference of an instance in parents and assignments. */
export const keyOf = ({ resource, id }: Pick<Instance, "resource" | "id">): string => `${resource}/${id}`;

export const toVersioned = ({
  body,
  etag,
}: Answer<"GET /resources/{name}/instances/{id}">): Versioned<Instance> => ({ value: body, etag });

export const readInstance = async (name: string, id: string): Promise<Versioned<Instance>> =>
  toVersioned(await callApi("GET /resources/{name}/instances/{id}", { params: { name, id } }));

import { type Answer, type AnswerOf, type BodyOf, callApi } from "../../../api/call-api.ts";
import type { Versioned } from "../../../api/use-draft.ts";
import type { JsonObject } from "../../../components/fields/object-rows.ts";

export type Instance = AnswerOf<"GET /resources/{name}/instances/{id}">;

/** What can be changed of it, as it is typed. */
export interface InstanceParts {
  /** `""` for the top. */
  readonly parent: string;
  /** Undefined while they are not valid. */
  readonly attributes: JsonObject | undefined;
}

export const typeInstance = ({ parent = "", attributes = {} }: Instance): InstanceParts => ({
  parent,
  attributes,
});

export const writeInstance = ({
  parent,
  attributes = {},
}: InstanceParts): BodyOf<"PUT /resources/{name}/instances/{id}"> => ({
  ...(parent !== "" && { parent }),
  attributes,
});

/** As parents and assignments name it. */
export const keyOf = ({ resource, id }: Pick<Instance, "resource" | "id">): string => `${resource}/${id}`;

export const toVersioned = ({
  body,
  etag,
}: Answer<"GET /resources/{name}/instances/{id}">): Versioned<Instance> => ({ value: body, etag });

export const readInstance = async (name: string, id: string): Promise<Versioned<Instance>> =>
  toVersioned(await callApi("GET /resources/{name}/instances/{id}", { params: { name, id } }));

import { z } from "zod";
import type { DescribedRoute } from "../api-route.ts";
import { describeSchema } from "./describe-schema.ts";
import { REQUEST_HEADERS } from "./headers.ts";

/** The parameters in the path, in the query and in the header fields of a request. */
export const describeParameters = ({ params, query, headers = [] }: DescribedRoute): readonly object[] => [
  ...describePart(params, "path"),
  ...describePart(query, "query"),
  ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
];

/** Header fields are the same everywhere. */
export const describeHeaderParameters = (): object =>
  Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, described]) => [name, { name, in: "header", ...described }]),
  );

function describePart(schema: z.ZodType | undefined, place: "path" | "query"): readonly object[] {
  if (!schema) return [];
  const { properties = {} } = describeSchema(schema, "parameter");
  // As it is sent: one with a default may be left out.
  const { required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, { description, ...described }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: described,
  }));
}

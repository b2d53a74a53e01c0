import type { z } from "zod";
import { type DescribedRoute, permissionsOf } from "../api-route.ts";
import type { Components } from "./collect-components.ts";
import { describeParameters } from "./describe-parameters.ts";
import { describeResponses } from "./describe-responses.ts";
import { describeSchema } from "./describe-schema.ts";
import { exampleFrom } from "./example-from.ts";

export function describeOperation(route: DescribedRoute, components: Components): object {
  const parameters = describeParameters(route);
  return {
    tags: [route.tag],
    summary: route.summary,
    operationId: route.operation,
    security: describeSecurity(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: describeBody(route.body, route.bodyType, components) }),
    responses: describeResponses(route, components),
  };
}

/** One of these is enough: a token with one of the permissions, or the credentials of a client. */
function describeSecurity(route: DescribedRoute): readonly object[] {
  const permissions = permissionsOf(route);
  if (permissions.length === 0) return [{ client: [] }];
  return permissions.map((permission) => ({ token: [permission] }));
}

function describeBody(
  body: z.ZodType,
  mediaType: DescribedRoute["bodyType"],
  components: Components,
): object {
  const schema = components.refer(describeSchema(body, "input"));
  return {
    required: body._zod.optin !== "optional",
    ...(mediaType && { description: "One JSON object on each line, of this schema" }),
    content: {
      [mediaType ?? "application/json"]: { schema, example: exampleFrom(schema, components.find) },
    },
  };
}

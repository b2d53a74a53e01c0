import type { z } from "zod";
import type { DescribedRoute } from "../api-route.ts";
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
    security: [route.permission === undefined ? { client: [] } : { token: [route.permission] }],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: describeBody(route.body, components) }),
    responses: describeResponses(route, components),
  };
}

function describeBody(body: z.ZodType, components: Components): object {
  const schema = components.refer(describeSchema(body, "input"));
  return {
    required: body._zod.optin !== "optional",
    content: { "application/json": { schema, example: exampleFrom(schema, components.find) } },
  };
}

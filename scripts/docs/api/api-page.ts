import type { ApiDescription, ApiOperation } from "../../../docs/.vitepress/theme/api/api-description.ts";
import { code, page, table } from "../reference/markdown.ts";

/**
 * The site shows the operations with all that they take and answer, and sends them. What stands between the tags of its
 * component is for those who read the file itself, for the search, and for browsers without scripts.
 */
export const writeApiPage = ({ groups }: ApiDescription): string =>
  page(
    "# API",
    "The management API and the permission API, as the OpenAPI document of a server describes them (`GET /api/v1/openapi.json`), and AuthZEN. The [guide to the management API](../guides/management-api.md) and the one to [checks](../guides/checks.md) explain how to use them; all [problems](errors.md#problems) are in the reference.",
    "<ApiReference>",
    groups.flatMap(({ title, description, operations }) => [
      `## ${title}`,
      `${description}.`,
      table(["call", "what it does", "permission"], operations.map(describeOperation)),
    ]),
    "</ApiReference>",
  );

const describeOperation = ({ method, path, summary, permissions }: ApiOperation): readonly string[] => [
  code(`${method} ${path}`),
  summary,
  permissions.map(code).join(" or ") || "the secret of a client",
];

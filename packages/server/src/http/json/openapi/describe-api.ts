import { ownResource } from "../../../directory/own-entities.ts";
import { API_PREFIX, type DescribedRoute, permissionsOf } from "../api-route.ts";
import { createComponents } from "./collect-components.ts";
import { describeOperation } from "./describe-operation.ts";
import { describeHeaderParameters } from "./describe-parameters.ts";
import { describeSharedResponses } from "./describe-responses.ts";
import { ANSWER_HEADERS } from "./headers.ts";
import { TAGS } from "./tags.ts";

const DESCRIPTION = `Manages what Licet stores and answers permission checks.

Nearly every call needs an access token for this API: \`POST /oidc/token\` with \`resource={issuer}${API_PREFIX}\`. Names of \
members are exact, and a request with one that is not known is refused. Later versions may answer with more members.`;

/** The OpenAPI document of the routes, made from what the routes themselves check. */
export function describeApi(routes: readonly DescribedRoute[], issuer: string, version: string): object {
  const components = createComponents();
  const byPath = Object.entries(Object.groupBy(routes, ({ path }) => API_PREFIX + path));
  const paths = Object.fromEntries(
    byPath.map(([path, methods = []]) => [
      path,
      Object.fromEntries(
        methods.map((route) => [route.method.toLowerCase(), describeOperation(route, components)]),
      ),
    ]),
  );
  const responses = describeSharedResponses(components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Licet",
      version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: issuer }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { token: describeToken(routes, issuer), client: CLIENT },
      parameters: describeHeaderParameters(),
      headers: ANSWER_HEADERS,
      responses,
      schemas: components.all(),
    },
  };
}

const CLIENT = {
  type: "http",
  scheme: "basic",
  description: "The client_id and a secret of an application, as at the token endpoint (RFC 6749 §2.3.1)",
};

const describeToken = (routes: readonly DescribedRoute[], issuer: string): object => ({
  type: "oauth2",
  description: "An access token of Licet itself, in the Authorization header field (RFC 6750)",
  flows: {
    clientCredentials: {
      tokenUrl: `${issuer}/oidc/token`,
      scopes: Object.fromEntries(
        routes.flatMap(permissionsOf).map((permission) => [permission, getDescription(permission)]),
      ),
    },
  },
});

const ACTIONS = ownResource("").actions;
const getDescription = (permission: string): string =>
  ACTIONS[permission.slice(permission.indexOf(":") + 1)]?.description.en ?? permission;

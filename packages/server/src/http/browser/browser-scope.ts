import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { acceptForms } from "../oauth/form-body.ts";
import type { Site } from "../pages/site.ts";
import { sendPageError } from "./page-errors.ts";

/** The part of the server that browsers see: forms come in, pages go out, and a failure is a page as well. */
export function addBrowserScope(
  app: FastifyInstance,
  options: {
    readonly site: Site;
    readonly logFailure: (error: FastifyError, request: FastifyRequest) => void;
    readonly addRoutes: (scope: FastifyInstance) => void;
  },
): void {
  const { site, logFailure, addRoutes } = options;
  app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      logFailure(error, request);
      return sendPageError(reply, site, error);
    });
    addRoutes(scope);
  });
}

import type { FastifyError, FastifyInstance } from "fastify";
import type { LogFailure } from "../log-failure.ts";
import { acceptForms } from "../oauth/form-body.ts";
import type { Site } from "../pages/site.ts";
import { sendPageError } from "./page-errors.ts";

/** The routes for browsers: they accept forms and answer with pages, also for errors. */
export function addBrowserScope(
  app: FastifyInstance,
  options: {
    readonly site: Site;
    readonly logFailure: LogFailure;
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

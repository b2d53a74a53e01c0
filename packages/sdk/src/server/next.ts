/** Route handlers of Next, and every other server of Web requests: Bun, Deno, edge runtimes. */

import type { PermissionName } from "../common/permission-name.ts";
import type { Auth } from "./auth.ts";
import { type AuthOptions, createGuard } from "./guard.ts";
import { toResponse } from "./http-answer.ts";
import type { PermissionChecker } from "./permission-checker.ts";
import * as requirements from "./requirements.ts";
import { partsOfWeb } from "./web-requests.ts";

export { requireAnyScope, requireScopes } from "./requirements.ts";

/** A handler gets what the framework gives to it, and who calls. */
export type Handler<R extends Request, C> = (
  request: R,
  context: C & { readonly auth: Auth },
) => Response | Promise<Response>;

export type RouteHandler<R extends Request, C> = (request: R, context: C) => Promise<Response>;

type Rule<R> = requirements.Requirement<R>;

/** Makes a handler that only callers reach who meet all requirements. */
export interface Protect {
  <R extends Request = Request, C = object>(handler: Handler<R, C>): RouteHandler<R, C>;
  <R extends Request = Request, C = object>(rule: Rule<R>, handler: Handler<R, C>): RouteHandler<R, C>;
  <R extends Request = Request, C = object>(
    rule: Rule<R>,
    other: Rule<R>,
    handler: Handler<R, C>,
  ): RouteHandler<R, C>;
  <R extends Request = Request, C = object>(
    rules: readonly Rule<R>[],
    handler: Handler<R, C>,
  ): RouteHandler<R, C>;
}

/** `const protect = auth({ … })`, then `export const GET = protect(requireScopes("orders:read"), handler)`. */
export function auth(options: AuthOptions): Protect {
  const guard = createGuard(options);
  return (...given: readonly unknown[]) => {
    const handler = given.at(-1) as Handler<Request, object>;
    const rules = given.slice(0, -1).flat() as readonly Rule<Request>[];
    return async (request: Request, context?: object) => {
      const parts = partsOfWeb(request);
      const document = guard.findMetadata(parts);
      if (document) return toResponse(document, parts.method);
      const outcome = await guard.authenticate(parts);
      if ("answer" in outcome) return toResponse(outcome.answer, parts.method);
      for (const rule of rules) {
        const refusal = await rule({ guard, auth: outcome.auth, parts, request });
        if (refusal) return toResponse(refusal, parts.method);
      }
      return handler(request, { ...context, auth: outcome.auth });
    };
  };
}

/** The subject of the token needs this permission. */
export const requirePermission = <R extends Request = Request>(
  permission: PermissionName,
  askAbout?: requirements.AskAbout<R>,
  options?: { readonly checker?: PermissionChecker },
): Rule<R> => requirements.requirePermission<R>(permission, askAbout, options);

/** `export const GET = resourceMetadata({ … })` in `app/.well-known/oauth-protected-resource/route.ts`. */
export function resourceMetadata(options: AuthOptions): (request: Request) => Response {
  const guard = createGuard(options);
  return (request) => {
    const parts = partsOfWeb(request);
    return toResponse(guard.findMetadata(parts) ?? NOT_FOUND, parts.method);
  };
}
const NOT_FOUND = { status: 404, headers: {}, body: "" };

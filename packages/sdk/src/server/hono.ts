/** Hono 4, on any runtime. */

import type { Context, MiddlewareHandler } from "hono";
import type { PermissionName } from "../common/permission-name.ts";
import type { Auth } from "./auth.ts";
import { type AuthOptions, createGuard } from "./guard.ts";
import { toResponse } from "./http-answer.ts";
import type { PermissionChecker } from "./permission-checker.ts";
import * as requirements from "./requirements.ts";
import { admit, getAdmitted } from "./visits.ts";
import { partsOfWeb } from "./web-requests.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** The caller. Set by `auth()`. */
    auth: Auth;
  }
}

/** Lets requests with a valid access token pass, and says who calls in `c.get("auth")`. */
export function auth(options: AuthOptions): MiddlewareHandler {
  const guard = createGuard(options);
  return async (c, next) => {
    const parts = partsOfWeb(c.req.raw);
    const document = guard.findMetadata(parts);
    if (document) return toResponse(document, parts.method);
    const outcome = await guard.authenticate(parts);
    if ("answer" in outcome) return toResponse(outcome.answer, parts.method);
    admit(c, guard, outcome.auth);
    c.set("auth", outcome.auth);
    await next();
    return undefined;
  };
}

/** The token needs all of these scopes. */
export const requireScopes = (...scopes: readonly string[]): MiddlewareHandler =>
  enforce(requirements.requireScopes(...scopes));

/** The token needs one of these scopes. */
export const requireAnyScope = (...scopes: readonly string[]): MiddlewareHandler =>
  enforce(requirements.requireAnyScope(...scopes));

/** The subject of the token needs this permission. */
export const requirePermission = (
  permission: PermissionName,
  askAbout?: requirements.AskAbout<Context>,
  options?: { readonly checker?: PermissionChecker },
): MiddlewareHandler => enforce(requirements.requirePermission<Context>(permission, askAbout, options));

function enforce(requirement: requirements.Requirement<Context>): MiddlewareHandler {
  return async (c, next) => {
    const parts = partsOfWeb(c.req.raw);
    const refusal = await requirement({ ...getAdmitted(c), parts, request: c });
    if (refusal) return toResponse(refusal, parts.method);
    await next();
    return undefined;
  };
}

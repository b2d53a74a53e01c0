/** Express 4 and 5. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { PermissionName } from "../common/permission-name.ts";
import type { Auth } from "./auth.ts";
import { type AuthOptions, createGuard } from "./guard.ts";
import { partsOfNode, sendByNode } from "./node-messages.ts";
import type { PermissionChecker } from "./permission-checker.ts";
import * as requirements from "./requirements.ts";
import { admit, getAdmitted } from "./visits.ts";
import { whenSettled } from "./when-settled.ts";

declare global {
  namespace Express {
    interface Request {
      /** The caller. Set by `auth()`. */
      auth?: Auth;
    }
  }
}

/** As much of a request of Express as callbacks of `requirePermission()` usually need. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl: string;
  readonly params: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  auth?: Auth;
}

export type Middleware<R extends IncomingMessage> = (
  request: R,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Lets requests with a valid access token pass, and says who calls in `request.auth`. */
export function auth(options: AuthOptions): Middleware<IncomingMessage> {
  const guard = createGuard(options);
  return (request: IncomingMessage & { auth?: Auth }, response, next) => {
    const parts = partsOfNode(request);
    const document = guard.findMetadata(parts);
    if (document) return sendByNode(response, document);
    whenSettled(
      () => guard.authenticate(parts),
      (outcome) => {
        if ("answer" in outcome) return sendByNode(response, outcome.answer);
        admit(request, guard, outcome.auth);
        request.auth = outcome.auth;
        next();
      },
      next,
    );
  };
}

/** The token needs all of these scopes. */
export const requireScopes = (...scopes: readonly string[]): Middleware<IncomingMessage> =>
  enforce(requirements.requireScopes(...scopes));

/** The token needs one of these scopes. */
export const requireAnyScope = (...scopes: readonly string[]): Middleware<IncomingMessage> =>
  enforce(requirements.requireAnyScope(...scopes));

/** The subject of the token needs this permission. */
export const requirePermission = <R extends IncomingMessage = ExpressRequest>(
  permission: PermissionName,
  askAbout?: requirements.AskAbout<R>,
  options?: { readonly checker?: PermissionChecker },
): Middleware<R> => enforce(requirements.requirePermission<R>(permission, askAbout, options));

function enforce<R extends IncomingMessage>(requirement: requirements.Requirement<R>): Middleware<R> {
  return (request, response, next) =>
    whenSettled(
      () => requirement({ ...getAdmitted(request), parts: partsOfNode(request), request }),
      (refusal) => (refusal ? sendByNode(response, refusal) : next()),
      next,
    );
}

/** Serves the document about the resource, where `auth()` does not see the requests for it. */
export function resourceMetadata(options: AuthOptions): Middleware<IncomingMessage> {
  const guard = createGuard(options);
  return (request, response, next) => {
    const document = guard.findMetadata(partsOfNode(request));
    return document ? sendByNode(response, document) : next();
  };
}

/** `node:http` and `node:https` without a framework. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { PermissionName } from "../common/permission-name.ts";
import type { Auth } from "./auth.ts";
import { type AuthOptions, createGuard } from "./guard.ts";
import type { HttpAnswer, RequestParts } from "./http-answer.ts";
import { partsOfNode, sendByNode } from "./node-messages.ts";
import type { PermissionChecker } from "./permission-checker.ts";
import * as requirements from "./requirements.ts";

export { requireAnyScope, requireScopes } from "./requirements.ts";

export type AuthenticatedRequest = IncomingMessage & { readonly auth: Auth };

export type Listener = (request: AuthenticatedRequest, response: ServerResponse) => unknown;

type Rule = requirements.Requirement<AuthenticatedRequest>;

/** Makes a listener that only callers reach who meet all requirements. */
export interface Protect {
  (listener: Listener): NodeListener;
  (rule: Rule, listener: Listener): NodeListener;
  (rule: Rule, other: Rule, listener: Listener): NodeListener;
  (rules: readonly Rule[], listener: Listener): NodeListener;
}

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `const protect = auth({ … })`, then `createServer(protect(requireScopes("orders:read"), listener))`. */
export function auth(options: AuthOptions): Protect {
  const guard = createGuard(options);

  /** The answer to send instead of the application's; undefined when the listener may answer. */
  const refuse = async (
    request: IncomingMessage,
    parts: RequestParts,
    rules: readonly Rule[],
  ): Promise<HttpAnswer | undefined> => {
    const outcome = await guard.authenticate(parts);
    if ("answer" in outcome) return outcome.answer;
    const authenticated = Object.assign(request, { auth: outcome.auth });
    for (const rule of rules) {
      const refusal = await rule({ guard, auth: outcome.auth, parts, request: authenticated });
      if (refusal) return refusal;
    }
    return undefined;
  };

  return (...given: readonly unknown[]) => {
    const listener = given.at(-1) as Listener;
    const rules = given.slice(0, -1).flat() as readonly Rule[];
    return async (request, response) => {
      const parts = partsOfNode(request);
      const answer = guard.findMetadata(parts) ?? (await refuse(request, parts, rules).catch(fail));
      if (answer) sendByNode(response, answer);
      else await listener(request as AuthenticatedRequest, response);
    };
  };
}

/** A callback of the application failed. There is no framework that would answer, and Node would end the process. */
function fail(error: unknown): HttpAnswer {
  console.error(error);
  return { status: 500, headers: { "cache-control": "no-store" }, body: "" };
}

/** The subject of the token needs this permission. */
export const requirePermission = (
  permission: PermissionName,
  askAbout?: requirements.AskAbout<AuthenticatedRequest>,
  options?: { readonly checker?: PermissionChecker },
): Rule => requirements.requirePermission<AuthenticatedRequest>(permission, askAbout, options);

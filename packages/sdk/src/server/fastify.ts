/** Fastify 5: hooks for `onRequest` or `preHandler`. */

import type { FastifyReply, FastifyRequest } from "fastify";
import type { PermissionName } from "../common/permission-name.ts";
import type { Auth } from "./auth.ts";
import { type AuthOptions, createGuard } from "./guard.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { partsOfNode } from "./node-messages.ts";
import type { PermissionChecker } from "./permission-checker.ts";
import * as requirements from "./requirements.ts";
import { admit, getAdmitted } from "./visits.ts";
import { whenSettled } from "./when-settled.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller. Set by `auth()`. */
    auth?: Auth;
  }
}

export type Hook<R extends FastifyRequest = FastifyRequest> = (
  request: R,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

/** Lets requests with a valid access token pass, and says who calls in `request.auth`. */
export function auth(options: AuthOptions): Hook {
  const guard = createGuard(options);
  return (request, reply, done) => {
    const parts = partsOfNode(request.raw);
    const document = guard.findMetadata(parts);
    if (document) return send(reply, document);
    whenSettled(
      () => guard.authenticate(parts),
      (outcome) => {
        if ("answer" in outcome) return send(reply, outcome.answer);
        admit(request, guard, outcome.auth);
        request.auth = outcome.auth;
        done();
      },
      (error) => done(error as Error),
    );
  };
}

/** The token needs all of these scopes. */
export const requireScopes = (...scopes: readonly string[]): Hook =>
  enforce(requirements.requireScopes(...scopes));

/** The token needs one of these scopes. */
export const requireAnyScope = (...scopes: readonly string[]): Hook =>
  enforce(requirements.requireAnyScope(...scopes));

/** A request whose parameters are texts, which is what callbacks of `requirePermission()` usually need. */
export type RequestWithParameters = FastifyRequest & {
  readonly params: Readonly<Record<string, string | undefined>>;
};

/** The subject of the token needs this permission. Its callback sees the body in a `preHandler`, and not before. */
export const requirePermission = (
  permission: PermissionName,
  askAbout?: requirements.AskAbout<RequestWithParameters>,
  options?: { readonly checker?: PermissionChecker },
): Hook =>
  enforce(
    requirements.requirePermission<FastifyRequest>(
      permission,
      askAbout && ((request, caller) => askAbout(request as RequestWithParameters, caller)),
      options,
    ),
  );

function enforce(requirement: requirements.Requirement<FastifyRequest>): Hook {
  return (request, reply, done) =>
    whenSettled(
      () => requirement({ ...getAdmitted(request), parts: partsOfNode(request.raw), request }),
      (refusal) => (refusal ? send(reply, refusal) : done()),
      (error) => done(error as Error),
    );
}

function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): void {
  reply.code(status).headers(headers);
  // As bytes: Fastify changes the content type of a text.
  if (body === "") reply.send();
  else reply.send(new TextEncoder().encode(body));
}

import type { PermissionName } from "../common/permission-name.ts";
import { UsageError } from "../common/usage-error.ts";
import { type Auth, nameSubject } from "./auth.ts";
import type { Guard } from "./guard.ts";
import type { HttpAnswer, RequestParts } from "./http-answer.ts";
import {
  askChecker,
  type InstanceReference,
  type PermissionAnswer,
  type PermissionChecker,
  type PermissionQuestion,
  type SubjectReference,
} from "./permission-checker.ts";

/** A caller with a valid token, and the request as the framework has it. */
export interface Visit<R> {
  readonly guard: Guard;
  readonly auth: Auth;
  readonly parts: RequestParts;
  readonly request: R;
}

/** The answer to a caller who lacks something; undefined for all others. */
export type Requirement<R> = (visit: Visit<R>) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>;

/** The caller's token needs all of these scopes. */
export function requireScopes(...scopes: readonly string[]): Requirement<unknown> {
  const scope = parseScopes("requireScopes", scopes).join(" ");
  return ({ guard, auth, parts }) => {
    const missing = scopes.filter((one) => !auth.scopes.includes(one));
    if (missing.length === 0) return undefined;
    const description = `the access token lacks ${missing.join(" and ")}`;
    return guard.forbid(parts, { description, scope, body: { missing }, ...describeScopes(scope, auth) });
  };
}

/** The caller's token needs one of these scopes. */
export function requireAnyScope(...scopes: readonly string[]): Requirement<unknown> {
  const scope = parseScopes("requireAnyScope", scopes).join(" ");
  return ({ guard, auth, parts }) => {
    if (scopes.some((one) => auth.scopes.includes(one))) return undefined;
    const description = `the access token needs ${scopes.join(" or ")}`;
    return guard.forbid(parts, {
      description,
      scope,
      body: { missing: scopes },
      ...describeScopes(scope, auth),
    });
  };
}

const describeScopes = (scope: string, auth: Auth) => ({
  expected: `scope ${JSON.stringify(scope)}`,
  received: `scope ${JSON.stringify(auth.scopes.join(" "))} of ${nameSubject(auth)}`,
});

/** RFC 6749 §3.3 */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function parseScopes(name: string, scopes: readonly string[]): readonly string[] {
  if (scopes.length === 0) throw new UsageError(`${name}(): write at least one scope, such as "orders:read"`);
  const wrong = scopes.find((scope) => typeof scope !== "string" || !SCOPE.test(scope));
  if (wrong !== undefined)
    throw new UsageError(
      `${name}(): ${JSON.stringify(wrong)} is not one scope; write each as an argument of its own`,
    );
  return scopes;
}

/** What a permission is asked about. The subject is the token's, unless the application names another. */
export interface PermissionSubjectMatter {
  readonly subject?: SubjectReference;
  readonly resource?: InstanceReference;
  /** Added to what the token says about the client and the sign-in, which conditions may read, too. */
  readonly context?: Readonly<Record<string, unknown>>;
}

export type AskAbout<R> = (
  request: R,
  auth: Auth,
) => PermissionSubjectMatter | Promise<PermissionSubjectMatter>;

/**
 * The subject of the token needs a permission, which is checked now: by the `checker` of these options, or by that of
 * `auth()`. What the user allowed the application to do is in the scopes, and not checked here.
 */
export function requirePermission<R>(
  permission: PermissionName,
  askAbout: AskAbout<R> = () => ({}),
  options: { readonly checker?: PermissionChecker } = {},
): Requirement<R> {
  if (typeof permission !== "string" || permission.length === 0)
    throw new UsageError('requirePermission(): write the name of a permission, such as "orders:write"');
  return async ({ guard, auth, parts, request }) => {
    const checker = options.checker ?? guard.checker;
    if (!checker) throw new UsageError("requirePermission() needs a checker: give one to auth()");
    const question = createQuestion(permission, auth, await askAbout(request, auth));
    let answer: PermissionAnswer | undefined;
    let because: string | undefined;
    try {
      answer = await askChecker(checker, question);
    } catch (error) {
      because = error instanceof Error ? error.message : String(error);
    }
    if (!answer)
      return guard.postpone(parts, "permissions cannot be checked at the moment", {
        expected: permission,
        because,
      });
    if (answer.allowed) return undefined;
    return guard.forbid(parts, {
      description: `the permission ${permission} is not granted`,
      body: { permission },
      expected: `${permission} for ${JSON.stringify(question.subject)}${describeInstance(question)}`,
      received: `a denial${answer.reason === undefined ? "" : `: ${answer.reason}`}`,
    });
  };
}

/** The id often comes from the URL of the request, so it is escaped: it must not write lines of its own in a log. */
function describeInstance({ resource }: PermissionQuestion): string {
  if (resource === undefined) return "";
  const key = typeof resource === "string" ? resource : `${resource.type}/${resource.id}`;
  return ` at ${JSON.stringify(key).slice(1, -1)}`;
}

function createQuestion(
  permission: PermissionName,
  auth: Auth,
  { subject = nameSubject(auth), resource, context }: PermissionSubjectMatter,
): PermissionQuestion {
  const { acr, amr, auth_time } = auth.claims;
  const known = {
    client: { id: auth.clientId },
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr }),
    ...(auth_time !== undefined && { auth_time }),
  };
  return {
    subject,
    permission,
    ...(resource !== undefined && { resource }),
    context: { ...known, ...context },
  };
}

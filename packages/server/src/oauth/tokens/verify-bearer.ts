import { whenReady } from "../../core/async/awaitable.ts";
import { coalesceLookups } from "./coalesce-lookups.ts";
import type { LiveToken, LiveTokens } from "./live-token.ts";

/** Why a request with a bearer token was turned away (RFC 6750 §3.1). */
export class BearerError extends Error {
  override readonly name = "BearerError";
  /** Absent when no token was presented at all: then nothing is said about why. */
  readonly code: "invalid_token" | "insufficient_scope" | undefined;
  readonly requiredScope: string | undefined;
  /** The caller of a valid token that lacks a permission. */
  readonly caller: Caller | undefined;

  constructor(code: BearerError["code"], message: string, requiredScope?: string, caller?: Caller) {
    super(message);
    this.code = code;
    this.requiredScope = requiredScope;
    this.caller = caller;
  }
}

/** The caller of one of our APIs, and our permissions that the token carries. */
export interface Caller extends LiveToken {
  readonly permissions: ReadonlySet<string>;
}

/** RFC 6750 §2.1: the token of an `Authorization: Bearer …`, or undefined when it is none. */
export const parseBearer = (authorization: string): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];

/**
 * Throws BearerError, or rejects with it. A promise only when something has to be looked up for the token.
 * `asOf` says what counts: the database, or what this node knows.
 */
export type VerifyBearer = (
  authorization: string | undefined,
  permission: string,
  asOf?: "database" | "node",
) => Caller | Promise<Caller>;

/** A valid token of ours for another audience. */
type ForeignToken = Pick<LiveToken["token"], "aud" | "scope">;
type Found = Caller | { readonly foreign?: ForeignToken };

/** The token must be for this audience and still carry the permission, at this moment and not just when it was issued. */
export function createVerifyBearer(liveTokens: LiveTokens, audience: string): VerifyBearer {
  const isForUs = ({ aud }: LiveToken["token"]) =>
    typeof aud === "string" ? aud === audience : aud.includes(audience);

  // A busy caller sends many requests at a time with one token; they share one lookup in each turn.
  const findCallerBy = (find: LiveTokens["find"]) =>
    coalesceLookups(async (authorization): Promise<Found> => {
      const text = parseBearer(authorization);
      const verified = text === undefined ? undefined : liveTokens.verify(text);
      if (!verified) return {};
      if (!isForUs(verified.claims)) return { foreign: verified.claims };
      const live = await find(verified);
      return live ? { ...live, permissions: new Set(live.scope.split(" ")) } : {};
    });
  const findCaller = {
    database: findCallerBy(liveTokens.find),
    node: findCallerBy(liveTokens.findAsKnown),
  };

  const requirePermission = (found: Found, permission: string): Caller => {
    if (!("permissions" in found))
      throw new BearerError(
        "invalid_token",
        found.foreign ? describeForeign(found.foreign, audience, permission) : NOT_VALID,
      );
    if (!found.permissions.has(permission))
      throw new BearerError("insufficient_scope", describeLack(found.token, permission), permission, found);
    return found;
  };

  return (authorization, permission, asOf = "database") => {
    // RFC 6750 §3.1: another way of authentication counts as none.
    if (authorization === undefined || !/^Bearer(?: |$)/i.test(authorization))
      throw new BearerError(undefined, "present an access token: Authorization: Bearer …");
    return whenReady(findCaller[asOf](authorization), (found) => requirePermission(found, permission));
  };
}

export const NOT_VALID = "the access token is not valid: it has expired, was revoked, or is not one of ours";

/** A token does not say what was refused when it was issued; the answer it came with does. */
const REFUSED = "it was not asked for, or it was refused and scope_rejected of the token response names it";

/** Facts of the token that was presented, which its holder can read in it, and nothing else. */
function describeForeign({ aud, scope }: ForeignToken, audience: string, permission: string): string {
  const refused = `${permission} needs a token of its own: ${REFUSED}`;
  if (scope === "") return `this access token carries no scope at all; ${refused}`;
  return `this access token is for ${[aud].flat().join(" and ")}, not for ${audience}, the API of Licet itself; ${refused}`;
}

function describeLack({ scope }: ForeignToken, permission: string): string {
  const wasIssued = scope.split(" ").includes(permission);
  return wasIssued
    ? `the access token was issued with ${permission}, which is not granted any more`
    : `the access token does not carry ${permission}: ${REFUSED}`;
}

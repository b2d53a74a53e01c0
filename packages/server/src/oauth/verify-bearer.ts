import type { FindLiveToken, LiveToken } from "./live-token.ts";
import { shareLookups } from "./share-lookups.ts";

/** Why a request with a bearer token was turned away (RFC 6750 §3.1). */
export class BearerError extends Error {
  override readonly name = "BearerError";
  /** Absent when no token was presented at all: then nothing is said about why. */
  readonly code: "invalid_token" | "insufficient_scope" | undefined;
  readonly requiredScope: string | undefined;
  /** Whose token it was, where the token is good and only does not reach far enough. */
  readonly caller: Caller | undefined;

  constructor(code: BearerError["code"], message: string, requiredScope?: string, caller?: Caller) {
    super(message);
    this.code = code;
    this.requiredScope = requiredScope;
    this.caller = caller;
  }
}

/** Whoever calls an API of ours, and which of our permissions the token carries. */
export interface Caller extends LiveToken {
  readonly permissions: ReadonlySet<string>;
}

/** RFC 6750 §2.1: the token of an `Authorization: Bearer …`, or undefined when it is none. */
export const readBearer = (authorization: string): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];

export type VerifyBearer = (authorization: string | undefined, permission: string) => Promise<Caller>;

/** The token must be for this audience and still carry the permission, at this moment and not just when it was issued. */
export function createVerifyBearer(findLiveToken: FindLiveToken, audience: string): VerifyBearer {
  const isForUs = ({ aud }: LiveToken["token"]) =>
    typeof aud === "string" ? aud === audience : aud.includes(audience);

  // A busy caller's requests come many at a time, all with one token; what is true of it is asked once in each turn.
  const findCaller = shareLookups(async (authorization): Promise<Caller | undefined> => {
    const text = readBearer(authorization);
    const live = text === undefined ? undefined : await findLiveToken(text, isForUs);
    return live && { ...live, permissions: new Set(live.scope.split(" ")) };
  });

  return async (authorization, permission) => {
    // RFC 6750 §3.1: another way of authentication counts as none.
    if (authorization === undefined || !/^Bearer(?: |$)/i.test(authorization))
      throw new BearerError(undefined, "present an access token: Authorization: Bearer …");
    const caller = await findCaller(authorization);
    if (!caller) throw new BearerError("invalid_token", "the access token is not valid here");
    if (!caller.permissions.has(permission)) {
      throw new BearerError(
        "insufficient_scope",
        `the access token does not carry ${permission}`,
        permission,
        caller,
      );
    }
    return caller;
  };
}

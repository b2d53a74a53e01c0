import { type CompactJWSHeaderParameters, compactVerify, errors } from "jose";
import { parseJsonObject } from "../common/parse-json-object.ts";
import { type KeyStore, KeysUnavailableError, type VerificationKey } from "./key-store.ts";
import { type RejectedToken, reject } from "./verification.ts";

/**
 * RFC 7515 §7.1: three parts in base64url, and nothing else. RFC 4648 §3.5: the bits that are left over at the end are
 * zero. Nothing signs those of the signature: a token would have 16 spellings, each remembered as another token.
 */
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/;
export const isJwt = (token: string): boolean => COMPACT_JWS.test(token);

/** A JWT that a key of the issuer signed as an access token. Its claims are not checked yet. */
export interface SignedJwt {
  readonly key: VerificationKey;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Ends a verification whose header is refused before the signature is looked at. */
class HeaderRejectedError extends Error {
  override readonly name = "HeaderRejectedError";
  readonly rejected: RejectedToken;

  constructor(rejected: RejectedToken) {
    super(rejected.problem);
    this.rejected = rejected;
  }
}

const decoder = new TextDecoder();

export function createVerifyJwt(
  keys: KeyStore,
  algorithms: readonly string[],
): (token: string) => Promise<SignedJwt | RejectedToken> {
  const options = { algorithms: [...algorithms] };
  return async (token) => {
    let key: VerificationKey | undefined;
    const useKey = (found: VerificationKey | undefined, { alg, kid }: CompactJWSHeaderParameters) => {
      if (!found) throw new HeaderRejectedError(reject("unknown_key", "a kid of the issuer", kid));
      if (found.algorithm !== alg)
        throw new HeaderRejectedError(reject("wrong_algorithm", found.algorithm, alg));
      key = found;
      return found.key;
    };
    try {
      const { payload } = await compactVerify(
        token,
        (header: CompactJWSHeaderParameters) => {
          checkHeader(header);
          const found = keys.find(header.kid as string);
          return found instanceof Promise
            ? found.then((late) => useKey(late, header))
            : useKey(found, header);
        },
        options,
      );
      const claims = parseJsonObject(decoder.decode(payload));
      return key && claims ? { key, claims } : reject("malformed", "a JSON object as payload");
    } catch (error) {
      return rejectFor(error, algorithms);
    }
  };
}

function checkHeader(header: CompactJWSHeaderParameters): void {
  const { typ, kid, crit } = header;
  // RFC 9068 §4: any other type is another kind of token, such as an ID token.
  if (typ !== "at+jwt" && !isAccessTokenType(typ))
    throw new HeaderRejectedError(reject("wrong_type", "typ at+jwt", typ ?? "nothing"));
  // RFC 7515 §4.1.11: unknown extensions must be refused, and none is known here.
  if (crit !== undefined) throw new HeaderRejectedError(reject("malformed", "no crit", crit));
  if (typeof kid !== "string")
    throw new HeaderRejectedError(reject("unknown_key", "a kid of the issuer", kid ?? "nothing"));
}

/** RFC 7515 §4.1.9: a media type, compared without case, whose `application/` may be left out. */
const isAccessTokenType = (typ: unknown): boolean =>
  typeof typ === "string" && /^(application\/)?at\+jwt$/i.test(typ);

function rejectFor(error: unknown, algorithms: readonly string[]): RejectedToken {
  if (error instanceof HeaderRejectedError) return error.rejected;
  if (error instanceof KeysUnavailableError) return reject("unavailable", "the keys of the issuer");
  if (error instanceof errors.JOSEAlgNotAllowed)
    return reject("wrong_algorithm", algorithms.join(" or "), "another alg");
  if (error instanceof errors.JWSSignatureVerificationFailed) return reject("wrong_signature");
  return reject("malformed", "a signed JWT");
}

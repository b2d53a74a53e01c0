import { importJWK, type JWK } from "jose";
import { codeOfStatus } from "../common/code-of-status.ts";
import { discover } from "../common/discovery.ts";
import { isPrivateTransport } from "../common/issuer.ts";
import { LicetError } from "../common/licet-error.ts";
import { parseJsonObject } from "../common/parse-json-object.ts";
import { readBoundedText } from "../common/read-bounded-text.ts";
import type { Runtime } from "../common/runtime.ts";
import { withTimeout } from "../common/with-timeout.ts";
import type { LoadedKeys, VerificationKey } from "./key-store.ts";

const MAX_BYTES = 262_144;
const MAX_KEYS = 100;

export interface IssuerOptions {
  readonly issuer: string;
  readonly allowHttp: boolean;
  readonly timeoutMilliseconds: number;
  readonly runtime: Runtime;
}

/** An endpoint that the metadata of the issuer name. They are read once, and again after `forget`. */
export interface Endpoint {
  find(): Promise<string>;
  forget(): void;
}

export function createEndpoint(name: string, given: string | undefined, options: IssuerOptions): Endpoint {
  let found: Promise<string> | undefined = given === undefined ? undefined : Promise.resolve(given);
  const read = async () => {
    const url = (await discover({ ...options, attempts: 1 }))[name];
    if (typeof url !== "string" || !URL.canParse(url))
      throw new LicetError("wrong_issuer", `the metadata of the issuer have no ${name}`);
    // Keys and secrets over an open line could be exchanged or read on the way.
    if (!options.allowHttp && !isPrivateTransport(new URL(url)))
      throw new LicetError("wrong_issuer", `${name} is no https URL`);
    return url;
  };
  const forget = () => {
    if (given === undefined) found = undefined;
  };
  return {
    find() {
      if (found) return found;
      const reading = read();
      found = reading;
      reading.catch(forget);
      return reading;
    },
    forget,
  };
}

/** Reads the key set of the issuer (RFC 7517 §5). */
export function createLoadKeys(
  endpoint: Endpoint,
  options: IssuerOptions & { readonly algorithms: readonly string[]; readonly maxAgeMilliseconds: number },
): (known: ReadonlyMap<string, VerificationKey>) => Promise<LoadedKeys> {
  const { runtime, timeoutMilliseconds, algorithms } = options;
  return async (known) => {
    try {
      const response = await runtime.fetch(await endpoint.find(), {
        headers: { accept: "application/jwk-set+json, application/json" },
        // Not "error", which some edge runtimes do not offer. Any other status than 200 is refused.
        redirect: "manual",
        signal: withTimeout(timeoutMilliseconds, undefined),
      });
      const listed = parseJsonObject(await readBoundedText(response, MAX_BYTES))?.keys;
      if (response.status !== 200 || !Array.isArray(listed))
        throw new LicetError(
          codeOfStatus(response.status),
          `the key set of the issuer was answered with ${response.status}`,
        );
      const keys = await Promise.all(
        listed.slice(0, MAX_KEYS).map((jwk) => importKey(jwk, algorithms, known)),
      );
      const maxAge = readMaxAge(response.headers.get("cache-control")) ?? Number.POSITIVE_INFINITY;
      return {
        keys: keys.filter((key) => key !== undefined),
        maxAgeMilliseconds: Math.min(maxAge, options.maxAgeMilliseconds),
      };
    } catch (error) {
      // The endpoint may have moved.
      endpoint.forget();
      throw error;
    }
  };
}

/**
 * RFC 8725 §3.1: a key is for one algorithm, and the header of a token may only agree. Keys without one are left out,
 * as are those of other kinds (RFC 7517 §5: "SHOULD ignore").
 */
async function importKey(
  jwk: unknown,
  algorithms: readonly string[],
  known: ReadonlyMap<string, VerificationKey>,
): Promise<VerificationKey | undefined> {
  if (typeof jwk !== "object" || jwk === null) return undefined;
  const { kid, alg, use, kty } = jwk as JWK;
  if (typeof kid !== "string" || typeof alg !== "string" || !algorithms.includes(alg)) return undefined;
  if (kty === "oct" || (use !== undefined && use !== "sig")) return undefined;
  const text = JSON.stringify(jwk);
  const before = known.get(kid);
  // The same object, so that the tokens that it verified stay remembered.
  if (before?.text === text) return before;
  try {
    const key = await importJWK(jwk as JWK, alg);
    return key instanceof Uint8Array || key.type !== "public"
      ? undefined
      : { kid, algorithm: alg, key, text };
  } catch {
    return undefined;
  }
}

/** RFC 9111 §5.2.2.1 */
function readMaxAge(cacheControl: string | null): number | undefined {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})\b/i.exec(cacheControl ?? "")?.[1];
  // An issuer that allows no caching at all is still asked no more than once a second.
  return seconds === undefined ? undefined : Math.max(1, Number(seconds)) * 1_000;
}

import { type KeyObject, sign } from "node:crypto";
import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import { type SignatureScheme, signatureScheme } from "./signature-scheme.ts";

/** RFC 8725 §3.11: every kind of token names its type, so that none passes for another. */
export type JwtType = "at+jwt" | "JWT" | "logout+jwt";

/** A private key, ready to sign. */
export interface JwtSigner {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly scheme: SignatureScheme;
  /** The encoded header of each type with its dot: it depends on nothing but the key. */
  readonly headers: Readonly<Record<JwtType, string>>;
}

export function createJwtSigner(kid: string, algorithm: SigningAlgorithm, privateKey: KeyObject): JwtSigner {
  const header = (typ: JwtType): string => `${encode(JSON.stringify({ alg: algorithm, typ, kid }))}.`;
  return {
    kid,
    algorithm,
    scheme: signatureScheme(algorithm, privateKey),
    headers: { "at+jwt": header("at+jwt"), JWT: header("JWT"), "logout+jwt": header("logout+jwt") },
  };
}

/**
 * Signs a token. An algorithm that is fast signs in place, and there is nothing to wait for: handing the work to the
 * thread pool and back would take about as long. RS256 takes ten times longer, and meanwhile this thread serves others.
 */
export function signJwt(signer: JwtSigner, typ: JwtType, claims: object): string | Promise<string> {
  const { scheme, headers } = signer;
  const input = headers[typ] + encode(JSON.stringify(claims));
  const data = Buffer.from(input, "latin1");
  if (!scheme.isFast) return signOnPool(scheme, data).then((signature) => compact(input, signature));
  return compact(input, sign(scheme.digest, data, scheme.key));
}

function signOnPool({ digest, key }: SignatureScheme, data: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(digest, data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

/** RFC 7515 §7.1. */
const compact = (input: string, signature: Buffer): string => `${input}.${signature.toString("base64url")}`;

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

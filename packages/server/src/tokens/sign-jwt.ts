import { type KeyObject, sign } from "node:crypto";
import type { SigningAlgorithm } from "../core/algorithms.ts";
import { type SignatureScheme, signatureScheme } from "./signature-scheme.ts";

/** RFC 8725 §3.11: every kind of token names its type, so that none passes for another. */
export const JWT_TYPES = ["at+jwt", "JWT", "logout+jwt"] as const;
export type JwtType = (typeof JWT_TYPES)[number];

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

/** Synchronous: a trip to the thread pool takes as long as an ES256 signature. */
export function signJwt(signer: JwtSigner, typ: JwtType, claims: object): string {
  const input = signer.headers[typ] + encode(JSON.stringify(claims));
  const signature = sign(signer.scheme.digest, Buffer.from(input, "latin1"), signer.scheme.key);
  return `${input}.${signature.toString("base64url")}`;
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

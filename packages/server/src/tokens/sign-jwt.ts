import { type KeyObject, sign } from "node:crypto";
import type { SigningAlgorithm } from "@licet/engine/values/algorithms.ts";
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
 * Signs on the thread pool: a signature takes longer than everything else about a token, and meanwhile this thread can
 * serve others.
 */
export async function signJwt(signer: JwtSigner, typ: JwtType, claims: object): Promise<string> {
  const input = signer.headers[typ] + encode(JSON.stringify(claims));
  const signature = await signBytes(signer.scheme, Buffer.from(input, "latin1"));
  return `${input}.${signature.toString("base64url")}`;
}

function signBytes({ digest, key }: SignatureScheme, data: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(digest, data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

import { type KeyObject, verify } from "node:crypto";
import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { JwtType } from "./sign-jwt.ts";
import { type SignatureScheme, signatureScheme } from "./signature-scheme.ts";

/** Far above any access token of ours, far below what would cost anything to look at. */
const MAX_TOKEN_CHARACTERS = 8192;
/** RFC 7515 §7.1 and §2: three parts, base64url, no padding, nothing else. */
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** A public key of ours, ready to verify. */
export interface VerificationKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly scheme: SignatureScheme;
}

export const createVerificationKey = (
  kid: string,
  algorithm: SigningAlgorithm,
  publicKey: KeyObject,
): VerificationKey => ({ kid, algorithm, scheme: signatureScheme(algorithm, publicKey) });

/** The content of a JWT that one of our keys signed. */
export interface VerifiedJwt {
  readonly typ: JwtType;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * A token that one of our keys signed as one of these types; undefined for everything else. Verified in place: each
 * core has a worker of its own, so the thread pool would add nothing but the way to it and back.
 */
export function verifyJwt(
  token: string,
  types: readonly JwtType[],
  findKey: (kid: string) => VerificationKey | undefined,
  maxCharacters = MAX_TOKEN_CHARACTERS,
): VerifiedJwt | undefined {
  if (token.length > maxCharacters || !COMPACT_JWS.test(token)) return undefined;
  const headerEnd = token.indexOf(".");
  const payloadEnd = token.lastIndexOf(".");

  const header = decodeObject(token.slice(0, headerEnd));
  if (header === undefined || typeof header.kid !== "string") return undefined;
  const key = findKey(header.kid);
  // RFC 8725 §3.1: the key knows its algorithm; the header may only agree.
  if (key === undefined || header.alg !== key.algorithm) return undefined;
  const typ = types.find((type) => isJwtType(header.typ, type));
  if (typ === undefined) return undefined;
  // RFC 7515 §4.1.11: a recipient must refuse unknown extensions, and we support none.
  if (header.crit !== undefined) return undefined;

  if (!hasValidSignature(key.scheme, token.slice(0, payloadEnd), token.slice(payloadEnd + 1)))
    return undefined;
  const claims = decodeObject(token.slice(headerEnd + 1, payloadEnd));
  return claims && { typ, claims };
}

function hasValidSignature(
  { digest, key, signatureBytes }: SignatureScheme,
  input: string,
  encodedSignature: string,
): boolean {
  const signature = Buffer.from(encodedSignature, "base64url");
  if (signature.length !== signatureBytes) return false;
  // The last character has spare bits: without this, several texts would be the same token.
  if (signature.toString("base64url") !== encodedSignature) return false;
  return verify(digest, Buffer.from(input, "latin1"), key, signature);
}

/** RFC 7515 §4.1.9: a media type, compared without case, whose `application/` may be left out. */
export function isJwtType(typ: unknown, expected: string): boolean {
  if (typ === expected) return true;
  if (typeof typ !== "string") return false;
  return typ.toLowerCase().replace(/^application\//, "") === expected.toLowerCase();
}

function decodeObject(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

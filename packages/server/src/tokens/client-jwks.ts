import { createPublicKey, type JsonWebKeyInput, type KeyObject } from "node:crypto";
import { InvalidInputError } from "../core/errors/errors.ts";

/** The algorithms of `private_key_jwt`, each with the only keys it works on. Nothing symmetric, no `none`. */
export const ASSERTION_ALGORITHMS = ["ES256", "ES384", "RS256", "PS256", "EdDSA", "Ed25519"] as const;
export type AssertionAlgorithm = (typeof ASSERTION_ALGORITHMS)[number];

const KEY_KINDS: Record<AssertionAlgorithm, { readonly kty: string; readonly crv: string | undefined }> = {
  ES256: { kty: "EC", crv: "P-256" },
  ES384: { kty: "EC", crv: "P-384" },
  RS256: { kty: "RSA", crv: undefined },
  PS256: { kty: "RSA", crv: undefined },
  EdDSA: { kty: "OKP", crv: "Ed25519" },
  Ed25519: { kty: "OKP", crv: "Ed25519" },
};

export type ClientJwk = Readonly<Record<string, unknown>>;
export interface ClientJwks {
  readonly keys: readonly ClientJwk[];
}

const MAX_KEYS = 10;
/** A bigger modulus gains nothing and makes every verification expensive. */
const RSA_BITS = { min: 2048, max: 8192 };
/** Keys in use have 65537 or less. */
const MAX_RSA_EXPONENT = 2n ** 32n;
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];
const KEY_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ["kty", "crv", "x", "y"],
  OKP: ["kty", "crv", "x"],
  RSA: ["kty", "n", "e"],
};

const isAssertionAlgorithm = (value: unknown): value is AssertionAlgorithm =>
  ASSERTION_ALGORITHMS.some((algorithm) => algorithm === value);

/** Whether a key may be used with an algorithm: of its kind, and not set aside for another use. */
export function suitsAlgorithm(jwk: ClientJwk, algorithm: AssertionAlgorithm): boolean {
  const { kty, crv } = KEY_KINDS[algorithm];
  return (
    jwk.kty === kty &&
    jwk.crv === crv &&
    (jwk.alg === undefined || nameOf(jwk.alg) === nameOf(algorithm)) &&
    (jwk.use === undefined || jwk.use === "sig")
  );
}

/** RFC 9864 §2.2: on the one curve that we know, `Ed25519` is what `EdDSA` means. */
const nameOf = (algorithm: unknown): unknown => (algorithm === "Ed25519" ? "EdDSA" : algorithm);

/** The keys that a client registers: public, of a kind we verify with, and only the members we need of them. */
export function parseClientJwks(value: unknown): ClientJwks {
  if (!isObject(value) || !Array.isArray(value.keys)) {
    throw new InvalidInputError('jwks: expected an object with a list "keys"');
  }
  if (value.keys.length < 1 || value.keys.length > MAX_KEYS) {
    throw new InvalidInputError(`jwks: expected 1 to ${MAX_KEYS} keys`);
  }
  return { keys: value.keys.map((key: unknown, index) => parseClientJwk(key, `jwks.keys[${index}]`)) };
}

function parseClientJwk(value: unknown, at: string): ClientJwk {
  if (!isObject(value)) throw new InvalidInputError(`${at}: expected a JSON Web Key`);
  const leaked = PRIVATE_MEMBERS.find((member) => Object.hasOwn(value, member));
  if (leaked !== undefined) {
    throw new InvalidInputError(
      `${at}: has the private member "${leaked}"; register the public key only, and replace this pair`,
    );
  }
  const { kid, use, alg } = value;
  if (kid !== undefined && (typeof kid !== "string" || kid.length < 1 || kid.length > 256)) {
    throw new InvalidInputError(`${at}.kid: expected a text of 1 to 256 characters`);
  }
  if (use !== undefined && use !== "sig") throw new InvalidInputError(`${at}.use: expected "sig"`);
  if (alg !== undefined && !isAssertionAlgorithm(alg)) {
    throw new InvalidInputError(`${at}.alg: expected one of ${ASSERTION_ALGORITHMS.join(", ")}`);
  }
  const key = parseKeyMaterial(value, at);
  if (alg !== undefined && !suitsAlgorithm(key, alg)) {
    throw new InvalidInputError(`${at}.alg: ${alg} does not work with this kind of key`);
  }
  return { ...key, ...(kid !== undefined && { kid }), use: "sig", ...(alg !== undefined && { alg }) };
}

function parseKeyMaterial(value: Readonly<Record<string, unknown>>, at: string): Record<string, unknown> {
  const { kty, crv } = value;
  const known = Object.values(KEY_KINDS).some(
    (kind) => kind.kty === kty && (kind.crv === undefined || kind.crv === crv),
  );
  if (!known) {
    throw new InvalidInputError(`${at}: expected an EC key on P-256 or P-384, an RSA key or an Ed25519 key`);
  }
  const members = KEY_MEMBERS[String(kty)] ?? [];
  const jwk = Object.fromEntries(members.map((member) => [member, value[member]]));
  const key = importPublicKey(jwk, at);
  if (kty === "RSA") requireStrongRsa(key, at);
  return jwk;
}

function importPublicKey(jwk: Record<string, unknown>, at: string): KeyObject {
  try {
    return createPublicKey({ key: jwk as JsonWebKeyInput["key"], format: "jwk" });
  } catch (cause) {
    throw new InvalidInputError(`${at}: is not a valid public key`, { cause });
  }
}

function requireStrongRsa(key: KeyObject, at: string): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < RSA_BITS.min || modulusLength > RSA_BITS.max) {
    throw new InvalidInputError(`${at}: expected an RSA key of ${RSA_BITS.min} to ${RSA_BITS.max} bits`);
  }
  // With the exponent 1 everyone can sign, and a long one makes every verification slow.
  if (publicExponent < 3n || publicExponent > MAX_RSA_EXPONENT || publicExponent % 2n === 0n) {
    throw new InvalidInputError(`${at}.e: is not a usable public exponent`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

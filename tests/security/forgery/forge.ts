import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const encode = (value: object | string): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

export type Header = Readonly<Record<string, unknown>>;
export type Claims = Readonly<Record<string, unknown>>;

/** A compact JWS by hand: header and signature may be whatever an attacker likes. */
export function forge(
  header: Header,
  claims: Claims,
  signer: (input: string) => Uint8Array | string,
): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = signer(input);
  return `${input}.${typeof signature === "string" ? signature : Buffer.from(signature).toString("base64url")}`;
}

export const unsigned = (): string => "";

export const byHmac =
  (hash: "sha256" | "sha384" | "sha512", key: string | Uint8Array) =>
  (input: string): Uint8Array =>
    createHmac(hash, key).update(input).digest();

export const byEcdsa =
  (key: KeyObject, dsaEncoding: "ieee-p1363" | "der" = "ieee-p1363") =>
  (input: string): Uint8Array =>
    sign("sha256", Buffer.from(input), { key, dsaEncoding });

export const byRsa =
  (key: KeyObject) =>
  (input: string): Uint8Array =>
    sign("sha256", Buffer.from(input), key);

/** Key pairs that are not registered anywhere. */
export const STRANGER = {
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

/** Every text of a public key that careless code might take for the bytes of an HMAC secret. */
export function textsOfPublicKey(key: KeyObject): readonly [name: string, text: string | Uint8Array][] {
  const jwk = key.export({ format: "jwk" });
  const pem = key.export({ type: "spki", format: "pem" }).toString();
  return [
    ["PEM", pem],
    ["PEM without its last newline", pem.trimEnd()],
    ["DER", key.export({ type: "spki", format: "der" })],
    ["JWK", JSON.stringify(jwk)],
    ["coordinate or modulus", String(jwk.x ?? jwk.n)],
    ["coordinate or modulus, decoded", Buffer.from(String(jwk.x ?? jwk.n), "base64url")],
  ];
}

/** The ways to say "no signature needed" (RFC 8725 §2.1). */
export const NONE_SPELLINGS = ["none", "None", "NONE", "nOnE", "none ", ""] as const;

/** Cookies that only this project can read and make: their content is encrypted, and bound to their name and time. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { HOME } from "./addresses.mjs";

const { COOKIE_SECRET = "" } = process.env;
if (COOKIE_SECRET.length < 32) throw new Error("COOKIE_SECRET needs 32 characters or more; .env has one");
const KEY = Buffer.from(hkdfSync("sha256", COOKIE_SECRET, "", "cookies", 32));
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const IS_HTTPS = HOME.startsWith("https:");
/** RFC 6265bis §4.1.3.2: browsers take a cookie of this name only over TLS, for this host alone. */
const nameOf = (name) => (IS_HTTPS ? `__Host-${name}` : name);
const ATTRIBUTES = `HttpOnly; SameSite=Lax; Path=/${IS_HTTPS ? "; Secure" : ""}`;

/** The text of `Set-Cookie` for a value that can be JSON. */
export function writeCookie(name, value, maxAgeSeconds) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, KEY, nonce).setAAD(Buffer.from(name));
  const content = JSON.stringify({ value, expiresAt: Date.now() + maxAgeSeconds * 1000 });
  const sealed = [nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()];
  return `${nameOf(name)}=${Buffer.concat(sealed).toString("base64url")}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`;
}

export const removeCookie = (name) => `${nameOf(name)}=; ${ATTRIBUTES}; Max-Age=0`;

/** The value of a cookie; undefined: there is none, it is too old, or it was not made here. */
export function readCookie(cookies, name) {
  const [, text = ""] = new RegExp(`(?:^|; )${nameOf(name)}=([\\w-]+)`).exec(cookies ?? "") ?? [];
  const sealed = Buffer.from(text, "base64url");
  try {
    const tag = sealed.subarray(-TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, KEY, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(name))
      .setAuthTag(tag);
    const content = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    const { value, expiresAt } = JSON.parse(Buffer.concat([content, decipher.final()]).toString());
    return expiresAt > Date.now() ? value : undefined;
  } catch {
    return undefined;
  }
}

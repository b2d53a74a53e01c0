import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

/** The purpose of a form: a token for one purpose is not valid for another. */
export type FormPurpose = `${"login" | "consent" | "logout" | "account" | "reset" | "setup"}:${string}`;

export interface Csrf {
  /** The hidden field of a form, for this browser and this purpose. */
  tokenFor(purpose: FormPurpose, browserToken: string): string;
  isValid(token: string | undefined, purpose: FormPurpose, browserToken: string): boolean;
}

/** Nothing is stored: an attacker who cannot read the browser's cookie cannot have the matching token. */
export function createCsrf(formsKey: Uint8Array): Csrf {
  const key = createSecretKey(formsKey);
  const digest = (purpose: FormPurpose, browserToken: string): Buffer =>
    createHmac("sha256", key).update(`${browserToken}\0${purpose}`, "utf8").digest();
  return {
    tokenFor: (purpose, browserToken) => digest(purpose, browserToken).toString("base64url"),
    isValid(token, purpose, browserToken) {
      const expected = digest(purpose, browserToken);
      const given = Buffer.from(token ?? "", "base64url");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

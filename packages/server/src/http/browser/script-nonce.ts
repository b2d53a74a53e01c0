import { randomBytes } from "node:crypto";

/** CSP §2.3.1: only a script with the value of this very answer runs. */
export const generateScriptNonce = (): string => randomBytes(16).toString("base64url");

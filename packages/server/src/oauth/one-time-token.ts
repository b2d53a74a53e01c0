import { hash, randomBytes } from "node:crypto";

/** 256 random bits with a prefix that says what it is: values of different kinds never pass for one another. */
export const newOneTimeToken = (prefix: "lac_" | "lpr_"): string =>
  prefix + randomBytes(32).toString("base64url");

/** All that is stored. A plain hash will do: nobody can try 2²⁵⁶ values. */
export const hashOneTimeToken = (token: string): string => hash("sha256", token, "base64url");

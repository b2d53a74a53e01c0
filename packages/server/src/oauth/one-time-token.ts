import { newToken } from "../accounts/random-token.ts";

/** 256 random bits with a prefix that says what it is: values of different kinds never pass for one another. */
export const newOneTimeToken = (prefix: "lac_" | "lpr_"): string => prefix + newToken();

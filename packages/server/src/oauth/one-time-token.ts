import { generateToken } from "../accounts/random-token.ts";

/** 256 random bits with a prefix that says what it is: values of different kinds never pass for one another. */
export const generateOneTimeToken = (prefix: "lac_" | "lpr_"): string => prefix + generateToken();

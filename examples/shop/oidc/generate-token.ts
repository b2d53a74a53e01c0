import { randomBytes } from "node:crypto";

/** 256 random bits are impossible to guess. */
export const generateToken = (): string => randomBytes(32).toString("base64url");

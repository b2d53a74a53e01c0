import { hash, randomBytes } from "node:crypto";

/** 256 random bits: possession of the token is the only proof that is asked for. */
export const generateToken = (): string => randomBytes(32).toString("base64url");

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text could be one of ours at all. Asked before it reaches a database or a key. */
export const isToken = (text: string): boolean => SHAPE.test(text);

/** The stored form of a token. Its entropy is full, so one plain hash is enough. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");

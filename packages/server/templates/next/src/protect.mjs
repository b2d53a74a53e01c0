import { auth } from "@licet/sdk/server/next";
import { AUDIENCE, ISSUER } from "./addresses.mjs";
import { checker } from "./licet.mjs";

/** Makes route handlers that need a valid access token. */
export const protect = auth({ issuer: ISSUER, audience: AUDIENCE, checker });

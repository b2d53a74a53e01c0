/** How this project reaches Licet. */

import { createTokenClient } from "@licet/sdk/client";
import { createPermissionsClient } from "@licet/sdk/permissions";

const { PORT = "3000", API_SECRET } = process.env;
export const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4455";
export const AUDIENCE = "https://orders.example.test";
export const HOME = `http://127.0.0.1:${PORT}`;

/** Answers requirePermission(): the API asks Licet with credentials of its own. */
export const checker = createPermissionsClient({
  issuer: ISSUER,
  token: createTokenClient({ issuer: ISSUER, clientId: "orders-api", clientSecret: API_SECRET }),
  scope: "licet:check",
});

/** How this project reaches Licet. */

import { createTokenClient } from "@licet/sdk/client";
import { createPermissionsClient } from "@licet/sdk/permissions";
import { ISSUER } from "./addresses.mjs";

const { API_SECRET } = process.env;

/** Answers requirePermission(): the API asks Licet with credentials of its own. */
export const checker = createPermissionsClient({
  issuer: ISSUER,
  token: createTokenClient({ issuer: ISSUER, clientId: "orders-api", clientSecret: API_SECRET }),
  scope: "licet:check",
});

import { LicetError } from "../common/licet-error.ts";
import type { FindToken } from "../permissions/access-token.ts";

/** The command that gives an application what a copy needs. */
export const GRANT_REPLICATE = "licet grant application:CLIENT_ID licet:replicate";

/** The application gets no token for Licet's own API: it holds nothing there, or the API has another identifier. */
export class MissingPermissionError extends LicetError {
  override readonly name = "MissingPermissionError";
  readonly status = 400;

  constructor(api: string, options: ErrorOptions) {
    super(
      "missing_permission",
      `the application has no permission at ${api}: it needs licet:replicate (${GRANT_REPLICATE}). If it has it, check that issuer is the base URL of Licet`,
      options,
    );
  }
}

/**
 * RFC 8707 §2: `invalid_target` is the answer for a resource that does not exist and for one where the application
 * holds nothing, so that it does not reveal which resources exist. Licet's own API always exists, at the issuer.
 */
export function nameMissingPermission(findToken: FindToken, api: string): FindToken {
  return async (asked) => {
    try {
      return await findToken(asked);
    } catch (error) {
      if ((error as { readonly error?: unknown } | undefined)?.error !== "invalid_target") throw error;
      throw new MissingPermissionError(api, { cause: error });
    }
  };
}

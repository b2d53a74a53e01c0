import { appendQuery } from "../append-query.ts";
import type { TrustedRedirect } from "../authorize/trusted-redirect.ts";

/** RP-Initiated Logout §3: `state` goes back as it came. */
export const logoutLocation = ({ uri, state }: TrustedRedirect): string =>
  appendQuery(uri, state === undefined ? {} : { state });

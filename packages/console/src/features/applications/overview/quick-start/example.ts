import type { Endpoints } from "../endpoints.ts";

/** The values that all examples of one client share. */
export interface Example {
  /** The id of the application, or the access key that acts for it. */
  readonly clientId: string;
  readonly endpoints: Endpoints;
  readonly scope: string;
  readonly redirectUri: string;
  /** Where users come after signing out; undefined if none is registered. */
  readonly postLogoutRedirectUri?: string | undefined;
  /** The environment variable with the secret; undefined for a client without a secret. */
  readonly secretVariable: string | undefined;
  /** True if the client sends the secret in the header (RFC 6749 §2.3.1). */
  readonly inHeader: boolean;
  readonly idTokenAlgorithm: string;
}

export const isPlainHttp = (url: string): boolean => !url.startsWith("https:");

/** The curl arguments for client authentication. */
export const curlCredentials = ({ clientId, secretVariable, inHeader }: Example): readonly string[] => {
  if (secretVariable === undefined) return [`-d client_id=${clientId}`];
  if (inHeader) return [`-u "${clientId}:$${secretVariable}"`];
  return [`-d client_id=${clientId}`, `--data-urlencode "client_secret=$${secretVariable}"`];
};

/** `"orders:read", "orders:write"`: the items of a Go slice, without its braces. */
export const quotedList = (scope: string): string =>
  scope
    .split(" ")
    .map((item) => JSON.stringify(item))
    .join(", ");

import type { Endpoints } from "../endpoints.ts";

/** What the examples of one caller have in common. */
export interface Example {
  /** Of the application, or the access key that acts for it. */
  readonly clientId: string;
  readonly endpoints: Endpoints;
  readonly scope: string;
  readonly redirectUri: string;
  /** The variable of the environment that has the secret; undefined when there is none to keep. */
  readonly secretVariable: string | undefined;
  /** Whether the secret travels in the header (RFC 6749 §2.3.1). */
  readonly inHeader: boolean;
  readonly idTokenAlgorithm: string;
}

export const isPlainHttp = (url: string): boolean => !url.startsWith("https:");

/** The arguments of curl by which the caller proves who it is. */
export const curlCredentials = ({ clientId, secretVariable, inHeader }: Example): readonly string[] => {
  if (secretVariable === undefined) return [`-d client_id=${clientId}`];
  if (inHeader) return [`-u "${clientId}:$${secretVariable}"`];
  return [`-d client_id=${clientId}`, `--data-urlencode "client_secret=$${secretVariable}"`];
};

/** `"orders:read", "orders:write"`: a list of Go, without its brackets. */
export const quotedList = (scope: string): string =>
  scope
    .split(" ")
    .map((item) => JSON.stringify(item))
    .join(", ");

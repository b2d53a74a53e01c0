import { hash, timingSafeEqual } from "node:crypto";

/** The metrics for those who may read them. */
export interface MetricsEndpoint {
  /** Whether a request with this Authorization header may read them. */
  readonly isAllowed: (authorization: string | undefined) => boolean;
  /** The text of all workers. */
  readonly render: () => Promise<string>;
}

/** RFC 9110 §11.6.1: every 401 has a challenge. */
export const METRICS_CHALLENGE = 'Bearer realm="metrics"';
export const METRICS_REFUSAL = "send the token of LICET_METRICS_TOKEN as Authorization: Bearer …";
export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const BEARER = /^Bearer +(\S+)$/i;

/** Without a token everybody may read. Digests are compared, so that the time tells neither the token nor its length. */
export function createIsAllowed(token: string | undefined): MetricsEndpoint["isAllowed"] {
  if (token === undefined) return () => true;
  const expected = digestOf(token);
  return (authorization) => {
    const [, presented] = BEARER.exec(authorization ?? "") ?? [];
    return presented !== undefined && timingSafeEqual(digestOf(presented), expected);
  };
}

const digestOf = (text: string): Buffer => hash("sha256", text, "buffer");

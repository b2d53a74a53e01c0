/** No secret is shorter: generated ones are longer, and given ones may not be less. */
const SHORTEST_SECRET = 32;

/**
 * An unauthenticated client id, for the audit log. A long one may be a secret in the wrong field, so only its end is
 * recorded.
 */
export const redactClientId = (clientId: string): string =>
  clientId.length >= SHORTEST_SECRET ? `…${clientId.slice(-4)}` : clientId;

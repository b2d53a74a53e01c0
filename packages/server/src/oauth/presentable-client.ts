/** No secret is shorter: generated ones are longer, and given ones may not be less. */
const SHORTEST_SECRET = 32;

/**
 * A client id that nobody has proved yet, for the record. A long one may be a secret that was put into the wrong field,
 * and only its end is written down.
 */
export const presentableClient = (clientId: string): string =>
  clientId.length >= SHORTEST_SECRET ? `…${clientId.slice(-4)}` : clientId;

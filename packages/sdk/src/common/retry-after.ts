/** RFC 9110 §10.2.3: the milliseconds that `Retry-After` asks to wait, given as seconds or as a date. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  // A date begins with the name of a day. `Date.parse` takes much else, such as "-1".
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/**
 * How often a header was sent. Node keeps the first of two Host or Authorization headers and drops the other: a proxy
 * before Licet may have used the dropped one.
 */
export function countHeader(rawHeaders: readonly string[], name: "host" | "authorization"): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] as string;
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}

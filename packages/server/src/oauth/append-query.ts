/** RFC 6749 §3.1.2: a query that the address has already stays as it is. */
export function appendQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (query.length === 0) return uri;
  const separator = uri.includes("?") ? (/[?&]$/.test(uri) ? "" : "&") : "?";
  return uri + separator + query.join("&");
}

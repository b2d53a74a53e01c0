/** HTTP Basic with client credentials. RFC 6749 §2.3.1: both halves are form-encoded before they are joined. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  const encode = (text: string) => new URLSearchParams({ text }).toString().slice("text=".length);
  // Both halves are ASCII now, which is all that btoa takes.
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`;
}

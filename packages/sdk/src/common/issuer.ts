import { UsageError } from "./usage-error.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL may carry a secret or a token: by TLS, or without leaving the machine. */
export const isPrivateTransport = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));

/** Reads the issuer that the developer gave; a wrong one is a UsageError that says what to write. */
export function parseIssuer(issuer: unknown, { allowHttp = false } = {}): URL {
  const url = typeof issuer === "string" ? parseUrl(issuer) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('issuer: write the base URL of Licet, such as "https://auth.example.com"');
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    throw new UsageError("issuer: a base URL has no query, no fragment and no credentials");
  if (!allowHttp && !isPrivateTransport(url))
    throw new UsageError(
      "issuer: use https://. Set allowHttp: true only in a network where nobody can listen, such as that of a composed test",
    );
  return url;
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

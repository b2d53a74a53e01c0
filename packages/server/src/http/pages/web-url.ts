/** An address that may become a link: http and https alone, so that `javascript:` and its kin stay text. */
export function parseWebUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // Credentials in an address only serve to make another host look like the one that is meant.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** A path on this server. `//host` and `/\host` are addresses of other hosts to a browser. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);

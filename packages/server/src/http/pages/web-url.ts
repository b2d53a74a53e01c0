/** A URL that may become a link: only http and https, so that `javascript:` and similar schemes stay text. */
export function parseWebUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // Credentials in a URL only make one host look like another.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** A path on this server. To a browser, `//host` and `/\host` are URLs of other hosts. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);

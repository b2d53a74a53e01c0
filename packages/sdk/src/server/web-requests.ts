import type { RequestParts } from "./http-answer.ts";

/** `Headers` joins repeated headers by a comma (Fetch §2.2.3). */
export const partsOfWeb = ({ method, url, headers }: Request): RequestParts => ({
  method,
  url,
  authorization: headers.get("authorization") ?? undefined,
});

import { type HttpAnswer, pathOf } from "./http-answer.ts";

/** Members of the document beside `resource` and `authorization_servers` (RFC 9728 §2). */
export interface ResourceMetadataOptions {
  readonly scopes?: readonly string[];
  readonly name?: string;
  readonly documentation?: string;
}

/** The description of a protected resource: where it is, and what it says. */
export interface ResourceMetadata {
  readonly url: string;
  answer(method: string): HttpAnswer;
  isAt(url: string): boolean;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const MAX_AGE_SECONDS = 3_600;

/** Undefined for an identifier that is no web address: such a resource has no place for the document. */
export function createResourceMetadata(
  resource: string,
  issuer: string,
  { scopes, name, documentation }: ResourceMetadataOptions = {},
): ResourceMetadata | undefined {
  const url = findMetadataUrl(resource);
  if (!url) return undefined;
  const body = JSON.stringify({
    // RFC 9728 §3.3: identical to the identifier that the address was made of.
    resource,
    authorization_servers: [issuer],
    ...(scopes && { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
    ...(name !== undefined && { resource_name: name }),
    ...(documentation !== undefined && { resource_documentation: documentation }),
  });
  return {
    url: url.href,
    isAt: (requested) => pathOf(requested) === url.pathname,
    answer: (method) =>
      method === "GET" || method === "HEAD"
        ? { status: 200, headers: HEADERS, body }
        : { status: 405, headers: { allow: "GET, HEAD" }, body: "" },
  };
}

const HEADERS = {
  "content-type": "application/json",
  "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
  // The document is public, and pages may read it.
  "access-control-allow-origin": "*",
};

/** RFC 9728 §3.1: the well-known part goes between the host and the path; a lone slash is left out. */
function findMetadataUrl(resource: string): URL | undefined {
  if (!URL.canParse(resource)) return undefined;
  const url = new URL(resource);
  if (!/^https?:$/.test(url.protocol) || url.hash !== "") return undefined;
  url.pathname = WELL_KNOWN + (url.pathname === "/" ? "" : url.pathname);
  return url;
}

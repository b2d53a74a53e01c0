/** The kinds of requests under overload, in the order in which a node keeps answering them. */
export const LOAD_CLASSES = ["decisions", "pages", "changes", "lists", "imports"] as const;

/**
 * - decisions: tokens, introspection, revocation, checks, keys and discovery. Other services wait for them.
 * - pages: what users see, above all sign-ins.
 * - changes: changes by the management API. They run one after the other.
 * - imports: bulk writes, each of which takes as long as thousands of changes.
 * - lists: what reads much or computes long: lists, single entities, the audit log, explanations, simulations.
 */
export type LoadClass = (typeof LOAD_CLASSES)[number];

const API = "/api/v1/";
const AUTHZEN = "/access/v1/";
const PROBES = /^\/(livez|readyz|metrics)(\?|$)/;
const OAUTH_DECISIONS = /^\/oidc\/(token|introspect|revoke|userinfo|jwks)(\?|$)/;
/** POST, because their questions are long; they change nothing. */
const QUESTIONS = /^(list\/|simulate|scopes:|conditions:)/;
const IMPORT = /^import(\?|$)/;
const USER_PERMISSION = /^users\/[^/]+\/permissions\//;

/** Undefined for probes, which are always answered. Reads the first characters only: it is part of every request. */
export function classifyRequest(method: string | undefined, target: string): LoadClass | undefined {
  const url = isPlain(target) ? target : spellPlainly(target);
  if (url.startsWith(API)) return classifyApiRequest(method, url.slice(API.length));
  if (OAUTH_DECISIONS.test(url) || url.startsWith("/.well-known/")) return "decisions";
  if (url.startsWith(AUTHZEN)) return url.startsWith("search/", AUTHZEN.length) ? "lists" : "decisions";
  return PROBES.test(url) ? undefined : "pages";
}

function classifyApiRequest(method: string | undefined, path: string): LoadClass {
  // First, because most requests are checks.
  if (path.startsWith("check")) return path.startsWith("check:explain") ? "lists" : "decisions";
  if (QUESTIONS.test(path)) return "lists";
  if (USER_PERMISSION.test(path)) return "decisions";
  if (IMPORT.test(path)) return "imports";
  return method === "GET" || method === "HEAD" ? "lists" : "changes";
}

/** RFC 9112 §3.2: nearly all targets are a path without escapes. Escapes in a query do not matter here. */
function isPlain(target: string): boolean {
  if (!target.startsWith("/")) return false;
  const firstEscape = target.indexOf("%");
  if (firstEscape === -1) return true;
  const query = target.indexOf("?");
  return query !== -1 && query < firstEscape;
}

/** Spells a target as the router reads it: no caller chooses its class by escapes, or by the absolute form. */
function spellPlainly(target: string): string {
  const path = target.replace(ORIGIN, "").split("?", 1)[0] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** RFC 9112 §3.2.2: `http://example.org/path`. */
const ORIGIN = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

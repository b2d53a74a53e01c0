import type { ProblemSlug } from "../../../../packages/server/src/http/problems.ts";
import type { ErrorText } from "./error-text.ts";

export const PROBLEM_TEXTS: Readonly<Record<ProblemSlug, ErrorText>> = {
  bad_request: {
    meaning:
      "The request is not well-formed HTTP for this service, such as no or two `Host` headers, or a path with broken escapes",
    remedy: "Correct the request",
  },
  invalid_input: {
    meaning:
      "Some members of the input are not valid; `errors` names each with a JSON pointer (RFC 6901) and [what is wrong with it](#issues-of-the-input)",
    remedy: "Correct what the pointers name",
  },
  unauthenticated: {
    meaning:
      "No access token, one that is not valid (any more), or one for another API: `detail` says what it is for",
    remedy:
      "Get a token for this API, with the scope that `detail` names; where it was refused, `scope_rejected` of the token response names it",
  },
  forbidden: {
    meaning:
      "The token is valid but does not carry the permission, or would give away more than its holder has, or a permission of Licet that is not in its scope, or tries a draft whose conditions read what it may not: `lacking` names that. It is in the audit log as `api.denied`",
    remedy:
      "Ask for the scope that is named, or have it assigned; a token with `licet:escalate` may grant any permission",
  },
  not_found: {
    meaning: "There is nothing at this path. A browser (`Accept: text/html`) gets a page",
    remedy: "Check the path",
  },
  method_not_allowed: {
    meaning: "The path exists, but not for this method",
    remedy: "See the `Allow` header",
  },
  request_timeout: {
    meaning: "The request took too long to arrive: 10 seconds for its headers, 15 for all of it",
    remedy: "Send it in one go",
  },
  conflict: {
    meaning:
      "The present state does not allow it: a name that is taken, a cycle, the last administrator or its last secret; `code` says [which of these](#conflicts)",
    remedy: "Read the detail; for the last administrator, appoint another or add a secret first",
  },
  in_use: {
    meaning: "Something else still needs it; `used_by` says what, [`count`](#conflicts) how many",
    remedy: "Remove that first, or delete with `cascade=true`",
  },
  gone: {
    meaning: "The change log does not reach back to this revision",
    remedy: "Read the state anew, then go on from its revision",
  },
  unknown_revision: {
    meaning:
      "The revision that `at_least` demands does not exist: the database was asked at that moment, and `detail` names the newest",
    remedy: "Send a revision that a write was answered with, of this installation. To wait does not help",
  },
  version_mismatch: {
    meaning: "It was changed since you read it",
    remedy: "Read it again, and repeat the change on the new version",
  },
  payload_too_large: {
    meaning:
      "The body is above 64 kB, or above 1 MB for a batch, or the lines of an import with `atomic` are above 64 MB",
    remedy: "Send less; import in sets",
  },
  unsupported_media_type: {
    meaning: "The body is compressed, or of a type that is not understood",
    remedy: "Send it plainly, in the type the endpoint names",
  },
  published_credentials: {
    meaning:
      "The request came through a proxy (`Forwarded`, `X-Forwarded-*`, `Via`) to a server for this machine alone, whose database holds credentials that Licet's demo or documentation publishes",
    remedy:
      "`licet demo remove` or `licet demo rekey`, or no proxy. See [operations.md](../operations.md#the-demo-and-published-credentials)",
  },
  misdirected_request: {
    meaning: "The `Host` header names a host that is not this service's",
    remedy: "Use the address of `LICET_BASE_URL`; behind a proxy, let it pass the host on",
  },
  idempotency_mismatch: {
    meaning: "The `Idempotency-Key` was used for another request",
    remedy: "Use a new key for a new request",
  },
  too_many_requests: {
    meaning: "The caller has used up a [limit](../operations.md#limits); nothing was checked or stored",
    remedy: "Try again after `Retry-After`",
  },
  header_fields_too_large: {
    meaning: "The header fields are above 16 kB",
    remedy: "Send fewer or shorter ones",
  },
  internal_error: {
    meaning: "Something went wrong inside",
    remedy: "Try again; if it stays, report the request id",
  },
  not_implemented: {
    meaning: "HTTP has no such method, or it is written in another way: methods are in capitals",
    remedy: "Use a method of HTTP",
  },
  temporarily_unavailable: {
    meaning:
      "The service cannot answer right now or within the [deadline](../reliability.md#one-deadline-for-each-request), or is [overloaded](../reliability.md#overload)",
    remedy: "Try again after `Retry-After`",
  },
};

import type { Resource } from "@licet/engine/internal/entities.ts";
import { memoize } from "@licet/engine/internal/values/bounded-cache.ts";
import { parseScopeItem, type ScopeItem } from "@licet/engine/internal/values/scope.ts";
import { OAuthError } from "../oauth-error.ts";

const MAX_ITEMS = 100;
const MAX_ITEM_LENGTH = 256;
/** RFC 6749 §3.3: scope-tokens of printable ASCII without `"` and `\`, separated by single spaces. */
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** Most clients ask for the same scopes all the time. A longer text is parsed each time, so that memory stays bounded. */
const REMEMBERED_SCOPES = 1_000;
const LONGEST_REMEMBERED_SCOPE = 256;
const parseOnce = memoize(REMEMBERED_SCOPES, parseScope);

/** The items of a `scope` parameter, each once, in the order asked. */
export const parseRequestedScope = (scope: string): readonly ScopeItem[] =>
  scope.length <= LONGEST_REMEMBERED_SCOPE ? parseOnce(scope) : parseScope(scope);

function parseScope(scope: string): readonly ScopeItem[] {
  if (!SCOPE.test(scope)) {
    throw new OAuthError("invalid_scope", "scope must be printable ASCII items separated by single spaces");
  }
  const items = [...new Set(scope.split(" "))];
  if (items.length > MAX_ITEMS)
    throw new OAuthError("invalid_scope", `scope may have at most ${MAX_ITEMS} items`);
  if (items.some((item) => item.length > MAX_ITEM_LENGTH)) {
    throw new OAuthError("invalid_scope", `a scope item may have at most ${MAX_ITEM_LENGTH} characters`);
  }
  return items.map(parseScopeItem);
}

/** The item requested of a resource that is named without any scope. */
export const everyActionOf = ({ name }: Resource): ScopeItem => ({
  kind: "every-action",
  text: `${name}:*`,
  resource: name,
});

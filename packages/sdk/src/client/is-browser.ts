/**
 * Whether this is a browser, or a worker of one: what is here can be read by its user. A page that is only simulated, as
 * in tests, runs on Node.
 */
export function isBrowser(scope: BrowserMarks = globalThis as BrowserMarks): boolean {
  if (scope.process?.versions?.node !== undefined) return false;
  return scope.navigator?.userAgent?.startsWith("Mozilla/") === true;
}

interface BrowserMarks {
  readonly process?: { readonly versions?: { readonly node?: string } };
  readonly navigator?: { readonly userAgent?: string };
}

import assert from "node:assert/strict";

const TAG = /<script src="\/assets\/show-password-[\w-]{16}\.js" nonce="([\w-]{22})"><\/script>/;

/** The page without the one script that pages with a password field have. */
export const withoutOwnScript = (text: string): string => text.replace(TAG, "");

/** CSP §2.3.1: no script runs, but on a page with a password field the one that shows it, by the nonce of the answer. */
export function assertOwnScript(what: string, csp: string, text: string): void {
  const [, sources] = /(?:^|; )script-src ([^;]*)/.exec(csp) ?? [];
  const nonce = TAG.exec(text)?.[1];
  assert.equal(nonce !== undefined, text.includes('type="password"'), what);
  assert.equal(sources, nonce && `'nonce-${nonce}'`, what);
}

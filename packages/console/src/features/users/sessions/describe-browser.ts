import { describeUserAgent } from "../../../../../server/src/for-console.ts";

/** `Firefox 140, Windows` from what a browser says of itself; undefined when it says something else. A hint, no proof. */
export function describeBrowser(userAgent: string): string | undefined {
  const { browser, version, system } = describeUserAgent(userAgent);
  const named = browser !== undefined && version !== undefined ? `${browser} ${version}` : browser;
  const known = [named, system].filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(", ");
}

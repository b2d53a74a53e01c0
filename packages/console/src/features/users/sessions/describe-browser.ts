import { describeUserAgent } from "../../../../../server/src/for-console.ts";

/** `Firefox 140, Windows` from the User-Agent header; undefined for other formats. It is a hint, not a proof. */
export function describeBrowser(userAgent: string): string | undefined {
  const { browser, version, system } = describeUserAgent(userAgent);
  const named = browser !== undefined && version !== undefined ? `${browser} ${version}` : browser;
  const known = [named, system].filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(", ");
}

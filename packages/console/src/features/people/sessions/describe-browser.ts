const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, "Edge"],
  [/\b(?:OPR|Opera)\/(\d+)/, "Opera"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[\d.]* .*Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** `Firefox 140, Windows` from what a browser says of itself; undefined when it says something else. A hint, no proof. */
export function describeBrowser(userAgent: string): string | undefined {
  const browser = BROWSERS.map(([pattern, name]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? undefined : `${name} ${version}`;
  }).find((found) => found !== undefined);
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const known = [browser, system].filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(", ");
}

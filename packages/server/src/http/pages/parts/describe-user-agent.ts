/** Browser and system in words that users know. A guess, for recognition alone: a client can claim anything. */
export interface DescribedUserAgent {
  readonly browser?: string;
  /** The browser's major version. */
  readonly version?: string;
  readonly system?: string;
  readonly handheld: boolean;
}

/** The first that fits: most browsers also claim to be those below them. The group is the version. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/MicroMessenger\/(\d+)?/, "WeChat"],
  [/Edg(?:e|A|iOS)?\/(\d+)?/, "Edge"],
  [/(?:OPR|OPiOS|Opera)\/(\d+)?/, "Opera"],
  [/SamsungBrowser\/(\d+)?/, "Samsung Internet"],
  [/Vivaldi\/(\d+)?/, "Vivaldi"],
  [/(?:Firefox|FxiOS)\/(\d+)?/, "Firefox"],
  [/(?:HeadlessChrome|Chrome|CriOS|Chromium)\/(\d+)?/, "Chrome"],
  [/Version\/(\d+)[\d.]*.*Safari\//, "Safari"],
  [/^curl\/(\d+)?/, "curl"],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string, handheld: boolean])[] = [
  [/iPhone/, "iPhone", true],
  [/iPad/, "iPad", true],
  [/HarmonyOS|OpenHarmony/, "HarmonyOS", true],
  [/Android/, "Android", true],
  [/Windows/, "Windows", false],
  [/Macintosh|Mac OS X/, "macOS", false],
  [/CrOS/, "ChromeOS", false],
  [/Linux/, "Linux", false],
];

export function describeUserAgent(userAgent: string): DescribedUserAgent {
  // Long enough for every real one, short enough for every pattern above.
  const text = userAgent.slice(0, 512);
  const browser = findBrowser(text);
  const system = SYSTEMS.find(([pattern]) => pattern.test(text));
  return {
    ...browser,
    ...(system && { system: system[1] }),
    handheld: system?.[2] ?? false,
  };
}

function findBrowser(text: string): Pick<DescribedUserAgent, "browser" | "version"> | undefined {
  for (const [pattern, browser] of BROWSERS) {
    const found = pattern.exec(text);
    if (found) return { browser, ...(found[1] !== undefined && { version: found[1] }) };
  }
  return undefined;
}

/** Browser and system in words that a person knows. A guess, for recognition alone: anybody can claim anything. */
export interface DescribedUserAgent {
  readonly browser?: string;
  readonly system?: string;
  readonly handheld: boolean;
}

/** The first that fits: most browsers also claim to be those below them. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/MicroMessenger\//, "WeChat"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/(OPR|OPiOS)\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Vivaldi\//, "Vivaldi"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/Version\/[\d.]+.*Safari\//, "Safari"],
  [/^curl\//, "curl"],
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
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text));
  return {
    ...(browser !== undefined && { browser }),
    ...(system && { system: system[1] }),
    handheld: system?.[2] ?? false,
  };
}

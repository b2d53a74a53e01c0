/** The metrics of a scrape: by name, each series with its labels. */
export type Scrape = ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>;

const SERIES = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function readScrape(text: string): Scrape {
  const scrape = new Map<string, Readonly<Record<string, string>>[]>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name, labels = ""] = SERIES.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a line of a scrape: ${line}`);
    const series = scrape.get(name) ?? [];
    series.push(Object.fromEntries(Array.from(labels.matchAll(LABEL), ([, label, value]) => [label, value])));
    scrape.set(name, series);
  }
  return scrape;
}

/** The content codings that Licet writes, the smaller result first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * RFC 9110 §12.5.3: the offered coding that the client prefers. Undefined for an answer without a coding, which every
 * client can read: this also holds for a header that cannot be understood, and for one that refuses everything.
 */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = parseWeights(header);
  const others = weights.get("*") ?? 0;
  let best: Encoding | undefined;
  // The client may say that it prefers the plain answer. Without a weight of its own, any coding is better.
  let highest = weights.get("identity") ?? 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? others;
    const isBetter = best === undefined ? weight >= highest : weight > highest;
    if (weight === 0 || !isBetter) continue;
    best = encoding;
    highest = weight;
  }
  return best;
}

/** A coding with a weight that cannot be read is not accepted. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const [, coding = "", weight = "1"] = ITEM.exec(item.trim()) ?? [];
    const name = coding.toLowerCase();
    // RFC 9110 §8.4.1.3: x-gzip is the same coding.
    weights.set(name === "x-gzip" ? "gzip" : name, Number(weight));
  }
  return weights;
}

const ITEM = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

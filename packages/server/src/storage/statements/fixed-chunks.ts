/** A few fixed sizes give statements over lists few texts: each text is parsed once and kept. */
const SIZES = [256, 32, 4, 1] as const;

/** The items in order, in chunks of a few fixed sizes, none larger than `largest`. */
export function* fixedChunks<T>(items: readonly T[], largest: number = SIZES[0]): Generator<readonly T[]> {
  let start = 0;
  for (const size of SIZES) {
    if (size > largest) continue;
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

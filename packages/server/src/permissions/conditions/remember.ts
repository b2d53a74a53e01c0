/** Computes once for each text. Starts over when full, so that texts from outside cannot fill the memory. */
export function remember<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const computed = compute(text);
    if (known.size >= limit) known.clear();
    known.set(text, computed);
    return computed;
  };
}

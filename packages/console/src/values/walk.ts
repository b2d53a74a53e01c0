interface Walked<Found> {
  readonly found: ReadonlyMap<string, Found>;
  /** True if the walk stopped before it had visited everything. */
  readonly isPartial: boolean;
}

/** Visits the names that `nextNames` returns, transitively; at most `maximum` names, each read once. */
export async function walk<Found>(
  start: string,
  maximum: number,
  read: (name: string) => Promise<Found>,
  nextNames: (found: Found) => readonly string[],
): Promise<Walked<Found>> {
  const found = new Map<string, Found>();
  let waiting = new Set([start]);
  while (waiting.size > 0 && found.size < maximum) {
    const step = [...waiting].slice(0, maximum - found.size);
    const answers = await Promise.all(step.map(async (name) => [name, await read(name)] as const));
    for (const [name, answer] of answers) found.set(name, answer);
    const next = [...[...waiting].slice(step.length), ...answers.flatMap(([, answer]) => nextNames(answer))];
    waiting = new Set(next.filter((name) => !found.has(name)));
  }
  return { found, isPartial: waiting.size > 0 };
}

export interface Walked<Found> {
  readonly found: ReadonlyMap<string, Found>;
  /** True if the walk stopped before it had visited everything. */
  readonly isPartial: boolean;
}

/** Visits the names that `leadsTo` returns, transitively; at most `most` names, each read once. */
export async function walk<Found>(
  start: string,
  most: number,
  read: (name: string) => Promise<Found>,
  leadsTo: (found: Found) => readonly string[],
): Promise<Walked<Found>> {
  const found = new Map<string, Found>();
  let waiting = new Set([start]);
  while (waiting.size > 0 && found.size < most) {
    const step = [...waiting].slice(0, most - found.size);
    const answers = await Promise.all(step.map(async (name) => [name, await read(name)] as const));
    for (const [name, answer] of answers) found.set(name, answer);
    const next = [...[...waiting].slice(step.length), ...answers.flatMap(([, answer]) => leadsTo(answer))];
    waiting = new Set(next.filter((name) => !found.has(name)));
  }
  return { found, isPartial: waiting.size > 0 };
}

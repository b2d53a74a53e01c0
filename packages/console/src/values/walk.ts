export interface Walked<Found> {
  readonly found: ReadonlyMap<string, Found>;
  /** There is more than was looked at. */
  readonly isPartial: boolean;
}

/** From name to name, step by step, wherever `leadsTo` leads; at most `most` of them, each read once. */
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

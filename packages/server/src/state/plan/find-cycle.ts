/** The first cycle that can be reached from these names, first name repeated at its end, or undefined. */
export function findCycle(
  names: Iterable<string>,
  following: (name: string) => readonly string[],
): readonly string[] | undefined {
  const clear = new Set<string>();
  for (const start of names) {
    // A stack of our own: a chain may be longer than the call stack is deep.
    const trail = [{ name: start, ahead: [...following(start)] }];
    const onTrail = new Set([start]);
    for (let here = trail.at(-1); here !== undefined; here = trail.at(-1)) {
      const next = here.ahead.pop();
      if (next === undefined) {
        trail.pop();
        onTrail.delete(here.name);
        clear.add(here.name);
      } else if (onTrail.has(next)) {
        const walked = trail.map((step) => step.name);
        return [...walked.slice(walked.indexOf(next)), next];
      } else if (!clear.has(next)) {
        trail.push({ name: next, ahead: [...following(next)] });
        onTrail.add(next);
      }
    }
  }
  return undefined;
}

/** Finds the first cycle that is reachable from these names. The cycle ends with its first name again. */
export function findCycle(
  names: Iterable<string>,
  following: (name: string) => readonly string[],
): readonly string[] | undefined {
  const withoutCycle = new Set<string>();
  for (const start of names) {
    // An explicit stack, because a chain may be longer than the call stack allows.
    const stack = [{ name: start, ahead: [...following(start)] }];
    const onStack = new Set([start]);
    for (let here = stack.at(-1); here !== undefined; here = stack.at(-1)) {
      const next = here.ahead.pop();
      if (next === undefined) {
        stack.pop();
        onStack.delete(here.name);
        withoutCycle.add(here.name);
      } else if (onStack.has(next)) {
        const walked = stack.map((step) => step.name);
        return [...walked.slice(walked.indexOf(next)), next];
      } else if (!withoutCycle.has(next)) {
        stack.push({ name: next, ahead: [...following(next)] });
        onStack.add(next);
      }
    }
  }
  return undefined;
}

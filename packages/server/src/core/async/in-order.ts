/**
 * Waits for all, and throws the failure of the first one in this order, whichever came first. For work that does not
 * depend on each other, and whose errors a caller must see in one order all the same.
 */
export async function inOrder<const T extends readonly unknown[]>(
  running: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(running);
  for (const each of settled) if (each.status === "rejected") throw each.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as never;
}

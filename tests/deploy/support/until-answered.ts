import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when the address answers with this status. */
export async function untilAnswered(
  url: string,
  status: number,
  longestMilliseconds = 30_000,
): Promise<void> {
  const endsAt = performance.now() + longestMilliseconds;
  let last = "nothing";
  while (performance.now() < endsAt) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: "manual" });
      await response.arrayBuffer();
      if (response.status === status) return;
      last = `${response.status}`;
    } catch (error) {
      last = String((error as Error).cause ?? error);
    }
    await sleep(20);
  }
  throw new Error(`${url} did not answer with ${status} within ${longestMilliseconds} ms, but with: ${last}`);
}

/** Sends JSON to the management API of a peer, and returns what it answers. Anything but success is an error. */
export async function sendJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** Sends many, several at a time. */
export async function sendAll<T>(items: readonly T[], send: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const AT_A_TIME = 8;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const item of left) await send(item);
    }),
  );
}

export function* inChunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

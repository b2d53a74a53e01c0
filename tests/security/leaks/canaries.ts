import assert from "node:assert/strict";

/** A secret with its name, and every encoding in which it could be found. */
export interface Canary {
  readonly name: string;
  readonly spellings: readonly string[];
}

export function createCanary(name: string, secret: string): Canary {
  assert.ok(secret.length >= 16, `${name} is too short to be looked for`);
  const bytes = Buffer.from(secret);
  return {
    name,
    spellings: [
      ...new Set([
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ "": secret }).toString().slice(1),
        JSON.stringify(secret).slice(1, -1),
        ...inBase64(bytes),
        // As HTTP Basic does it (RFC 6749 §2.3.1).
        ...inBase64(Buffer.from(encodeURIComponent(secret))),
        bytes.toString("hex"),
        // As JSON writes a Buffer.
        [...bytes].join(","),
        [...secret].reverse().join(""),
      ]),
    ],
  };
}

/** In base64 a text looks different at each of three offsets; its two ends depend on what stands beside it. */
function inBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    return (["base64", "base64url"] as const).map((encoding) =>
      shifted
        .toString(encoding)
        .replace(/=+$/, "")
        .slice(offset === 0 ? 0 : 4, -4),
    );
  });
}

/** Zero hits, and a message that does not itself repeat the secret. */
export function assertNoCanary(where: string, text: string, canaries: readonly Canary[]): void {
  for (const { name, spellings } of canaries) {
    for (const [index, spelling] of spellings.entries()) {
      const at = text.indexOf(spelling);
      if (at === -1) continue;
      const before = text.slice(Math.max(0, at - 200), at);
      assert.fail(`${name} (spelling ${index}) is in ${where}, behind: ${before}`);
    }
  }
}

import { sha256 } from "./sha256.ts";

/** What is used of `node:crypto`. */
interface NodeCrypto {
  createHash(algorithm: "sha256"): {
    update(text: string): { digest(encoding: "hex"): string };
  };
}

interface NodeProcess {
  getBuiltinModule?(name: "node:crypto"): NodeCrypto | undefined;
}

/**
 * Node since 20.16, Bun and Deno have it. It is not imported: edge runtimes do not, and a bundler for them would fail. Web
 * Crypto is everywhere, but only gives a promise, and an answer for a remembered token must not wait for one.
 */
function findNodeCrypto(): NodeCrypto | undefined {
  try {
    return (globalThis as { readonly process?: NodeProcess }).process?.getBuiltinModule?.("node:crypto");
  } catch {
    // The edge runtime of Next has the function, and it throws.
    return undefined;
  }
}

const nodeCrypto = findNodeCrypto();

/** The SHA-256 of a text, as a key for caches: it has one length, and a copy of the memory shows no token. */
export const hashText: (text: string) => string = nodeCrypto
  ? (text) => nodeCrypto.createHash("sha256").update(text).digest("hex")
  : sha256;
